/** A read finds what hosts wrote a moment ago: taken in when that is quick and nobody else writes, else looked through. */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { freshen } from "../../src/engine/freshness/freshen.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { look, promptRows, say, sayMore, sessionOf, transcriptOf } from "./changing-home.ts";
import { bundleProcess, startProcess } from "./other-process.ts";

const bundle = bundleProcess();
afterAll(() => bundle.remove());

/** Names, sizes and times of every file of the store, but for those that SQLite makes beside a database to read it. */
function stateOf(home: string): string {
  const store = join(home, ".varve");
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:shm|wal)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${mtimeMs}`;
    })
    .toSorted()
    .join("\n");
}

test("a line written a moment ago is taken in by the next read", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  sayMore(home, ["the second egret"], { id: 2 });
  const { index, tails, freshness } = look(engine, "egret");
  expect(index.toSorted()).toEqual([`${sessionOf(1)}#1`, `${sessionOf(1)}#2`]);
  expect(tails).toEqual([]);
  expect(freshness).toMatchObject({ indexLag: 0, tookIn: { files: 1, turns: 1 }, problem: null });
});

test(
  "each line is found from the moment another process has written it",
  { timeout: 60_000 },
  async () => {
    const home = temporaryFolder();
    const path = say(home, ["the first egret"]);
    const engine = openTestEngine(home);
    syncSources(engine);
    const writer = startProcess(bundle.path, ["write", home, path, sessionOf(1), "20"]);
    for (let number = 1; number <= 20; number += 1) {
      await writer.until(`heron${number}q\n`);
      const { index, tails } = look(engine, `heron${number}q`);
      expect([...index, ...tails], `heron${number}q`).toEqual([`${sessionOf(1)}#${number + 1}`]);
    }
    await writer.ended;
  },
);

test("while another process holds the lock, the ends of changed files are looked through", async () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const holder = startProcess(bundle.path, ["lock", home]);
  await holder.until("taken");
  sayMore(home, ["the second egret"], { id: 2 });
  say(home, ["a new egret"], { session: sessionOf(2), id: 11 });
  const inAMinute = new Date(Date.now() + 60_000);
  utimesSync(transcriptOf(home, sessionOf(2)), inAMinute, inAMinute);
  const before = stateOf(home);
  const waiting = look(engine, "egret");
  expect(waiting.index).toEqual([`${sessionOf(1)}#1`]);
  expect(waiting.tails).toEqual([`${sessionOf(2)}#1`, `${sessionOf(1)}#2`]);
  expect(waiting.freshness.indexLag).toBeGreaterThan(0);
  expect(waiting.freshness.pending.map(({ why, scanned }) => [why, scanned])).toEqual([
    ["another varve process is writing", "whole"],
    ["another varve process is writing", "whole"],
  ]);
  expect(stateOf(home)).toBe(before);
  holder.stop();
  await holder.ended;
  const done = look(engine, "egret");
  expect(done.index.toSorted()).toEqual([...waiting.index, ...waiting.tails].toSorted());
  expect(done.freshness).toMatchObject({ indexLag: 0, pending: [], tails: [] });
});

test("however little time there is, the newest file is looked through", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  sayMore(home, ["the second egret"], { id: 2 });
  say(home, ["a new egret"], { session: sessionOf(2), id: 11 });
  const inAMinute = new Date(Date.now() + 60_000);
  utimesSync(transcriptOf(home, sessionOf(2)), inAMinute, inAMinute);
  const { tails, freshness } = look(engine, "egret", 0);
  expect(tails).toEqual([`${sessionOf(2)}#1`]);
  expect(freshness.pending.map(({ scanned }) => scanned)).toEqual(["whole", "nothing"]);
});

