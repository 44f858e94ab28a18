/** An open library follows its store, shares it with others, and lets go of it. */
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { environmentFrom } from "../../src/config/environment.ts";
import { keepEngine } from "../../src/engine/kept-engine.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { runVarve } from "../support/run-varve.ts";
import { removeFolder, temporaryFolder } from "../support/temp-home.ts";
import { demoHome, openIn, variablesOf, writePlainSession } from "./demo-library.ts";

/** Files below `folder` that this process holds open. */
function openFilesBelow(folder: string): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const path = readlinkSync(join("/proc/self/fd", descriptor));
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

/** Those that stay: on Node 20 a closed database is open until its statements are collected. */
async function filesLeftOpen(folder: string): Promise<readonly string[]> {
  for (let tries = 0; tries < 100 && openFilesBelow(folder).length > 0; tries += 1) {
    fillMemory();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return openFilesBelow(folder);
}

/** Gives the collector a reason to run. */
function fillMemory(): number {
  return Array.from({ length: 200 }, () => new Array<number>(10_000).fill(1)).length;
}

test("after close every call says so, and closing again is fine", async () => {
  const varve = openIn(demoHome());
  await varve.import();
  await varve.close();
  await varve.close();
  for (const call of [
    () => varve.search("x"),
    () => varve.logs("x"),
    () => varve.timeline("yesterday"),
    () => varve.read("s:834cb28d"),
    () => varve.restore("834cb28d"),
    () => varve.import(),
    () => varve.status(),
    () => varve.audit(),
  ])
    await expect(call()).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("closed") as string,
    });
});

test("what runs when it is closed ends as it would", async () => {
  const home = demoHome();
  const varve = openIn(home);
  await varve.import();
  const running = varve.logs("E(CONN|PIPE)\\w+", { mode: "regex", allProjects: true });
  let hasEnded = false;
  void running.then(() => (hasEnded = true));
  await varve.close();
  expect(hasEnded).toBe(true);
  expect((await running).hits.length).toBeGreaterThan(0);
  expect(await filesLeftOpen(home)).toEqual([]);
});

test("the engine of a call stays open until the call has ended", async () => {
  const home = demoHome();
  await openIn(home).import();
  const kept = keepEngine({ environment: environmentFrom(variablesOf(home)), cwd: home });
  const slow = kept.use(async (engine) => {
    const index = engine.index("read");
    await new Promise((resolve) => setTimeout(resolve, 50));
    // A closed engine opens another one.
    return index !== undefined && engine.index("read") === index;
  });
  writeFileSync(join(home, ".varve", "config.toml"), "[search]\nlimit = 3\n");
  expect(await kept.use((engine) => engine.options.settings.searchLimit)).toBe(3);
  kept.close();
  expect(await slow).toBe(true);
});

test("`Symbol.dispose` and `Symbol.asyncDispose` close it", async () => {
  const [one, two] = [openIn(demoHome()), openIn(demoHome())];
  one[Symbol.dispose]();
  await two[Symbol.asyncDispose]();
  await expect(one.search("x")).rejects.toMatchObject({ code: "usage" });
  await expect(two.search("x")).rejects.toMatchObject({ code: "usage" });
});

test("two libraries on one store, and on two, answer side by side", async () => {
  const [home, other] = [demoHome(), temporaryFolder()];
  const [first, second, apart] = [openIn(home), openIn(home), openIn(other)];
  const path = writePlainSession(other, "apart", ["the lighthouse is painted green"]);
  // One waits for the other, and the program goes on meanwhile.
  const [one, two] = await Promise.all([first.import(), second.import(), apart.import({ path })]);
  expect(one.turns + two.turns).toBe(50);
  const all = { allProjects: true };
  const answers = await Promise.all([
    first.search("ECONNRESET", all),
    second.search("ECONNRESET", all),
    apart.search("ECONNRESET", all),
    apart.search("lighthouse", all),
  ]);
  expect(answers[0]?.hits).toEqual(answers[1]?.hits);
  expect(answers.map(({ hits }) => hits.length > 0)).toEqual([true, true, false, true]);
  await first.close();
  expect((await second.search("ECONNRESET", all)).hits.length).toBeGreaterThan(0);
});

