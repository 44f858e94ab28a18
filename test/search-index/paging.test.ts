import { describe, expect, test } from "vitest";

import type { SearchIndex, SearchRequest } from "../../src/search-index/search-index.ts";
import { ask, openNew, sampleBatch, sampleTurn } from "./sample-batch.ts";

const PAGE = 50;

/** References over all pages, in order. */
function pageThrough(
  index: SearchIndex,
  query: string,
  over: Partial<SearchRequest> = {},
): readonly string[] {
  const found: string[] = [];
  for (;;) {
    const { hits } = index.search(ask(query, { ...over, limit: PAGE, offset: found.length }));
    found.push(...hits.map((hit) => `${hit.session}#${hit.seq}`));
    if (hits.length < PAGE) return found;
  }
}

/** Turns of several sessions; `order` decides which session is numbered first. */
function openSessions(
  texts: (session: number, at: number) => string,
  options: { readonly sessions: number; readonly turns: number; readonly reverse?: boolean },
): SearchIndex {
  const index = openNew();
  const numbers = Array.from({ length: options.sessions }, (_, at) => at);
  if (options.reverse === true) numbers.reverse();
  index.applyAll(
    numbers.map((session) =>
      sampleBatch(
        Array.from({ length: options.turns }, (_, at) =>
          sampleTurn({
            line: at + 1,
            session: `${session}-session-of-many`,
            text: texts(session, at),
            // Every third has no time of its own, and many share one.
            time: at % 3 === 0 ? null : new Date(Date.UTC(2026, 1, 1 + (at % 5))).toISOString(),
          }),
        ),
      ),
    ),
  );
  return index;
}

describe("pages", () => {
  const sizes = { sessions: 6, turns: 90 };
  const equal = (session: number, at: number): string =>
    at % 2 === 0 ? "heron stands by the lake" : `crane ${session} ${at} 池`;

  test.each<[string, Partial<SearchRequest>]>([
    ["heron", {}],
    ["heron crane", {}],
    ["heron", { order: "time" }],
    ["heron", { projects: ["lantern-a1b2c3"] }],
    ["池", {}],
    ["heron", { roles: ["user"] }],
  ])("of %s %j show every match once", (query, over) => {
    const index = openSessions(equal, sizes);
    const found = pageThrough(index, query, over);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(query === "heron crane" ? 540 : 270);
    expect(index.search(ask(query, over))).toMatchObject({
      total: found.length,
      totalIsExact: true,
    });
  });

  test.each<[string, Partial<SearchRequest>]>([
    ["heron", {}],
    ["heron lake crane", {}],
    ["heron", { order: "time" }],
    ["池", {}],
  ])("of %s %j do not depend on the order in which sessions came", (query, over) => {
    const one = openSessions(equal, sizes);
    const other = openSessions(equal, { ...sizes, reverse: true });
    expect(pageThrough(one, query, over)).toEqual(pageThrough(other, query, over));
    expect(one.search(ask(query)).corpus).toEqual(other.search(ask(query)).corpus);
  });

  test("equals at the end of a page are told apart by time, session and place", () => {
    const index = openSessions(() => "heron stands by the lake", { sessions: 9, turns: 120 });
    const found = pageThrough(index, "heron");
    expect(found).toHaveLength(1080);
    // The newest day first, there by session, in a session the later turn first; then the days before.
    const day = (session: number, rest: number): readonly string[] =>
      Array.from({ length: 120 }, (_, at) => 119 - at)
        .filter((at) => at % 3 !== 0 && at % 5 === rest)
        .map((at) => `${session}-session-of-many#${at + 1}`);
    expect(found.slice(0, 32)).toEqual([...day(0, 4), ...day(1, 4)]);
    expect(found.at(-1)).toBe("8-session-of-many#1");
  });
});

