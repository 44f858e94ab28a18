/** A lock is held by one process at a time and falls with the process that held it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

import { openLockFile, takeLock } from "../../src/platform/lock.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test("a second taker waits as long as it is told, then gets nothing", () => {
  const path = join(temporaryFolder(), "state", "a.lock");
  const lock = takeLock(path, 0);
  expect(lock).toBeDefined();
  const started = performance.now();
  expect(takeLock(path, 120)).toBeUndefined();
  expect(performance.now() - started).toBeGreaterThan(80);
  lock?.release();
  const again = takeLock(path, 0);
  expect(again).toBeDefined();
  again?.release();
});

test("one file is taken again and again, and is closed to others while it is held", () => {
  const path = join(temporaryFolder(), "b.lock");
  const file = openLockFile(path);
  for (let round = 0; round < 3; round += 1) {
    const lock = file.take(0);
    expect(takeLock(path, 0)).toBeUndefined();
    lock?.release();
  }
  file.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("kill -9 of the holder frees the lock at once", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "c.lock");
  // Below the repository, so that the bundle finds the SQLite package.
  const script = join(repositoryRoot, "node_modules", ".cache", `hold-lock-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `import { takeLock } from "./src/platform/lock.ts"; takeLock(${JSON.stringify(path)}, 0); console.log("held"); setInterval(() => {}, 1000);`,
      resolveDir: repositoryRoot,
      loader: "ts",
    },
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["@photostructure/sqlite"],
    logLevel: "error",
  });
  onTestFinished(() => rmSync(script, { force: true }));
  const holder = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  expect(takeLock(path, 0)).toBeUndefined();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const lock = takeLock(path, 0);
  expect(lock).toBeDefined();
  lock?.release();
});