test("import waits for another process, and says busy when that takes too long", async () => {
  const home = demoHome();
  const [holder, waiting] = [openIn(home), openIn(home)];
  await holder.import();
  // As another varve process does.
  const lock = takeLock(join(home, ".varve", "state", "worker.lock"), 0);
  expect(lock).toBeDefined();
  await expect(waiting.import({ waitMs: 0 })).rejects.toMatchObject({ code: "busy" });
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  setTimeout(() => lock?.release(), 300);
  expect((await waiting.import()).sources).toBe(5);
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
});

test("a store that another process makes, rebuilds, adds to or replaces is followed", async () => {
  const home = demoHome();
  const varve = openIn(home);
  const all = { allProjects: true };
  expect((await varve.search("ECONNRESET", all)).header.lanes).toEqual(["tails"]);

  expect(runVarve(["import"], { home }).code).toBe(0);
  const before = await varve.search("ECONNRESET", all);
  expect(before.header.lanes).toContain("words");

  expect(runVarve(["rebuild"], { home }).code).toBe(0);
  expect((await varve.search("ECONNRESET", all)).hits).toEqual(before.hits);

  const path = writePlainSession(home, "new", ["the lighthouse is painted green"]);
  expect(runVarve(["import", "--path", path], { home }).code).toBe(0);
  expect((await varve.search("lighthouse", all)).hits).toHaveLength(1);

  removeFolder(join(home, ".varve"));
  expect((await varve.search("lighthouse", all)).hits).toHaveLength(0);
  expect(runVarve(["import", "--path", path], { home }).code).toBe(0);
  expect((await varve.search("lighthouse", all)).hits).toHaveLength(1);
});

test("what a host wrote a moment ago is found, and what another process excluded stays out", async () => {
  const home = demoHome();
  const varve = openIn(home);
  await varve.import();
  const all = { allProjects: true };
  await varve.search("ECONNRESET", all);
  const folder = join(home, ".claude", "projects", "-home-user-lamp");
  mkdirSync(folder, { recursive: true });
  const id = "11111111-2222-4333-8444-555555555555";
  const row = {
    type: "user",
    uuid: "aaaaaaaa-2222-4333-8444-555555555555",
    parentUuid: null,
    sessionId: id,
    cwd: "/home/user/lamp",
    timestamp: "2026-11-01T10:00:00.000Z",
    message: { role: "user", content: "the periscope is bent" },
  };
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(row)}\n`);
  expect((await varve.search("periscope", all)).hits).toHaveLength(1);

  writeFileSync(join(home, ".varve", "config.toml"), '[exclude]\npaths = ["/home/user/lamp"]\n');
  expect(runVarve(["sync", "--yes"], { home }).code).toBe(0);
  expect((await varve.search("periscope", all)).hits).toHaveLength(0);
});

test("the library takes nothing out that a rule of the settings leaves out late", async () => {
  const home = demoHome();
  const varve = openIn(home);
  await varve.import();
  writeFileSync(join(home, ".varve", "config.toml"), '[exclude]\npaths = ["/"]\n');
  const again = await varve.import();
  expect(again.warnings.map(({ message }) => message).join()).toMatch(/varve sync --yes/);
  expect((await varve.audit()).counts.forgottenLines).toBe(0);
});

test("a closed library holds no file of the store", async () => {
  const home = demoHome();
  const varve = openIn(home);
  await varve.import();
  await varve.search("ECONNRESET", { allProjects: true });
  await varve.logs("CONNR", { mode: "exact", allBytes: true, allProjects: true });
  expect(openFilesBelow(home).length).toBeGreaterThan(0);
  await varve.close();
  expect(await filesLeftOpen(home)).toEqual([]);
  rmSync(join(home, ".varve"), { recursive: true });
});
