/** Timeline, outline, overview, trace and reading by pages, over sessions whose facts are known. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { plainLines } from "../../src/cli/page-form.ts";
import { renderTimeline } from "../../src/cli/render-timeline.ts";
import type { TimelineAnswer } from "../../src/engine/timeline/timeline-answer.ts";
import { renderRead } from "../../src/cli/render-read.ts";
import { exceededLimit, PAGE_BUDGET, READ_BUDGET } from "../../src/core/budget.ts";
import { toSafeJson } from "../../src/core/plain-text.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { describeSession } from "../../src/engine/overview.ts";
import {
  readReferences,
  type ReadAnswer,
  type ReadLevel,
} from "../../src/engine/read-references.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { showTimeline, type TimelineQuery } from "../../src/engine/timeline/timeline.ts";
import { traceTarget } from "../../src/engine/trace.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import {
  claudePath,
  idOf,
  replied,
  toolResult,
  typed,
  writeLines,
} from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const LONG = "99999999-0000-4000-8000-000000000001";
const SHORT = "99999999-0000-4000-8000-000000000002";
const DAY_S = 86_400;
const calendar = localCalendar("UTC");

const page = {
  budget: PAGE_BUDGET,
  write: (answer: TimelineAnswer): string => plainLines(renderTimeline(answer)),
};

function callRow(id: number, session: string, name: string, input: object): string {
  const row = JSON.parse(replied({ id, session }, "")) as { message: { content: unknown } };
  row.message.content = [{ type: "tool_use", id: `toolu_${id + 1}`, name, input }];
  return JSON.stringify(row);
}

function makeEngine(): Engine {
  const home = temporaryFolder();
  mkdirSync(join(home, ".claude"));
  writeLines(
    claudePath(home, LONG),
    Array.from({ length: 500 }, (_, at) =>
      typed(
        {
          id: 1_000 + at,
          session: LONG,
          parent: at === 0 ? null : 999 + at,
          at: Math.floor((at * DAY_S) / 20),
        },
        `request ${at} ${at % 9 === 0 ? "한국어 ".repeat(30) : "of a day"}`,
      ),
    ),
  );
  writeLines(claudePath(home, SHORT), [
    typed({ id: 1, session: SHORT, parent: null }, "Mend the heron in src/net/heron.ts"),
    callRow(2, SHORT, "Edit", {
      file_path: "/home/user/code/orchard/src/net/heron.ts",
      old_string: "stands",
      new_string: "flies",
    }),
    toolResult({ id: 3, session: SHORT }, "The file has been updated."),
    callRow(4, SHORT, "Bash", { command: "npm test" }),
    toolResult({ id: 5, session: SHORT }, "ok"),
    replied({ id: 6, session: SHORT }, `Done. ${"x".repeat(300_000)}`),
    typed({ id: 7, session: SHORT, at: 9 }, "Thanks, now the curlew"),
  ]);
  const engine = openTestEngine(home, { now: () => new Date("2026-06-30T12:00:00Z") });
  syncSources(engine);
  return engine;
}

const show = (engine: Engine, request: Partial<TimelineQuery>): ReturnType<typeof showTimeline> =>
  showTimeline(engine, { cwd: "/", allProjects: true, calendar, ...request }, page);

describe("timeline", () => {
  test("around a turn: its neighbours in the order of time, the turn marked, the call that goes on", () => {
    const { turns, header } = show(makeEngine(), { anchor: `t:${SHORT}#4`, before: 1, after: 1 });
    expect(turns.map(({ ref, isAnchor }) => [ref.split("#")[1], isAnchor])).toEqual([
      ["3", false],
      ["4", true],
      ["5", false],
    ]);
    expect(header.next).toBe(`varve timeline t:${SHORT}#5 --before 0 --after 1`);
  });

  test("500 requests are an outline of 40 lines at most, the newest whole, nothing uncounted", () => {
    const { outline, header } = show(makeEngine(), { session: LONG, outline: true });
    expect(outline.length).toBeLessThanOrEqual(40);
    expect(header.total).toBe(500);
    expect(outline.reduce((sum, { requests }) => sum + requests, 0)).toBe(500);
    expect(outline.at(-1)).toMatchObject({ requests: 1, ref: `t:${LONG}#500` });
    const dates = outline.map(({ date }) => date ?? "");
    expect(dates).toEqual(dates.toSorted());
  });

  test("an outline counts what came of a request", () => {
    const { outline } = show(makeEngine(), { anchor: `s:${SHORT}`, outline: true });
    expect(outline[0]).toMatchObject({ edits: 1, calls: 1, failed: 0, files: ["heron.ts"] });
    expect(outline[1]).toMatchObject({ text: "Thanks, now the curlew", edits: 0 });
  });

  test("`current` is the session that was active last", () => {
    const { outline } = show(makeEngine(), { session: "current", outline: true });
    expect(outline.at(-1)?.ref).toBe(`t:${LONG}#500`);
  });

  test("a long range is counts within a page, a short one its turns", () => {
    const engine = makeEngine();
    const long = show(engine, { anchor: "2026-05" });
    expect(long.digest?.turns).toBeGreaterThan(400);
    expect(long.turns).toEqual([]);
    const short = show(engine, { anchor: "2026-05-20" });
    expect(short.digest).toBe(null);
    expect(short.turns.length).toBeGreaterThan(10);
    expect(short.header.total).toBe(short.turns.length);
  });

  test("what is neither a reference nor a time is refused with what to write", () => {
    const engine = makeEngine();
    expect(() => show(engine, { anchor: "herons" })).toThrow("neither a reference nor a time");
    expect(() => show(engine, { anchor: `t:${SHORT}#99` })).toThrow("has no turn #99");
    expect(() => show(engine, { anchor: "s:99999999" })).toThrow("may mean");
  });
});

test("an overview counts what the records say", () => {
  const overview = describeSession(makeEngine(), SHORT, { cwd: "/" });
  expect(overview).toMatchObject({
    requests: 2,
    turns: { prompt: 2, edit: 1, call: 1, result: 2, reply: 1 },
    tools: { Edit: 1, Bash: 1 },
    fileCount: 1,
    failedCount: 0,
    firstRequest: { ref: `t:${SHORT}#1` },
    lastRequest: { text: "Thanks, now the curlew" },
  });
  expect(overview.lastReply?.text).toMatch(/^Done\. x+…$/);
});

describe("trace", () => {
  const trace = (engine: Engine, target: string): ReturnType<typeof traceTarget> =>
    traceTarget(
      engine,
      { target, cwd: "/", allProjects: true },
      { budget: PAGE_BUDGET, write: toSafeJson },
    );

  test("of a turn: its line in the archive, the request, the result of its call", () => {
    expect(trace(makeEngine(), `t:${SHORT}#2`)).toMatchObject({
      kind: "turn",
      line: 2,
      sourceGone: false,
      request: { ref: `t:${SHORT}#1` },
      pair: { ref: `t:${SHORT}#3` },
      raw: expect.stringContaining(idOf(2)) as string,
      truncated: false,
    });
  });

  test("of a file: its changes, by the end of its path at a folder's border", () => {
    const engine = makeEngine();
    expect(trace(engine, "src/net/heron.ts")).toMatchObject({
      kind: "file",
      total: 1,
      edits: [{ ref: `t:${SHORT}#2`, tool: "Edit", request: "Mend the heron in src/net/heron.ts" }],
    });
    expect(trace(engine, "et/heron.ts")).toMatchObject({ total: 0 });
  });
});

describe("read", () => {
  const read = (engine: Engine, ref: string, level: ReadLevel, from = 0): ReadAnswer => {
    const form = {
      budget: READ_BUDGET,
      write: (all: readonly ReadAnswer[]) => plainLines(renderRead(all)),
    };
    const [answer] = readReferences(engine, [ref], { level, from }, form);
    if (answer === undefined) throw new Error("nothing was read");
    expect(exceededLimit(form.write([answer]), READ_BUDGET)).toBe(null);
    return answer;
  };

  test("a turn of 300,000 characters is read to its end by the calls that are offered", () => {
    const engine = makeEngine();
    let text = "";
    for (let from = 0, pages = 0; pages < 30; pages += 1) {
      const answer = read(engine, `t:${SHORT}#6`, "full", from);
      text += answer.text;
      const next = / --level full --from (\d+)$/.exec(answer.next ?? "")?.[1];
      if (next === undefined) {
        expect(answer.from + answer.text.length).toBe(answer.length);
        break;
      }
      expect(answer.truncated).toBe(true);
      from = Number(next);
    }
    const indexed = engine.index("read")?.turn(SHORT, "6")?.text;
    expect(text).toBe(indexed);
  });

  test("the levels of a session grow, and each says how much the next one has", () => {
    const engine = makeEngine();
    const levels = (["abstract", "outline", "full", "raw"] as const).map((level) =>
      read(engine, `s:${LONG}`, level),
    );
    for (const [at, answer] of levels.entries()) {
      const next = levels[at + 1];
      expect(answer.deeper?.level).toBe(next?.level);
      if (next !== undefined && !next.truncated)
        expect(answer.deeper?.bytes).toBe(Buffer.byteLength(next.text));
    }
    const lengths = levels.map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(levels[1]?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("several references share the page", () => {
    const engine = makeEngine();
    const form = { budget: READ_BUDGET, write: toSafeJson };
    const refs = [`t:${SHORT}#6`, `s:${LONG}`, `t:${SHORT}#1`];
    const answers = readReferences(engine, refs, { level: "full" }, form);
    expect(exceededLimit(toSafeJson(answers), READ_BUDGET)).toBe(null);
    expect(answers.map(({ truncated }) => truncated)).toEqual([true, true, false]);
    expect(() => readReferences(engine, refs, { level: "full", from: 5 }, form)).toThrow(
      "one reference",
    );
  });
});
