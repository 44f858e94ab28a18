/** Owns what an answer of logs says and how far it goes: labels, pages, scope, dates, bad input, budgets. */
import { appendFileSync } from "node:fs";

import { expect, test } from "vitest";

import { lookThroughLines } from "../../src/engine/logs/look-through-lines.ts";
import { lookThroughTurns } from "../../src/engine/logs/look-through-turns.ts";
import { readLogsQuestion } from "../../src/engine/logs/read-logs-question.ts";
import { searchWords } from "../../src/engine/logs/search-words.ts";
import { openNeedleMatcher } from "../../src/engine/logs/text-matcher.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import {
  claudePath,
  replied,
  rolloutContext,
  rolloutMessage,
  rolloutMeta,
  rolloutPath,
  typed,
  writeLines,
} from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { ask, askAll, openLogs, prompts, refsOf, SESSION, type Ask } from "./logs-store.ts";

const OTHER = "22222222-aaaa-4bbb-8ccc-000000000002";
const MODES: readonly Ask[] = [
  { mode: "words" },
  { mode: "words", order: "time" },
  { mode: "exact" },
  { mode: "regex" },
  { mode: "exact", allBytes: true },
  { mode: "regex", allBytes: true },
];

test.each(MODES)("pages of %j enumerate every hit once", async (way) => {
  const count = 137;
  const texts = Array.from({ length: count }, (_, at) => `lantern number ${at}`);
  const engine = openLogs({
    [SESSION]: prompts(texts),
    [OTHER]: prompts(texts.slice(0, 20), OTHER, 1_000),
  });
  const hits = await askAll(engine, "lantern", { ...way, limit: 10 });
  expect(new Set(refsOf(hits)).size).toBe(count + 20);
  expect(hits).toHaveLength(count + 20);
  const first = await ask(engine, "lantern", { ...way, limit: 10 });
  expect(first.truncated).toBe(true);
  expect(first.header.shown).toBe(10);
  expect(first.header.next).toContain(`--cursor ${first.cursor ?? ""}`);
});

