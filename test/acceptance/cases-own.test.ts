/** The kinds of fault of the shared cases once more with sessions made here, so that a clone on its own is tested too. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import {
  countPrompts,
  expectSettled,
  findSessionsOf,
  hitsOf,
  importAll,
  listSessions,
  search,
} from "./imported-home.ts";
import * as made from "./made-sessions.ts";

const FIXTURES = join(repositoryRoot, "test", "fixtures", "claude-code");

function session(number: number): string {
  return `eeeeeeee-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

test("a session that opens with bookkeeping and rows of unknown types is a session", () => {
  const home = { path: temporaryFolder() };
  const own = session(1);
  made.writeLines(made.claudePath(home.path, own), [
    JSON.stringify({ type: "mode", mode: "normal", sessionId: own }),
    JSON.stringify({
      type: "file-history-snapshot",
      messageId: "m",
      snapshot: {},
      isSnapshotUpdate: false,
    }),
    JSON.stringify({ type: "tide-gauge", level: 3, sessionId: own }),
    JSON.stringify({ type: "permission-mode", permissionMode: "default", sessionId: own }),
    made.noted({ id: 1, session: own, parent: null }),
    made.typed({ id: 2, session: own }, "What about the rookfig?"),
    made.replied({ id: 3, session: own }, "Done."),
  ]);
  const report = importAll(home);
  expect(report.unknownTypes).toEqual({ "tide-gauge": 1 });
  expect(listSessions(home)).toMatchObject([{ prompts: 1, title: "What about the rookfig?" }]);
  expectSettled(home);
});

test("a file that ends in the middle of a record, and a line that two appends tore", () => {
  const home = { path: temporaryFolder() };
  const own = session(2);
  const path = made.claudePath(home.path, own);
  const torn = made.typed({ id: 12, session: own }, "What about the tornfig?");
  made.writeLines(path, [
    made.typed({ id: 10, session: own, parent: null }, "What about the firstfig?"),
    '{"type":"user","message":{"role":"user","content":"cut in the mid',
    made.typed({ id: 11, session: own }, "What about the paddedfig?") + "\0".repeat(300),
    made.typed({ id: 13, session: own }, "one gluedfig") +
      made.typed({ id: 14, session: own }, "two gluedfig"),
    "\0".repeat(512),
  ]);
  appendFileSync(path, torn.slice(0, 200));
  const report = importAll(home);
  expect(report.skipped).toMatchObject({ damaged: 1, "nul-run": 1 });
  expect(
    ["firstfig", "paddedfig", "gluedfig", "tornfig"].map((word) => countPrompts(home, word)),
  ).toEqual([1, 1, 2, 0]);
  expectSettled(home);
  appendFileSync(path, `${torn.slice(200)}\n`);
  importAll(home);
  expect(countPrompts(home, "tornfig")).toBe(1);
  expectSettled(home);
});

test("a day is the person's day, the same in search and in the list; an undated row has its neighbour's", () => {
  const home = { path: temporaryFolder() };
  const late = session(3);
  const at = 13.5 * 3600; // 23:30 UTC
  const undated = JSON.parse(
    made.typed({ id: 31, session: late }, "What about the undatedfig?"),
  ) as Record<string, unknown>;
  delete undated["timestamp"];
  made.writeLines(made.claudePath(home.path, late), [
    made.typed({ id: 30, session: late, parent: null, at }, "What about the nightfig?"),
    JSON.stringify(undated),
  ]);
  importAll(home);
  const onDay = (zone: string, day: string): readonly string[] =>
    search({ ...home, env: { TZ: zone } }, "nightfig undatedfig", [
      "-a",
      "--since",
      day,
      "--until",
      day,
    ]).hits.map(({ date }) => date ?? "");
  const instant = "2026-05-04T23:30:00.000Z";
  expect(onDay("UTC", "2026-05-04")).toEqual([instant, instant]);
  expect(onDay("UTC", "2026-05-05")).toEqual([]);
  expect(onDay("Asia/Tokyo", "2026-05-05")).toEqual([instant, instant]);
  expect(onDay("Pacific/Honolulu", "2026-05-04")).toEqual([instant, instant]);
});

test("what a resumed session copied belongs to its origin, even when that has nothing else", () => {
  const home = { path: temporaryFolder() };
  const [origin, copy] = [session(4), session(5)];
  const forked = (row: string): string =>
    JSON.stringify({ ...(JSON.parse(row) as object), forkedFrom: { sessionId: origin } });
  const rows = (own: string): string[] => [
    made.typed({ id: 40, session: own, parent: null }, "What about the basefig?"),
    made.replied({ id: 41, session: own }, "Done."),
  ];
  made.writeLines(made.claudePath(home.path, copy), [
    ...rows(copy).map(forked),
    made.typed({ id: 42, session: copy, branch: "later" }, "What about the nextfig?"),
  ]);
  importAll(home);
  expect(hitsOf(home, "basefig").map((hit) => hit.session)).toEqual([copy]);
  made.writeLines(made.claudePath(home.path, origin), rows(origin));
  importAll(home);
  expect(hitsOf(home, "basefig").map((hit) => hit.session)).toEqual([origin]);
  expect(listSessions(home).map(({ id, prompts, parent }) => ({ id, prompts, parent }))).toEqual([
    { id: copy, prompts: 1, parent: origin },
    { id: origin, prompts: 1, parent: null },
  ]);
  expectSettled(home);
});

test("words of one and two characters in three scripts, and queries full of signs", () => {
  const home = { path: temporaryFolder() };
  const texts: readonly (readonly [string, readonly string[]])[] = [
    ["数据库连接池已经满了，重跑gen-quay后再看", ["连接池", "池", "数据库", "quay", "gen-quay"]],
    ["朝の運用フローを見直す", ["運用", "朝", "運用フロー"]],
    ["검색 결과를 최신순으로 정렬", ["최신순", "검색"]],
    [
      "Don't build multi-agent C++ with -O2 in src/harb.ts:42 (HARB-358)",
      [
        "multi-agent",
        "don't",
        "C++",
        "-O2",
        "src/harb.ts:42",
        "HARB-358",
        "what about the multi-agent build?",
      ],
    ],
  ];
  texts.forEach(([text], at) => {
    const own = session(60 + at);
    made.writeLines(made.claudePath(home.path, own), [
      made.typed({ id: 600 + at, session: own, parent: null }, text),
    ]);
  });
  importAll(home);
  const nowhere = ["火星", '"', "AND", "title:x", "zzqx-nothing"];
  const answers = findSessionsOf(home, [...texts.flatMap(([, queries]) => queries), ...nowhere]);
  texts.forEach(([, queries], at) => {
    for (const query of queries)
      expect({ query, found: answers.get(query) }).toEqual({ query, found: [session(60 + at)] });
  });
  for (const query of nowhere)
    expect({ query, found: answers.get(query) }).toEqual({ query, found: [] });
  expect(search(home, "-O2").hits).toHaveLength(1);
});

test("the project's own fixtures of both hosts, all in one home", () => {
  const path = temporaryFolder();
  const home = { path };
  for (const name of ["branches", "damaged", "helpers", "host-noise", "queued", "whole-session"]) {
    made.copyTree(join(FIXTURES, name, "projects"), join(path, ".claude", "projects"));
  }
  layOut(join(repositoryRoot, "fixtures", "demo"), path);
  const report = importAll(home);
  expect(report.warnings).toEqual([]);
  const sessions = listSessions(home);
  expect(sessions.every(({ title }) => !/[<>]/.test(title ?? ""))).toBe(true);
  expect(sessions.some(({ helpers }) => helpers.length > 0)).toBe(true);
  expect(sessions.map(({ id }) => id).filter((id) => id.startsWith("agent-"))).toEqual([]);
  expect(readFileSync(join(path, ".varve", "store.json"), "utf8")).toContain("format");
  expectSettled(home);
});
