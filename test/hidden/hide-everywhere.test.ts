/** What is hidden is in no answer of the command line, and all of it comes back; the bytes stay. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { claudePath, rolloutPath, writeLines } from "../acceptance/made-sessions.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import {
  FORK_REF,
  HELPER,
  MAIN,
  MAIN_REF,
  plantHome,
  sayings,
  SECRET,
  THREAD,
} from "./hidden-home.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

function importedHome(): string {
  const home = temporaryFolder();
  plantHome(home);
  expect(runVarve(["import"], { home }).code).toBe(0);
  return home;
}

interface Hidden {
  readonly hidden: readonly {
    readonly ref: string;
    readonly turns: number;
    readonly preview: string | null;
  }[];
  readonly missing: readonly { readonly ref: string; readonly reason: string }[];
  readonly turns: number;
  readonly undo: string | null;
}

const hide = (home: string, ...refs: readonly string[]): { code: number | null; value: Hidden } =>
  runVarveJson<Hidden>(["forget", ...refs, "--hide"], { home });

test("a turn, its copies in the queue and in a fork, and the titles made of it", () => {
  const home = importedHome();
  const before = sayings(home, SECRET, "north");
  expect(before.length).toBeGreaterThan(isFull ? 20 : 5);
  const { code, value } = hide(home, MAIN_REF);
  expect(code).toBe(0);
  expect(value.hidden).toEqual([
    { ref: MAIN_REF, turns: 1, preview: expect.stringContaining(SECRET) },
  ]);
  expect(value.missing).toEqual([]);
  expect(sayings(home, SECRET, "north")).toEqual([]);
  const read = runVarve(["read", FORK_REF], { home });
  expect(read.stdout).toContain(value.undo);
  expect(runVarve(["trace", MAIN_REF], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(value.undo ?? "-"),
  });
  // What was not named is still there.
  expect(runVarve(["read", `t:${MAIN}#3`], { home }).stdout).toContain("half a litre");
  expect(runVarve(["restore", MAIN, "--to", join(home, "back.jsonl")], { home }).code).toBe(0);
  expect(readFileSync(join(home, "back.jsonl"))).toEqual(readFileSync(claudePath(home, MAIN)));
  expect(runVarveJson<{ verdict: string }>(["audit"], { home }).value.verdict).toBe("clean");
  expect(runVarve(["undo"], { home }).code).toBe(0);
  expect(sayings(home, SECRET, "north")).toEqual(before);
}, 120_000);

test("a session with its helper, by a prefix; other sessions stay", () => {
  const home = importedHome();
  const before = sayings(home, "Fensterbank", "Fensterbank");
  expect(before.length).toBeGreaterThan(2);
  expect(hide(home, `s:${MAIN.slice(0, 8)}`).value.hidden).toMatchObject([{ ref: `s:${MAIN}` }]);
  const words = [
    ["The Fensterbank", "Fensterbank"],
    [SECRET, "north"],
    ["half a litre", "litre"],
    ["pots: heron", "pots"],
  ] as const;
  for (const [word, about] of words.slice(0, isFull ? words.length : 1))
    expect(sayings(home, word, about).filter((call) => !call.includes("bbbb3333"))).toEqual([]);
  const list = runVarve(["sessions", "--all-projects", "--json"], { home }).stdout;
  expect(list).toContain("another session");
  expect(list).not.toContain(`"s:${MAIN}"`);
  expect(runVarve(["overview", `s:${MAIN}`], { home }).stderr).toContain("is hidden");
  expect(runVarve(["overview", `s:${HELPER}`], { home }).stderr).toContain("is hidden");
  expect(runVarve(["export", MAIN], { home }).stderr).toContain("is hidden");
  expect(runVarve(["undo"], { home }).code).toBe(0);
  expect(sayings(home, "Fensterbank", "Fensterbank")).toEqual(before);
}, 120_000);

test("a line without an id of its own, as the archive's bytes have it too", () => {
  const home = importedHome();
  const ref = `t:${THREAD}#3`;
  const look = (): string =>
    ["--exact", "--all-bytes", "--regex"]
      .map(
        (mode) =>
          runVarve(
            [
              "logs",
              "key hang",
              ...(mode === "--all-bytes" ? ["--exact"] : []),
              mode,
              "--all-projects",
              "--json",
            ],
            { home },
          ).stdout,
      )
      .join("");
  expect(look()).toContain("Wintergarten");
  expect(hide(home, ref).code).toBe(0);
  expect(look()).not.toContain("Wintergarten");
  // The host writes its file anew, the line somewhere else.
  const [meta = "", context = "", ...rest] = readFileSync(rolloutPath(home, THREAD), "utf8")
    .trimEnd()
    .split("\n");
  writeLines(rolloutPath(home, THREAD), [meta, context, rest[1] ?? "", rest[0] ?? ""]);
  expect(runVarve(["sync"], { home }).code).toBe(0);
  expect(
    runVarve(["logs", "kingfisher", "--exact", "--all-bytes", "--all-projects"], { home }).stdout,
  ).toContain("kingfisher");
  expect(look()).not.toContain("Wintergarten");
  expect(runVarve(["rebuild"], { home }).code).toBe(0);
  expect(look()).not.toContain("Wintergarten");
}, 120_000);

test("several at once, some of them not there, and twice the same", () => {
  const home = importedHome();
  const first = hide(home, MAIN_REF, "t:ffffffff#1", "nonsense!", FORK_REF, `t:${MAIN}#99`);
  expect(first.code).toBe(0);
  expect(first.value.hidden.map(({ ref }) => ref)).toEqual([MAIN_REF]);
  expect(first.value.missing.map(({ ref }) => ref)).toEqual([
    "t:ffffffff#1",
    "nonsense!",
    `t:${MAIN}#99`,
  ]);
  const again = hide(home, MAIN_REF);
  expect(again.value).toMatchObject({
    hidden: [{ ref: MAIN_REF, preview: null }],
    turns: 0,
    undo: first.value.undo,
  });
  expect(readFileSync(join(home, ".varve", "hidden.jsonl"), "utf8").split("\n")).toHaveLength(2);
  expect(hide(home, "t:ffffffff#1")).toMatchObject({ code: 1, value: { hidden: [], undo: null } });
  expect(runVarve(["forget", "--hide"], { home })).toMatchObject({ code: 2 });
  expect(runVarve(["forget", MAIN_REF, "--hide", "--purge"], { home })).toMatchObject({ code: 2 });
  const many = Array.from({ length: 21 }, (_, at) => `t:${MAIN}#${at + 1}`);
  expect(runVarve(["forget", ...many, "--hide"], { home }).stderr).toContain("1 to 20");
}, 60_000);

test("hides are listed, and taken back by name", () => {
  const home = importedHome();
  const [one, two] = [hide(home, MAIN_REF), hide(home, `t:${THREAD}#3`)].map(
    ({ value }) => value.undo?.replace("varve undo ", "") ?? "",
  );
  const list = (): readonly string[] =>
    runVarveJson<{ hides: { id: string }[] }>(["undo", "--list"], { home }).value.hides.map(
      ({ id }) => id,
    );
  expect(list()).toEqual([two, one]);
  expect(runVarve(["undo", one ?? ""], { home }).stdout).toContain(MAIN_REF);
  expect(list()).toEqual([two]);
  expect(runVarve(["undo", one ?? ""], { home })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(two ?? "-"),
  });
  expect(runVarve(["undo"], { home }).code).toBe(0);
  expect(runVarve(["undo", "--list"], { home }).code).toBe(1);
}, 60_000);
