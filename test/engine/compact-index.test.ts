/** A large import leaves a mark; the worker compacts the index once and takes the mark away. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { compactWhenWanted } from "../../src/engine/compact-index.ts";
import { runWorker } from "../../src/engine/run-worker.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

function write(home: string, rows: number): void {
  const id = "0f000000-0000-4000-8000-000000000001";
  const folder = join(home, ".claude", "projects", "-p");
  mkdirSync(folder, { recursive: true });
  const line = (at: number): string =>
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: "/home/user/code/lamp",
      sessionId: id,
      version: "2.1.332",
      type: "user",
      message: { role: "user", content: `heron number ${at} ${"words to index ".repeat(20)}` },
      uuid: `10000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    });
  writeFileSync(
    join(folder, `${id}.jsonl`),
    `${Array.from({ length: rows }, (_, at) => line(at)).join("\n")}\n`,
  );
}

test("once after a large import, and not after a small one", () => {
  const home = temporaryFolder();
  const engine = openTestEngine(home);
  const mark = join(home, ".varve", "state", "compact-wanted");
  write(home, 100);
  syncSources(engine);
  expect(existsSync(mark)).toBe(false);
  write(home, 8_000);
  syncSources(engine);
  expect(existsSync(mark)).toBe(true);
  const folder = join(home, ".varve", "index");
  const size = (): number =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const before = size();
  expect(runWorker(engine).ran).toBe(true);
  expect(existsSync(mark)).toBe(false);
  expect(size()).toBeLessThan(before);
  expect(compactWhenWanted(engine)).toBe(false);
  expect(searchTurns(engine, { query: "heron", allProjects: true, cwd: "/" }).header).toMatchObject(
    { totalIsExact: false },
  );
});
