import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { takeLock } from "../../src/platform/lock.ts";
import { nodeFileOps, type FileOps } from "../../src/platform/file-ops.ts";
import { failingFiles } from "./crashing-files.ts";
import { captureFile, makeHome, restoredText, snapshot, sourceFile } from "./test-archive.ts";

test.each([
  { code: "ENOSPC", expected: "disk-full" },
  { code: "EROFS", expected: "store-readonly" },
  { code: "EACCES", expected: "store-readonly" },
] as const)("$code says what to do, and the next capture finishes", ({ code, expected }) => {
  const home = makeHome();
  const path = home.hostPath("a.jsonl");
  const failing = home.open({ files: failingFiles(code) });
  writeFileSync(path, '{"n":1}\n');
  const first = { code: expected, fix: expect.stringMatching(/.+/) as string };
  expect(() => captureFile(failing, sourceFile(path))).toThrow(expect.objectContaining(first));
  const { entryId } = captureFile(home.open(), sourceFile(path));
  appendFileSync(path, '{"n":2}\n');
  expect(() => captureFile(failing, sourceFile(path))).toThrow(expect.objectContaining(first));
  expect(restoredText(home, home.open(), entryId)).toBe('{"n":1}\n');
  for (const work of ["reseal", "forget", "prune"] as const) {
    const before = home
      .open()
      .verify(entryId)
      .filter(({ kind }) => kind !== "source-behind" && kind !== "torn-member");
    expect(before).toEqual([]);
    expect(() => {
      if (work === "reseal") failing.reseal(entryId);
      else if (work === "forget") failing.forget({ entryId, lines: "all", reason: "" });
      else failing.prune({ entryId, lines: "all" });
    }).toThrow(expect.objectContaining({ code: expected }));
  }
  expect(captureFile(home.open(), sourceFile(path)).outcome).toBe("appended");
  expect(restoredText(home, home.open(), entryId)).toBe(readFileSync(path, "utf8"));
  expect(home.open().verify(entryId)).toEqual([]);
});

test("a restore that runs out of space leaves the target as it was", () => {
  const home = makeHome();
  const path = home.hostPath("a.jsonl");
  writeFileSync(path, '{"n":1}\n{"n":2}\n');
  const { entryId } = captureFile(home.open(), sourceFile(path));
  writeFileSync(path, '{"n":1}\n');
  const before = snapshot(home.home);
  expect(() => home.open({ files: failingFiles("ENOSPC") }).restore({ entryId })).toThrow(
    expect.objectContaining({ code: "disk-full" }),
  );
  expect(snapshot(home.home)).toEqual(before);
});

test("while another process holds the lock a capture with something new is busy, one without is not", () => {
  const home = makeHome();
  const path = home.hostPath("a.jsonl");
  const archive = home.open({ lockWaitMs: 30 });
  writeFileSync(path, '{"n":1}\n');
  captureFile(archive, sourceFile(path));
  const lock = takeLock(`${home.home}/store/state/archive.lock`, 1000);
  try {
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
    appendFileSync(path, '{"n":2}\n');
    expect(() => captureFile(archive, sourceFile(path))).toThrow(
      expect.objectContaining({ code: "busy" }),
    );
  } finally {
    lock?.release();
  }
  expect(captureFile(archive, sourceFile(path)).outcome).toBe("appended");
});

test("the member is durable before the sidecar speaks of it", () => {
  const home = makeHome();
  const path = home.hostPath("a.jsonl");
  writeFileSync(path, '{"n":1}\n');
  captureFile(home.open(), sourceFile(path));
  appendFileSync(path, '{"n":2}\n');
  const calls: string[] = [];
  const names = new Map<number, string>();
  const files: FileOps = {
    ...nodeFileOps,
    openAppend(target) {
      const descriptor = nodeFileOps.openAppend(target);
      names.set(descriptor, target.endsWith(".gz") ? "member" : "sidecar");
      return descriptor;
    },
    write(descriptor, bytes) {
      calls.push(`write ${names.get(descriptor)}`);
      nodeFileOps.write(descriptor, bytes);
    },
    sync(descriptor) {
      calls.push(`sync ${names.get(descriptor)}`);
      nodeFileOps.sync(descriptor);
    },
  };
  captureFile(home.open({ files }), sourceFile(path));
  expect(calls).toEqual(["write member", "sync member", "write sidecar", "sync sidecar"]);
});
