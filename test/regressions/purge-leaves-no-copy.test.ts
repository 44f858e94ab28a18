/** A purge also clears what a killed rewrite and a repair had left beside the entry, whenever it is finished. */
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { captureFile, makeHome, snapshot, sourceFile } from "../archive/test-archive.ts";

test("copies beside an entry go with the lines, also when a first try had taken these out", () => {
  const home = makeHome();
  const archive = home.open();
  const path = home.hostPath("a.jsonl");
  writeFileSync(path, '{"n":1}\n{"n":2,"text":"canary-copperbay"}\n{"n":3}\n');
  const { entryId } = captureFile(archive, sourceFile(path));
  const gz = Object.keys(snapshot(home.root)).find((name) => name.endsWith(".gz")) ?? "";
  const folder = dirname(gz);
  const [base = ""] = /[^/]+$/.exec(gz) ?? [];
  const before = new Set(readdirSync(folder));
  const leave = (): void => {
    writeFileSync(join(folder, `.${base}.0123456789ab.tmp`), "canary-copperbay");
    writeFileSync(join(folder, `${base}.damaged-0123456789ab`), "canary-copperbay");
  };
  leave();
  expect(archive.forget({ entryId, lines: new Set([2]), reason: "asked" }).lines).toBe(1);
  expect(new Set(readdirSync(folder))).toEqual(before);
  leave();
  expect(archive.forget({ entryId, lines: new Set([2]), reason: "asked" }).lines).toBe(0);
  expect(new Set(readdirSync(folder))).toEqual(before);
});