test.runIf(process.getuid?.() === 0)(
  "a store that may not be written answers all the same",
  async () => {
    const home = temporaryFolder();
    say(home, ["the first egret"]);
    const engine = openTestEngine(home);
    syncSources(engine);
    engine.close();
    sayMore(home, ["the second egret"], { id: 2 });
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    for (const folder of [home, join(home, "..")]) chmodSync(folder, 0o755);
    const reader = startProcess(bundle.path, ["read", home, "egret", "1", "65534"]);
    const [found] = JSON.parse(await reader.ended) as [ReturnType<typeof look>];
    expect(found.index).toEqual([`${sessionOf(1)}#1`]);
    expect(found.tails).toEqual([`${sessionOf(1)}#2`]);
    expect(found.freshness.pending).toMatchObject([
      { why: "the store may not be written", scanned: "whole" },
    ]);
  },
);

test("with nothing imported the hosts' own files answer, and nothing is taken in", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  const { index, tails, freshness } = look(engine, "egret");
  expect([index, tails]).toEqual([[], [`${sessionOf(1)}#1`]]);
  expect(freshness.tails).toMatchObject([{ project: "orchard", class: "prompt" }]);
  expect(freshness.pending).toMatchObject([{ why: "there is no index yet" }]);
  expect(freshness.tookIn.files).toBe(0);
});

test("with no store at all none is made", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home, { create: false, orNone: true });
  expect(look(engine, "egret").tails).toEqual([`${sessionOf(1)}#1`]);
  expect(readdirSync(home)).toEqual([".claude"]);
});

test("a hundred reads of an unchanged store leave every file as it was", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  writeFileSync(transcriptOf(home, "notes"), "no transcript\n");
  const engine = openTestEngine(home);
  syncSources(engine);
  look(engine, "egret");
  const before = stateOf(home);
  for (let times = 0; times < 100; times += 1) look(engine, "egret");
  expect(stateOf(home)).toBe(before);
});

test.runIf(process.getuid?.() === 0)(
  "a file that cannot be read is named and not tried again",
  async () => {
    const home = temporaryFolder();
    say(home, ["the first egret"]);
    const engine = openTestEngine(home);
    syncSources(engine);
    engine.close();
    chmodSync(join(home, ".."), 0o755);
    chownSync(home, 65534, 65534);
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }))
      chownSync(join(entry.parentPath, entry.name), 65534, 65534);
    chmodSync(say(home, ["a closed egret"], { session: sessionOf(2), id: 11 }), 0o600);
    const before = stateOf(home);
    const reader = startProcess(bundle.path, ["read", home, "egret", "3", "65534"]);
    const [found] = JSON.parse(await reader.ended) as [ReturnType<typeof look>];
    expect(found.index).toEqual([`${sessionOf(1)}#1`]);
    expect(found.freshness.pending).toMatchObject([
      { why: "it cannot be read", scanned: "nothing" },
    ]);
    expect(stateOf(home)).toBe(before);
  },
);

test("of a large new file the beginning and the end are shown under their true line numbers", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const session = sessionOf(2);
  const filler = Array.from({ length: 4_000 }, (_, at) => `word ${at} ${"x".repeat(1_000)}`);
  say(home, ["an early egret", ...filler, "a late egret"], { session, id: 11 });
  const { index, tails, freshness } = look(engine, "egret");
  expect(index).toEqual([`${sessionOf(1)}#1`]);
  expect(tails).toEqual([`${session}#1`, `${session}#4002`]);
  expect(freshness.pending).toMatchObject([{ why: "too large for now", scanned: "ends" }]);
  syncSources(engine);
  expect(look(engine, "egret").index.toSorted()).toEqual([...index, ...tails].toSorted());
});

test("a line of 30 MB does not keep what follows from being found", { timeout: 60_000 }, () => {
  const home = temporaryFolder();
  const path = say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  appendFileSync(path, promptRows([`pasted ${"y".repeat(30_000_000)}`], { id: 2 }));
  sayMore(home, ["a late egret"], { id: 3 });
  const started = performance.now();
  const { tails } = look(engine, "egret");
  expect(tails).toEqual([`${sessionOf(1)}#3`]);
  expect(performance.now() - started).toBeLessThan(1_500);
});

