/** The rest of a first write that never finished is not taken in when its text stands elsewhere, and is when it does not. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { crashingFiles, Crash } from "./crashing-files.ts";
import {
  captureFile,
  makeHome,
  restoredText,
  snapshot,
  sourceFile,
  type TestHome,
} from "./test-archive.ts";

const first = '{"n":1}\n';
const fileId = "aaaaaaaa-0000-4000-8000-000000000001";

/** The crash came after the whole member was written and before the sidecar knew it. */
function holdsWholeMember(home: TestHome): boolean {
  const path = Object.keys(snapshot(home.root)).find((name) => name.endsWith(".2.jsonl.gz"));
  if (path === undefined) return false;
  try {
    return gunzipSync(readFileSync(path)).toString() === '{"n":2}\n';
  } catch {
    return false;
  }
}

/** An entry whose source moved, and beside it the unfinished second epoch of another live file of the same id. */
function makeRest(home: TestHome): string {
  const moved = home.hostPath("old/x.jsonl");
  writeFileSync(moved, first);
  const { entryId } = captureFile(home.open(), sourceFile(moved, { fileId }));
  rmSync(moved);
  const live = home.hostPath("live/x.jsonl");
  writeFileSync(live, '{"n":2}\n');
  for (let calls = 0; ; calls += 1) {
    try {
      captureFile(home.open({ files: crashingFiles(calls) }), sourceFile(live, { fileId }));
      throw new Error("no crash left an unfinished member");
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    if (holdsWholeMember(home)) break;
  }
  writeFileSync(home.hostPath("new/x.jsonl"), first);
  captureFile(home.open(), sourceFile(home.hostPath("new/x.jsonl"), { fileId }));
  return entryId;
}

function repairAll(home: TestHome, entryId: string): void {
  for (const finding of home.open().verify(entryId)) home.open().repair(finding);
}

test("the source still has it: cut, and no second entry follows that source", () => {
  const home = makeHome();
  const entryId = makeRest(home);
  const live = home.hostPath("live/x.jsonl");
  appendFileSync(live, '{"n":3}\n');
  const { entryId: other } = captureFile(home.open(), sourceFile(live, { fileId }));
  expect(other).not.toBe(entryId);
  repairAll(home, entryId);
  for (const id of home.open().entryIds()) expect(home.open().verify(id)).toEqual([]);
  expect(home.open().entry(entryId)?.epochs).toHaveLength(1);
  expect(captureFile(home.open(), sourceFile(live, { fileId })).outcome).toBe("unchanged");
});

test("the source is gone and nobody else has it: taken in", () => {
  const home = makeHome();
  const entryId = makeRest(home);
  rmSync(home.hostPath("live/x.jsonl"));
  repairAll(home, entryId);
  expect(home.open().verify(entryId)).toEqual([]);
  expect(restoredText(home, home.open(), entryId, 2)).toBe('{"n":2}\n');
});