describe("words in very many turns", () => {
  // More than are ranked, so that they are answered newest first.
  const sessions = 75;
  const turns = 200;
  const index = openSessions(
    (session, at) =>
      [
        "lantern 등불",
        at % 2 === 0 ? "harbour" : "meadow",
        session === 3 && at === 7 ? "kingfisher" : "",
        at % 40 === 0 ? "sparrow" : "",
        "水",
      ].join(" "),
    { sessions, turns },
  );

  test("one alone is answered newest first, all pages of it", () => {
    for (const query of ["lantern", "등불", "水"]) {
      const found: number[] = [];
      const seen = new Set<string>();
      for (let offset = 0; offset < sessions * turns; offset += 3500) {
        const { hits, totalIsExact, total } = index.search(ask(query, { limit: 3500, offset }));
        found.push(...hits.map((hit) => Date.parse(hit.time ?? "1970-01-01")));
        for (const hit of hits) seen.add(`${hit.session}#${hit.seq}`);
        expect([total, totalIsExact]).toEqual([1_000, false]);
        expect(hits.every((hit) => hit.score === 0)).toBe(true);
      }
      expect(seen.size).toBe(sessions * turns);
      expect(found).toEqual(found.toSorted((a, b) => b - a));
    }
  });

  test("beside a rarer one they do not find, and are named", () => {
    const result = index.search(ask("lantern kingfisher"));
    expect(result.hits.map((hit) => [hit.session, hit.line])).toEqual([["3-session-of-many", 8]]);
    expect(result).toMatchObject({ total: 1, totalIsExact: true, passive: ["lantern"] });
  });

  test("where the rarer one stands in another project, they find", () => {
    const elsewhere = sampleTurn({ line: 1, session: "elsewhere-a", text: "wagtail" });
    index.apply(sampleBatch([elsewhere], { project: "kiosk-d4e5f6" }));
    const here = { projects: ["lantern-a1b2c3"] };
    const result = index.search(ask("lantern wagtail", here));
    expect(result).toMatchObject({ total: 1_000, totalIsExact: false, outsideScope: 0 });
    expect(result.hits).toHaveLength(10);
    expect(index.search(ask("wagtail", here))).toMatchObject({ total: 0, outsideScope: 1 });
  });

  test("they count for the order of what rarer ones find", () => {
    const result = index.search(ask("lantern sparrow meadow 등불", { limit: 80 }));
    // Both halves are within what is ranked, the words of all turns are not.
    expect(result).toMatchObject({
      total: 1_000,
      totalIsExact: false,
      passive: ["lantern", "등불"],
    });
    expect(result.hits.filter((hit) => hit.text.includes("sparrow"))).toHaveLength(80);
  });

  test("in a narrow time, project or session every word finds", () => {
    const day = { since: "2026-02-02T00:00:00Z", until: "2026-02-03T00:00:00Z" };
    const inSession = { sessions: ["3-session-of-many"] };
    const ranked = index.search(ask("lantern", inSession));
    expect(ranked).toMatchObject({ total: turns, totalIsExact: true, passive: [] });
    expect(ranked.hits[0]?.score).toBeGreaterThan(0);
    const days = index.search(ask("lantern meadow kingfisher", day));
    const expected = Array.from({ length: turns }, (_, at) => at).filter(
      (at) => at % 3 !== 0 && at % 5 === 1,
    );
    expect(sessions * expected.length).toBeGreaterThan(1_000);
    expect(days).toMatchObject({ total: 1_000, totalIsExact: false, passive: [] });
    expect(days.hits.every((hit) => hit.time === "2026-02-02T00:00:00.000Z")).toBe(true);
  });

  test("sessions are counted for rare and frequent words alike", () => {
    const { hits, words } = index.search(ask("kingfisher lantern sparrow"));
    const counts = index.sessionCounts(
      hits.map((hit) => hit.id),
      words,
    );
    for (const { session } of hits) {
      const rare = session === "3-session-of-many" ? 1 : 0;
      expect(counts.get(session)).toEqual({ turns, frequencies: [rare, turns, 5] });
    }
  });
});
