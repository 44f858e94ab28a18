/** A lock file that a power cut filled with NUL bytes stops no command: it holds nothing and is emptied. */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { takeLock } from "../../src/platform/lock.ts";
import { temporaryFolder } from "../support/temp-home.ts";

test.each([
  ["NUL bytes", Buffer.alloc(4096)],
  ["another text", Buffer.from('{"x": [garbage\n'.repeat(100))],
])("a lock file of %s is taken, by one process at a time", (_name, bytes) => {
  const path = join(temporaryFolder(), "worker.lock");
  writeFileSync(path, bytes);
  const inode = statSync(path).ino;
  const lock = takeLock(path, 0);
  expect(lock).toBeDefined();
  expect(takeLock(path, 0)).toBeUndefined();
  lock?.release();
  expect(statSync(path).ino).toBe(inode);
});
