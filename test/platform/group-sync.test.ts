/** Within a group nothing is synced until it is flushed; outside of one everything is synced at once. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { nodeFileOps } from "../../src/platform/file-ops.ts";
import { createGroupSync } from "../../src/platform/group-sync.ts";
import { createSyncTogether } from "../../src/platform/sync-together.ts";
import { temporaryFolder } from "../support/temp-home.ts";

test("fsync is put off within a group of appends, and only there", () => {
  const folder = temporaryFolder();
  let synced = 0;
  const group = createGroupSync({
    ...nodeFileOps,
    sync: (descriptor) => ((synced += 1), nodeFileOps.sync(descriptor)),
  });
  const append = (name: string): void => {
    const descriptor = group.files.openAppend(join(folder, name));
    group.files.write(descriptor, Buffer.from("line\n"));
    group.files.sync(descriptor);
    group.files.close(descriptor);
  };
  append("before");
  expect(synced).toBe(1);
  group.begin();
  for (let at = 0; at < 20; at += 1) append(`file-${at}`);
  expect(synced).toBe(1);
  // A new file that is renamed over another one must be whole on disk before the rename.
  const fresh = group.files.openNew(join(folder, "fresh"));
  group.files.sync(fresh);
  group.files.close(fresh);
  expect(synced).toBe(2);
  group.end();
  append("after");
  expect(synced).toBe(3);
  expect(readFileSync(join(folder, "file-19"), "utf8")).toBe("line\n");
  group.close();
});

test("hundreds of files are synced together; those that are gone are passed over", () => {
  const folder = temporaryFolder();
  const paths = Array.from({ length: 700 }, (_, at) => join(folder, String(at)));
  for (const path of paths.slice(0, 690)) writeFileSync(path, "x");
  const together = createSyncTogether();
  expect(() => together.sync([...paths, folder])).not.toThrow();
  expect(() => together.sync(paths.slice(0, 2))).not.toThrow();
  together.close();
});

test("what cannot be synced is an error with its code", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "x");
  const together = createSyncTogether();
  const below = Array.from({ length: 20 }, (_, at) => join(folder, "file", String(at)));
  expect(() => together.sync(below)).toThrow(/ENOTDIR/);
  together.close();
});