test("turns of one instant and undated ones are enumerated once too", async () => {
  const sameInstant = (session: string, firstId: number): readonly string[] =>
    Array.from({ length: 30 }, (_, at) =>
      typed({ id: firstId + at, session, at: 5 }, `same instant ${at}`),
    );
  const third = "33333333-aaaa-4bbb-8ccc-000000000003";
  const undated = prompts(
    Array.from({ length: 30 }, (_, at) => `undated instant ${at}`),
    OTHER,
    1_000,
  ).map((line) => line.replace(/,"timestamp":"[^"]*"/, ""));
  const engine = openLogs({
    [SESSION]: sameInstant(SESSION, 1),
    [third]: sameInstant(third, 2_000),
    [OTHER]: undated,
  });
  for (const way of MODES) {
    const hits = await askAll(engine, "instant", { ...way, limit: 7 });
    expect(hits).toHaveLength(90);
    expect(new Set(refsOf(hits)).size).toBe(90);
    expect(hits.filter(({ date }) => date === null)).toHaveLength(30);
  }
});

test("newest comes first, over sessions", async () => {
  const engine = openLogs({
    [SESSION]: [
      typed({ id: 1, session: SESSION, at: 10 }, "amber one"),
      typed({ id: 2, session: SESSION, at: 30 }, "amber three"),
    ],
    [OTHER]: [
      typed({ id: 3, session: OTHER, at: 20 }, "amber two"),
      typed({ id: 4, session: OTHER, at: 40 }, "amber four"),
    ],
  });
  for (const way of [
    { mode: "exact" },
    { mode: "regex" },
    { mode: "words", order: "time" },
  ] as const) {
    const hits = await askAll(engine, "amber", way);
    expect(hits.map(({ snippet }) => snippet)).toEqual([
      "amber four",
      "amber three",
      "amber two",
      "amber one",
    ]);
  }
});

test("lifecycle and dropped turns are found and labelled", async () => {
  const rows = [
    typed({ id: 1, session: SESSION, parent: null }, "wire the lamp"),
    replied({ id: 2, session: SESSION }, "with which metal?"),
    typed({ id: 3, session: SESSION }, "try copper"),
    replied({ id: 4, session: SESSION }, "copper it is"),
    // Goes back to before the answer: what stands between is dropped.
    typed({ id: 5, session: SESSION, parent: 2 }, "try silver"),
    JSON.stringify({
      ...(JSON.parse(typed({ id: 6, session: SESSION }, "")) as object),
      isMeta: true,
      message: { role: "user", content: "Caveat: the copper rule applies" },
    }),
  ];
  const engine = openLogs({ [SESSION]: rows });
  for (const way of MODES.slice(0, 4)) {
    const hits = await askAll(engine, "copper", way);
    const labels = Object.fromEntries(
      hits.map(({ ref, type, branch }) => [ref, `${type} ${branch}`]),
    );
    expect(labels, JSON.stringify(way)).toEqual({
      [`t:${SESSION}#3`]: "prompt dropped",
      [`t:${SESSION}#4`]: "reply dropped",
      [`t:${SESSION}#6`]: "lifecycle live",
    });
  }
});

function openTwoHosts() {
  const home = temporaryFolder();
  writeLines(claudePath(home, SESSION), prompts(["the walnut desk"]));
  writeLines(claudePath(home, OTHER, "-home-user-code-mill"), [
    typed({ id: 9, session: OTHER, cwd: "/home/user/code/mill", at: 3_600 }, "the walnut mill"),
  ]);
  const thread = "33333333-aaaa-7bbb-8ccc-000000000003";
  writeLines(rolloutPath(home, thread), [
    rolloutMeta(thread),
    rolloutContext(1),
    rolloutMessage(2, "user", "the walnut tree"),
  ]);
  const engine = openTestEngine(home);
  syncSources(engine);
  return engine;
}

test.each(MODES)("scope, sources and dates narrow %j", async (way) => {
  const engine = openTwoHosts();
  const find = async (more: Ask): Promise<readonly string[]> =>
    (await askAll(engine, "walnut", { ...way, ...more }))
      .map(({ snippet }) => /walnut (\w+)/.exec(snippet)?.[1] ?? "")
      .sort();
  const [mill] = engine.projects.list().filter(({ slug }) => slug.startsWith("mill"));
  expect(await find({ project: mill?.slug })).toEqual(["mill"]);
  expect(new Set(await find({ sources: ["codex"] }))).toEqual(new Set(["tree"]));
  expect(await find({ since: "2026-05-04T11:00:00Z", until: "2026-05-04T12:00:00Z" })).toEqual([
    "mill",
  ]);
  expect(new Set(await find({ since: "2026-05-05T00:00:00Z" }))).toEqual(new Set(["tree"]));
});

test("nothing here says how much other projects hold, and the call that shows it", async () => {
  const engine = openTwoHosts();
  const [mill] = engine.projects.list().filter(({ slug }) => slug.startsWith("mill"));
  for (const way of [{ mode: "exact" }, { mode: "regex" }, { mode: "words" }] as const) {
    const { header } = await ask(engine, "desk", { ...way, project: mill?.slug });
    expect(header.outsideScope).toBe(1);
    const flag = way.mode === "words" ? "" : ` --${way.mode}`;
    expect(header.next).toBe(`varve logs 'desk'${flag} --all-projects`);
  }
});

test("words that find nothing lead to --exact", async () => {
  const engine = openTwoHosts();
  const { header } = await ask(engine, "alnu");
  expect(header.next).toBe("varve logs 'alnu' --exact --all-projects");
});

test("an index that is not there is said", async () => {
  const home = temporaryFolder();
  const engine = openTestEngine(home);
  for (const way of MODES) {
    const { header, hits } = await ask(engine, "anything", way);
    expect(hits).toEqual([]);
    expect(header.next).toBe("varve import");
    if (way.allBytes !== true)
      expect(header.skippedLanes[0]?.reason).toBe("nothing is indexed yet: run varve import");
  }
});

test("what a host wrote a moment ago is found, indexed or not", async () => {
  const engine = openLogs({ [SESSION]: prompts(["old news"]) });
  const path = claudePath(engine.options.userHome, SESSION);
  appendFileSync(path, `${typed({ id: 2, session: SESSION }, "fresh mortar")}\n`);
  for (const way of MODES.slice(0, 4))
    expect(refsOf(await askAll(engine, "mortar", way))).toEqual([`t:${SESSION}#2`]);
  const empty = openTestEngine(temporaryFolder());
  writeLines(claudePath(empty.options.userHome, SESSION), prompts(["never imported mortar"]));
  for (const way of MODES.slice(0, 4)) {
    const { hits, header } = await ask(empty, "mortar", way);
    expect(hits.map(({ ref, path: archived }) => [ref, archived])).toEqual([
      [`t:${SESSION}#1`, null],
    ]);
    expect(header.lanes).toContain("tails");
  }
});

test("a session that asks to be left out is shown by no lane", async () => {
  const engine = openLogs({
    [SESSION]: prompts(["slate roof"]),
    [OTHER]: prompts(["slate floor"], OTHER, 1_000),
  });
  const request = { query: "slate", cwd: "/", allProjects: true, calendar: localCalendar("UTC") };
  const leftOut = new Set([SESSION]);
  const matcher = openNeedleMatcher("slate");
  const means = { matcher, needle: "slate", until: Number.POSITIVE_INFINITY, leftOut };
  const question = readLogsQuestion(engine, { ...request, mode: "exact" });
  const results = [
    searchWords(readLogsQuestion(engine, request), leftOut),
    await lookThroughTurns({ question, ...means }),
    await lookThroughLines({ question, ...means }),
  ];
  for (const { found } of results)
    expect(found.map(({ hit }) => hit.ref)).toEqual([`t:${OTHER}#1`]);
});

const ODD = [
  '"',
  "'",
  "%",
  "_",
  "*",
  "\\",
  "?",
  "NOT",
  "AND OR",
  "💥",
  "👩‍👩‍👧",
  "\ud800",
  "\udc00x",
  "(",
  "a".repeat(10_000),
  "가".repeat(10_000),
  "\u202eabc",
  "مرحبا بالعالم",
  "\0",
  "-",
  "--",
  "{}",
  "'; DROP TABLE turns; --",
  "…",
  "１２",
  "\n\n",
  " ",
  "NEAR(a b)",
  "text:walnut",
  '"unclosed',
  "日",
];

test("odd queries are answered or refused clearly and soon, in every way", async () => {
  const engine = openTwoHosts();
  for (const query of ODD) {
    for (const way of MODES) {
      const started = performance.now();
      const answer = await ask(engine, query, way).catch((error: unknown) => error);
      expect(performance.now() - started, JSON.stringify([query.slice(0, 20), way])).toBeLessThan(
        2_000,
      );
      if (answer instanceof Error)
        expect(answer).toMatchObject({ name: "VarveError", code: "usage" });
      else expect(JSON.stringify(answer).isWellFormed()).toBe(true);
    }
  }
});

test("a page stays within its budget, and what it left out comes on the next ones", async () => {
  const texts = Array.from(
    { length: 40 },
    (_, at) => `${"긴 글 ".repeat(60)}shingle ${at} ${"더 긴 글 ".repeat(60)}`,
  );
  const engine = openLogs({ [SESSION]: prompts(texts) });
  for (const way of MODES) {
    const budget = { bytes: 4_000 };
    const answer = await ask(engine, "shingle", { ...way, budget });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(4_000);
    expect(answer.header.limitedBy).toMatch(/bytes|chars/);
    expect(answer.truncated).toBe(true);
    expect(refsOf(await askAll(engine, "shingle", { ...way, budget }))).toHaveLength(40);
  }
});

test("cursors of another question or of nothing are refused", async () => {
  const engine = openLogs({
    [SESSION]: prompts(Array.from({ length: 9 }, (_, at) => `basalt ${at}`)),
  });
  const { cursor } = await ask(engine, "basalt", { mode: "exact", limit: 3 });
  await expect(
    ask(engine, "basalt", { mode: "regex", limit: 3, cursor: cursor ?? "" }),
  ).rejects.toThrow(/another question/);
  await expect(
    ask(engine, "basal", { mode: "exact", limit: 3, cursor: cursor ?? "" }),
  ).rejects.toThrow(/another question/);
  for (const bad of [
    "",
    "zzz",
    "W10",
    "!",
    Buffer.from('["logs1","x","y",-1,null,null]').toString("base64url"),
  ])
    await expect(ask(engine, "basalt", { mode: "exact", cursor: bad })).rejects.toThrow(
      /is no cursor|another/,
    );
});

test("a question about a range keeps it on further pages", async () => {
  const texts = Array.from({ length: 12 }, (_, at) => `gravel ${at}`);
  const engine = openLogs({ [SESSION]: prompts(texts) });
  const range = { since: "2026-05-04T10:00:03Z", until: "2026-05-04T10:00:09Z" };
  for (const way of MODES) {
    const hits = await askAll(engine, "gravel", { ...way, ...range, limit: 2 });
    expect([...refsOf(hits)].sort()).toEqual(
      [3, 4, 5, 6, 7, 8].map((line) => `t:${SESSION}#${line}`).sort(),
    );
  }
});

test("the same question gives the same hits in the same order after a rebuild", async () => {
  const engine = openTwoHosts();
  const before = await Promise.all(
    MODES.map(async (way) => (await ask(engine, "walnut", way)).hits),
  );
  const { rebuildIndex } = await import("../../src/engine/fill-index.ts");
  rebuildIndex(engine);
  const after = await Promise.all(
    MODES.map(async (way) => (await ask(engine, "walnut", way)).hits),
  );
  expect(after).toEqual(before);
});