test("a torn last line waits until it is whole and is then found once", () => {
  const home = temporaryFolder();
  const path = say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const row = promptRows(["a torn egret"], { id: 2 });
  appendFileSync(path, row.slice(0, 60));
  expect(look(engine, "egret").index).toEqual([`${sessionOf(1)}#1`]);
  appendFileSync(path, row.slice(60));
  const { index, tails } = look(engine, "egret");
  expect([...index, ...tails].toSorted()).toEqual([`${sessionOf(1)}#1`, `${sessionOf(1)}#2`]);
});

test("a rewritten file shows its new words, and its old ones stay", async () => {
  const home = temporaryFolder();
  const path = say(home, ["the first egret", "the second egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const holder = startProcess(bundle.path, ["lock", home]);
  await holder.until("taken");
  truncateSync(path, 0);
  say(home, ["quite another egret"], { id: 51 });
  utimesSync(path, new Date(), new Date());
  const waiting = look(engine, "egret");
  expect(waiting.tails).toEqual([`${sessionOf(1)}#1@2`]);
  holder.stop();
  await holder.ended;
  const { index } = look(engine, "egret");
  expect(index.toSorted()).toEqual(
    [`${sessionOf(1)}#1`, `${sessionOf(1)}#1@2`, `${sessionOf(1)}#2`].toSorted(),
  );
});

test("a fork that repeats indexed rows shows only what is new in it", async () => {
  const home = temporaryFolder();
  say(home, ["the first egret", "the second egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const holder = startProcess(bundle.path, ["lock", home]);
  await holder.until("taken");
  const session = sessionOf(2);
  say(home, ["the first egret", "the second egret", "a forked egret"], { session });
  expect(look(engine, "egret").tails).toEqual([`${session}#3`]);
  holder.stop();
  await holder.ended;
});

test("two processes that read at once take everything in once", { timeout: 60_000 }, async () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  for (let number = 2; number < 22; number += 1)
    say(home, [`egret of session ${number}`], { session: sessionOf(number), id: number * 10 });
  const readers = [0, 1].map(() => startProcess(bundle.path, ["read", home, "egret", "3"]));
  for (const reader of readers) {
    const [found] = JSON.parse(await reader.ended) as [ReturnType<typeof look>];
    expect(new Set([...found.index, ...found.tails]).size).toBe(21);
  }
  expect(look(engine, "egret").index).toHaveLength(21);
  expect(engine.index("read")?.tally().turns).toBe(21);
});

test("a damaged index is told and the hosts' own files still answer", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  engine.close();
  const folder = join(home, ".varve", "index");
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".db")) writeFileSync(join(folder, name), "no database ".repeat(10_000));
    else if (name !== "current") rmSync(join(folder, name));
  }
  const freshness = freshen(openTestEngine(home), { deadlineMs: 150 });
  expect(freshness.problem).toMatch(/damaged/);
  expect(freshness.tails).toHaveLength(1);
});

test("where the archive refuses, the file's own end still answers and the reason is told", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const archive = join(home, ".varve", "archive", "claude-code");
  rmSync(archive, { recursive: true });
  writeFileSync(archive, "no folder");
  say(home, ["a new egret"], { session: sessionOf(2), id: 11 });
  const { index, tails, freshness } = look(engine, "egret");
  expect([index, tails]).toEqual([[`${sessionOf(1)}#1`], [`${sessionOf(2)}#1`]]);
  expect(freshness.problem).not.toBeNull();
  expect(freshness.pending).toMatchObject([{ why: "taking it in failed", scanned: "whole" }]);
});

test("what a killed run left to finish is not done while a person waits", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  writeFileSync(join(home, ".varve", "index", "unfinished"), "");
  sayMore(home, ["the second egret"], { id: 2 });
  const { tails, freshness } = look(engine, "egret");
  expect(tails).toEqual([`${sessionOf(1)}#2`]);
  expect(freshness.pending).toMatchObject([{ why: "varve sync has something to finish first" }]);
  syncSources(engine);
  expect(look(engine, "egret").freshness.pending).toEqual([]);
});
