/** The search use-case over real files: what an answer holds, how it goes on, what it says where there is nothing. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { exceededLimit, PAGE_BUDGET } from "../../src/core/budget.ts";
import { toSafeJson } from "../../src/core/plain-text.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { rebuildIndex } from "../../src/engine/fill-index.ts";
import { searchTurns, type SearchQuery } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { addLines, claudePath, replied, typed, writeLines } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";
const NOW = new Date("2026-05-05T12:00:00Z");

interface World {
  readonly home: string;
  readonly engine: Engine;
  ask(query: string, more?: Partial<SearchQuery>): ReturnType<typeof searchTurns>;
}

/** Two projects: twelve herons in one, one heron and a curlew in the other. */
function makeWorld(): World {
  const home = temporaryFolder();
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeLines(
    claudePath(home, SESSION),
    Array.from({ length: 12 }, (_, at) => {
      const row = { id: at + 1, session: SESSION, parent: at === 0 ? null : at, at: at * 3600 };
      return at % 2 === 0 ? typed(row, `heron ${at} stands`) : replied(row, `heron ${at} flies`);
    }),
  );
  writeLines(claudePath(home, OTHER), [
    typed({ id: 50, session: OTHER, parent: null, cwd: "/home/user/code/marsh" }, "heron, curlew"),
    replied({ id: 51, session: OTHER, cwd: "/home/user/code/marsh" }, "The curlew nests in May."),
  ]);
  const engine = openTestEngine(home, { now: () => NOW });
  syncSources(engine);
  return {
    home,
    engine,
    ask: (query, more = {}) =>
      searchTurns(engine, { query, cwd: home, allProjects: true, ...more }),
  };
}

describe("pages", () => {
  test("a cursor goes on behind the page that gave it, until everything was shown once", () => {
    const { ask } = makeWorld();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const answer = ask("heron", { limit: 5, cursor });
      seen.push(...answer.hits.map((hit) => hit.ref));
      expect(answer.truncated).toBe(answer.cursor !== null);
      if (answer.cursor === null) break;
      expect(answer.header.next).toContain(`--cursor ${answer.cursor}`);
      cursor = answer.cursor;
    }
    expect(seen).toHaveLength(13);
    expect(new Set(seen).size).toBe(13);
  });

  test("a cursor is bound to its question and to the index", () => {
    const { engine, ask } = makeWorld();
    const { cursor } = ask("heron", { limit: 2 });
    expect(() => ask("curlew", { limit: 2, cursor: cursor ?? "" })).toThrow("another question");
    expect(() => ask("heron", { limit: 2, role: "user", cursor: cursor ?? "" })).toThrow(
      "another question",
    );
    expect(() => ask("heron", { cursor: "%%%" })).toThrow("is no cursor");
    expect(() => ask("heron", { cursor: "bm90IGpzb24" })).toThrow("is no cursor");
    rebuildIndex(engine);
    expect(() => ask("heron", { limit: 2, cursor: cursor ?? "" })).toThrow("was replaced since");
  });

  test("a page is within its budget in the form it is printed in", () => {
    const { home, engine } = makeWorld();
    addLines(
      claudePath(home, SESSION),
      Array.from({ length: 80 }, (_, at) =>
        replied({ id: 100 + at, session: SESSION }, `heron ${"한국어 문장 ".repeat(60)} ${at}`),
      ),
    );
    syncSources(engine);
    const answer = searchTurns(engine, { query: "heron", cwd: home, allProjects: true, limit: 60 });
    expect(exceededLimit(toSafeJson(answer), PAGE_BUDGET)).toBe(null);
    expect(answer.header.limitedBy).not.toBe(null);
    expect(answer.truncated).toBe(true);
    expect(answer.hits.length).toBeGreaterThan(2);
  });
});

describe("time", () => {
  test("a time in the question narrows it and orders the page by time", () => {
    const { ask } = makeWorld();
    const answer = ask("어제 heron", { limit: 50 });
    expect(answer.header.range).toMatchObject({ words: expect.stringContaining("어제") as string });
    expect(answer.header.order).toBe("time");
    const dates = answer.hits.map((hit) => hit.date ?? "");
    expect(dates).toEqual([...dates].sort());
    expect(dates.length).toBeGreaterThan(5);
    expect(dates.every((date) => date.startsWith("2026-05-04"))).toBe(true);
  });

  test("a time alone is answered with what happened then", () => {
    const { ask } = makeWorld();
    const { digest, hits, header } = ask("2026-05-04");
    expect(hits).toEqual([]);
    expect(digest).toMatchObject({ sessionCount: 2, unit: "hour" });
    expect(digest?.turns).toBe(14);
    expect(header.lanes).toEqual(["counts"]);
    expect(ask("2026-05-03").digest).toMatchObject({ sessionCount: 0, turns: 0 });
  });

  test("where the range has no match, those of other times are shown as such and counted", () => {
    const { ask } = makeWorld();
    const { header, hits } = ask("2026-04-01 heron");
    expect(header).toMatchObject({ range: { words: "2026-04-01" } });
    expect(header.outsideRange).toBeGreaterThanOrEqual(13);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every(({ why }) => why.startsWith("other time; "))).toBe(true);
    expect(ask("2026-05-04 heron").hits.some(({ why }) => why.includes("other time"))).toBe(false);
  });

  test("flags take dates and time words; what names no time is refused", () => {
    const { ask } = makeWorld();
    expect(ask("heron", { since: "어제", until: "2026-05-04" }).header.range).toMatchObject({
      words: null,
    });
    expect(() => ask("heron", { since: "whenever" })).toThrow("names no time");
  });
});

describe("where there is nothing", () => {
  test("matches in other projects are counted, with the call that finds them", () => {
    const { ask } = makeWorld();
    const { header } = ask("curlew", { allProjects: false, project: "orchard" });
    expect(header).toMatchObject({ total: 0, outsideScope: 2 });
    expect(header.next).toBe("varve search 'curlew' --all-projects");
  });

  test("with nothing imported the files are looked through and an import is offered", () => {
    const { home } = makeWorld();
    const engine = openTestEngine(home, { now: () => NOW, home: join(home, "empty") });
    const answer = searchTurns(engine, { query: "curlew", cwd: home, allProjects: true });
    expect(answer.hits.map((hit) => hit.snippet)).toContain("The curlew nests in May.");
    expect(answer.hits.every((hit) => hit.path === null)).toBe(true);
    expect(answer.header).toMatchObject({ lanes: ["tails"], next: "varve import" });
    expect(answer.header.indexLag).toBeGreaterThan(0);
    expect(answer.header.skippedLanes.map(({ reason }) => reason).join()).toContain("varve import");
  });

  test("a question without a word says so", () => {
    const { ask } = makeWorld();
    expect(ask('"%*"').header.skippedLanes).toEqual([
      { lane: "words", reason: "the query holds no word to look for" },
    ]);
  });
});

test("what is asked is redacted before it is looked up or echoed, and a long echo is cut", () => {
  const { ask } = makeWorld();
  const key = `ghp_${"a1B2c3D4e5".repeat(3)}F6g7h8`;
  const { header } = ask(`heron ${key}`);
  expect(JSON.stringify(header)).not.toContain(key);
  expect(ask("heron ".repeat(400)).header.query.length).toBeLessThanOrEqual(201);
});
