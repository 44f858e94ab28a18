/** Pruning goes by the age of the last record, is counted first, and stays done while the source is unchanged. */
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { planPrune, prune } from "../../src/engine/prune.ts";
import { runVarve, runVarveJson, type RunOptions } from "../support/run-varve.ts";
import { readTree, temporaryFolder } from "../support/temp-home.ts";
import { placesOf, readStore } from "./scan-store.ts";
import { auditCounts, find, findings, NOW, rebuild, sync, withStore } from "./store-engine.ts";

const OLD = "aaaa5555-1111-4111-8111-111111111111";
const NEW = "bbbb5555-1111-4111-8111-111111111111";

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function row(session: string, day: string, number: number, content: string): string {
  return `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/home/user/code/harbour",
    sessionId: session,
    version: "2.1.332",
    gitBranch: "main",
    type: "user",
    uuid: `${session.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`,
    timestamp: `${day}T09:00:${String(number).padStart(2, "0")}.000Z`,
    message: { role: "user", content },
  })}\n`;
}

const transcript = (home: string, session: string): string =>
  join(home, ".claude", "projects", "-home-user-code-harbour", `${session}.jsonl`);

/** An old session with a fresh file, a new one with an ancient file: the clock of the files says the opposite of the rows. */
function plantedHome(): string {
  const home = temporaryFolder("home");
  write(
    transcript(home, OLD),
    row(OLD, "2024-01-05", 1, "Old talk Wordold") +
      row(OLD, "2024-01-06", 2, "Older Wordold still"),
  );
  write(
    join(transcript(home, OLD).replace(".jsonl", ""), "tool-results", "one.txt"),
    "result Wordresult\n",
  );
  write(transcript(home, NEW), row(NEW, "2026-11-20", 1, "New talk Wordnew"));
  utimesSync(transcript(home, OLD), new Date(NOW), new Date(NOW));
  utimesSync(transcript(home, NEW), new Date("2020-01-01"), new Date("2020-01-01"));
  sync(home);
  return home;
}

const before = "2025-11-30T00:00:00.000Z";
const remains = (home: string, word: string): string[] =>
  placesOf(word, readStore(join(home, ".varve"), { withArchived: true }));

test("the old session goes with its files, stays away, and the audit stays clean", () => {
  const home = plantedHome();
  const plan = withStore(home, (engine) => planPrune(engine, { before, kinds: undefined }));
  expect(plan).toMatchObject({
    done: false,
    sessions: [OLD],
    matched: { sessions: 1, entries: 2, lines: 3 },
  });
  const done = withStore(home, (engine) => prune(engine, { before, kinds: undefined }));
  expect(done.matched).toMatchObject({ sessions: 1, entries: 2, lines: 3 });
  for (const word of ["Wordold", "Wordresult"]) expect(remains(home, word)).toEqual([]);
  // Touched, as a host may do it, and read again.
  for (const [path, bytes] of readTree(home))
    if (path.startsWith(".claude")) writeFileSync(join(home, path), bytes);
  expect(sync(home).turns).toBe(0);
  rebuild(home);
  for (const word of ["Wordold", "Wordresult"]) expect(remains(home, word)).toEqual([]);
  expect(find(home, "Wordnew")).toHaveLength(1);
  expect(findings(home)).toEqual([]);
  expect(auditCounts(home)["prunedLines"]).toBe(3);
  expect(
    withStore(home, (engine) => planPrune(engine, { before, kinds: undefined }).matched.entries),
  ).toBe(0);
});

test("a pruned session that goes on is taken in from there", () => {
  const home = plantedHome();
  withStore(home, (engine) => prune(engine, { before, kinds: undefined }));
  appendFileSync(transcript(home, OLD), row(OLD, "2026-11-29", 3, "Back again Wordback"));
  sync(home);
  expect(find(home, "Wordback")).toEqual([`t:${OLD}#3`]);
  expect(remains(home, "Wordold")).toEqual([]);
  expect(findings(home)).toEqual([]);
});

test("only the classes that were named go", () => {
  const home = plantedHome();
  withStore(home, (engine) => prune(engine, { before, kinds: ["tool-result"] }));
  expect(remains(home, "Wordresult")).toEqual([]);
  expect(find(home, "Wordold")).toHaveLength(2);
  expect(findings(home)).toEqual([]);
});

test("the prompt history is as old as its last prompt", () => {
  const home = temporaryFolder("home");
  const prompt = (day: string, text: string): string =>
    `${JSON.stringify({ display: text, pastedContents: {}, timestamp: Date.parse(day), project: "/home/user/code/harbour", sessionId: day })}\n`;
  write(
    join(home, ".claude", "history.jsonl"),
    prompt("2024-01-05", "Wordfirst") + prompt("2024-02-05", "Wordsecond"),
  );
  sync(home);
  expect(
    withStore(
      home,
      (engine) =>
        planPrune(engine, { before: "2024-02-01T00:00:00.000Z", kinds: undefined }).matched.entries,
    ),
  ).toBe(0);
  expect(
    withStore(home, (engine) => planPrune(engine, { before, kinds: undefined }).matched.lines),
  ).toBe(2);
});

test("the command counts first, wants --yes where nobody can be asked, and finds nothing the second time", () => {
  const home = plantedHome();
  const options: RunOptions = { home, env: { VARVE_NOW: NOW } };
  const archived = readTree(join(home, ".varve", "archive"));
  const dry = runVarveJson<{ matched: { lines: number } }>(
    ["prune", "--older-than", "1y", "--dry-run"],
    options,
  );
  expect(dry).toMatchObject({ code: 0, value: { matched: { lines: 3 }, done: false } });
  const refused = runVarve(["prune", "--older-than", "1y"], options);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/varve restore aaaa5555[\s\S]*--yes/);
  expect(readTree(join(home, ".varve", "archive"))).toEqual(archived);
  expect(runVarve(["prune", "--older-than", "1y", "--yes"], options).code).toBe(0);
  expect(runVarve(["restore", OLD, "--to", join(home, "back.jsonl")], options).stdout).toMatch(
    /2 lines pruned/,
  );
  expect(readFileSync(join(home, "back.jsonl"), "utf8")).not.toContain("Wordold");
  expect(runVarve(["prune", "--older-than", "1y", "--yes"], options).code).toBe(1);
  expect(runVarve(["audit"], options).stdout).toMatch(/3 lines pruned/);
});

test("archive.retention and archive.keep decide when no age is named", () => {
  const home = plantedHome();
  const options: RunOptions = { home, env: { VARVE_NOW: NOW } };
  expect(runVarve(["prune", "--yes"], options).code).toBe(1);
  write(join(home, ".varve", "config.toml"), '[archive]\nkeep = ["tool-result=1y"]\n');
  expect(
    runVarveJson<{ matched: { lines: number } }>(["prune", "--dry-run"], options).value.matched
      .lines,
  ).toBe(1);
  write(join(home, ".varve", "config.toml"), '[archive]\nretention = "1y"\n');
  expect(
    runVarveJson<{ matched: { lines: number } }>(["prune", "--dry-run"], options).value.matched
      .lines,
  ).toBe(3);
});
