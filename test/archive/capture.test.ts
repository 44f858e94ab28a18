import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  truncateSync,
  readFileSync,
  openSync,
  writeSync,
  closeSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  captureFile,
  makeHome,
  restoredText,
  snapshot,
  sourceFile,
  zstdOf,
} from "./test-archive.ts";

const row = (n: number, size = 40): string => `${JSON.stringify({ n, text: "x".repeat(size) })}\n`;
const rows = (from: number, to: number, size = 40): string => {
  let text = "";
  for (let n = from; n <= to; n += 1) text += row(n, size);
  return text;
};

describe("capture", () => {
  test("takes whole lines, then what was appended, and nothing twice", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${rows(1, 3)}{"torn`);
    const first = captureFile(archive, sourceFile(path));
    expect(first).toMatchObject({
      outcome: "new-entry",
      epoch: 1,
      firstLine: 1,
      lastLine: 3,
      pendingBytes: 6,
    });
    const before = snapshot(home.root);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "unchanged",
      bytes: 0,
      pendingBytes: 6,
    });
    expect(snapshot(home.root)).toEqual(before);
    appendFileSync(path, `":1}\n${row(5)}`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "appended",
      firstLine: 4,
      lastLine: 5,
    });
    expect(restoredText(home, archive, first.entryId)).toBe(readFileSync(path, "utf8"));
    expect(archive.verify(first.entryId)).toEqual([]);
  });

  test("plain zcat gives the transcript back", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, rows(1, 5));
    const { entryId } = captureFile(archive, sourceFile(path));
    appendFileSync(path, rows(6, 9));
    captureFile(archive, sourceFile(path));
    const digits = entryId.slice(-8);
    const gz = join(
      home.root,
      `claude-code/${digits.slice(0, 2)}`,
      `${entryId.slice("claude-code/".length)}.1.jsonl.gz`,
    );
    expect(execFileSync("gzip", ["-dc", gz]).toString()).toBe(rows(1, 9));
  });

  test.each(["shrunk and rewritten", "same size in place", "replaced by rename"])(
    "a source that was %s starts a new epoch and the old one stays",
    (how) => {
      const home = makeHome();
      const archive = home.open();
      const path = home.hostPath("a.jsonl");
      writeFileSync(path, rows(1, 9));
      const { entryId } = captureFile(archive, sourceFile(path));
      const next =
        how === "shrunk and rewritten" ? rows(20, 24) : rows(1, 9).replace('"n":5', '"n":6');
      if (how === "replaced by rename") {
        writeFileSync(`${path}.new`, next);
        renameSync(`${path}.new`, path);
      } else writeFileSync(path, next);
      expect(captureFile(archive, sourceFile(path))).toMatchObject({
        outcome: "new-epoch",
        epoch: 2,
        firstLine: 1,
      });
      expect(restoredText(home, archive, entryId)).toBe(next);
      expect(restoredText(home, archive, entryId, 1)).toBe(rows(1, 9));
      expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
      expect(archive.verify(entryId)).toEqual([]);
    },
  );

  test("a source cut back to a prefix is nothing new; other growth after that is", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, rows(1, 9));
    const { entryId } = captureFile(archive, sourceFile(path));
    truncateSync(path, rows(1, 4).length + 7);
    const before = snapshot(home.root);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "unchanged",
      epoch: 1,
      pendingBytes: 7,
    });
    expect(snapshot(home.root)).toEqual(before);
    writeFileSync(path, rows(1, 4) + rows(50, 70));
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "new-epoch",
      epoch: 2,
    });
    expect(restoredText(home, archive, entryId)).toBe(rows(1, 4) + rows(50, 70));
    expect(archive.restorePlan(entryId).epochs.map(({ prefixOf }) => prefixOf)).toEqual([
      null,
      null,
    ]);
  });

  test("a moved source stays one entry, with or without growth", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("sessions/a.jsonl");
    const moved = home.hostPath("archived_sessions/a.jsonl");
    writeFileSync(path, rows(1, 9));
    const { entryId } = captureFile(archive, sourceFile(path));
    renameSync(path, moved);
    expect(captureFile(archive, sourceFile(moved))).toMatchObject({
      outcome: "moved",
      entryId,
      epoch: 1,
      moved: true,
    });
    expect(captureFile(archive, sourceFile(moved)).outcome).toBe("unchanged");
    expect(archive.entry(entryId)?.path).toBe(moved);
    const third = home.hostPath("elsewhere/a.jsonl");
    renameSync(moved, third);
    appendFileSync(third, row(10));
    expect(captureFile(archive, sourceFile(third))).toMatchObject({
      outcome: "appended",
      moved: true,
      firstLine: 10,
    });
    expect([...archive.entries()]).toHaveLength(1);
    expect(archive.verify(entryId)).toEqual([]);
  });

  test("a compressed source is the same entry by its content", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const text = rows(1, 4000);
    writeFileSync(path, text);
    const { entryId } = captureFile(archive, sourceFile(path));
    rmSync(path);
    const packed = home.hostPath("a.jsonl.zst");
    writeFileSync(packed, zstdOf(Buffer.from(text + row(4001))));
    const outcome = captureFile(archive, sourceFile(packed, { compressed: true }));
    expect(outcome).toMatchObject({
      outcome: "appended",
      entryId,
      firstLine: 4001,
      lastLine: 4001,
      moved: true,
    });
    expect(captureFile(archive, sourceFile(packed, { compressed: true })).outcome).toBe(
      "unchanged",
    );
    expect(restoredText(home, archive, entryId)).toBe(text + row(4001));
    expect(archive.restorePlan(entryId).target).toBe(path);
    expect(archive.verify(entryId)).toEqual([]);
  });

  test("a damaged compressed file gives what comes out of it", () => {
    const home = makeHome();
    const archive = home.open();
    const packed = home.hostPath("a.jsonl.zst");
    const whole = zstdOf(Buffer.from(rows(1, 4000)));
    writeFileSync(packed, whole.subarray(0, 150_000));
    const outcome = captureFile(archive, sourceFile(packed, { compressed: true }));
    expect(outcome.outcome).toBe("new-entry");
    writeFileSync(packed, whole);
    expect(captureFile(archive, sourceFile(packed, { compressed: true })).outcome).toBe("appended");
    expect(restoredText(home, archive, outcome.entryId)).toBe(rows(1, 4000));
    writeFileSync(packed, "no zstd at all");
    expect(captureFile(archive, sourceFile(packed, { compressed: true })).outcome).toBe(
      "unchanged",
    );
  });

  test("two live files under one id become two entries, and stay so", () => {
    const home = makeHome();
    const archive = home.open();
    const one = home.hostPath("p1/a.jsonl");
    const two = home.hostPath("p2/a.jsonl");
    writeFileSync(one, rows(1, 9));
    writeFileSync(two, rows(20, 29));
    const first = captureFile(archive, sourceFile(one));
    const second = captureFile(archive, sourceFile(two));
    expect(second.outcome).toBe("new-entry");
    expect(second.entryId).not.toBe(first.entryId);
    appendFileSync(one, row(10));
    appendFileSync(two, row(30));
    expect(captureFile(archive, sourceFile(two))).toMatchObject({
      outcome: "appended",
      entryId: second.entryId,
    });
    expect(captureFile(archive, sourceFile(one))).toMatchObject({
      outcome: "appended",
      entryId: first.entryId,
    });
    rmSync(one);
    appendFileSync(two, row(31));
    expect(captureFile(archive, sourceFile(two))).toMatchObject({
      outcome: "appended",
      entryId: second.entryId,
    });
    expect([...archive.entries()]).toHaveLength(2);
  });

  test("tool results and side files are taken without a final newline; a later change is a new epoch", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("result.txt");
    writeFileSync(path, "first\nlast without newline");
    const file = (): ReturnType<typeof sourceFile> =>
      sourceFile(path, { kind: "tool-result", fileId: "s/result.txt" });
    const { entryId } = captureFile(archive, file());
    expect(captureFile(archive, file()).outcome).toBe("unchanged");
    expect(restoredText(home, archive, entryId)).toBe("first\nlast without newline");
    appendFileSync(path, " and more");
    expect(captureFile(archive, file())).toMatchObject({ outcome: "new-epoch", lastLine: 2 });
    expect(restoredText(home, archive, entryId)).toBe("first\nlast without newline and more");
    expect(archive.verify(entryId)).toEqual([]);
  });

  test("an empty or unfinished file is no entry yet; a missing one is said to be missing", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, "");
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "unchanged",
      epoch: 0,
    });
    writeFileSync(path, "half a line");
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "unchanged",
      epoch: 0,
      pendingBytes: 11,
    });
    expect([...archive.entries()]).toEqual([]);
    rmSync(path);
    expect(() => captureFile(archive, sourceFile(path))).toThrow(
      expect.objectContaining({ code: "not-found" }),
    );
  });

  test("CRLF, NUL runs, blank lines and broken UTF-8 come back byte for byte", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const bytes = Buffer.concat([
      Buffer.from("a\r\n\n\n"),
      Buffer.alloc(5000),
      Buffer.from([10, 0xff, 0xfe, 0xed, 0xa0, 0x80, 10]),
    ]);
    writeFileSync(path, bytes);
    const { entryId, lastLine } = captureFile(archive, sourceFile(path));
    expect(lastLine).toBe(5);
    const to = join(home.home, "out");
    archive.restore({ entryId, to });
    expect(readFileSync(to).equals(bytes)).toBe(true);
  });

  test("a touched file is compared in full, and an interior change of a large file is found by its time", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const text = rows(1, 3000, 1000);
    writeFileSync(path, text);
    captureFile(archive, sourceFile(path));
    utimesSync(path, new Date(), new Date());
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
    writeInPlace(path, text.indexOf('"n":1500') + 4, "9999");
    expect(captureFile(archive, sourceFile(path))).toMatchObject({ outcome: "new-epoch" });
  });

  test("an interior rewrite of a small file is found though it grew", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const text = rows(1, 300, 1000);
    writeFileSync(path, text);
    captureFile(archive, sourceFile(path));
    writeInPlace(path, text.indexOf('"n":50,') + 4, "99");
    appendFileSync(path, row(301));
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "new-epoch",
      lastLine: 301,
    });
  });

  test("the time of a file written to a moment ago is no proof that it is unchanged", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const text = rows(1, 9);
    const time = new Date();
    writeFileSync(path, text);
    utimesSync(path, time, time);
    captureFile(archive, sourceFile(path));
    writeInPlace(path, text.indexOf('"n":5,') + 4, "6");
    utimesSync(path, time, time);
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("new-epoch");
  });

  test("an interior rewrite hidden behind growth is found by reseal and taken at the next capture", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const text = rows(1, 3000, 1000);
    writeFileSync(path, text);
    const { entryId } = captureFile(archive, sourceFile(path));
    writeInPlace(path, text.indexOf('"n":1500') + 4, "9999");
    appendFileSync(path, row(3001));
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("appended");
    expect(archive.verify(entryId)).toMatchObject([{ kind: "source-rewritten" }]);
    expect(archive.reseal(entryId)).toMatchObject([{ sourceRewritten: true }]);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "new-epoch",
      epoch: 2,
    });
    expect(restoredText(home, archive, entryId)).toBe(readFileSync(path, "utf8"));
    expect(restoredText(home, archive, entryId, 1)).toBe(text + row(3001));
    expect(archive.verify(entryId)).toEqual([]);
  });

  test("files are 0600 and folders 0700, whatever the umask", () => {
    const home = makeHome();
    const before = process.umask(0o022);
    try {
      const path = home.hostPath("a.jsonl");
      writeFileSync(path, rows(1, 3));
      const archive = home.open();
      const { entryId } = captureFile(archive, sourceFile(path));
      archive.reseal(entryId);
      archive.forget({ entryId, lines: new Set([1]), reason: "test" });
      archive.noteVanished(entryId);
      for (const file of Object.keys(snapshot(home.root)))
        expect(statSync(file).mode & 0o777).toBe(0o600);
      for (const folder of ["", "claude-code", `claude-code/${entryId.slice(-8, -6)}`]) {
        expect(statSync(join(home.root, folder)).mode & 0o777).toBe(0o700);
      }
    } finally {
      process.umask(before);
    }
  });

  test("nothing secret stands in names or sidecars; a redacted path is known again", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("hunter2/hunter2.jsonl");
    writeFileSync(path, rows(1, 3));
    const file = (): ReturnType<typeof sourceFile> =>
      sourceFile(path, { fileId: "hunter2-session" });
    const outcome = archive.capture({ file: file(), project: "hunter2", session: "hunter2" });
    archive.forget({ entryId: outcome.entryId, lines: new Set([2]), reason: "hunter2" });
    archive.noteVanished(outcome.entryId);
    for (const name of Object.keys(snapshot(home.root))) {
      expect(name).not.toContain("hunter2");
      if (!name.endsWith(".gz")) expect(readFileSync(name, "utf8")).not.toContain("hunter2");
    }
    appendFileSync(path, row(4));
    expect(archive.capture({ file: file(), project: null, session: null })).toMatchObject({
      outcome: "appended",
      entryId: outcome.entryId,
    });
    expect(archive.restorePlan(outcome.entryId).target).toBeNull();
    expect(() => archive.restore({ entryId: outcome.entryId })).toThrow(
      expect.objectContaining({ code: "bad-input" }),
    );
  });

  test("session and project that become known later are kept", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, rows(1, 3));
    const { entryId } = captureFile(archive, sourceFile(path));
    archive.capture({ file: sourceFile(path), project: "web", session: "s1" });
    const before = snapshot(home.root);
    archive.capture({ file: sourceFile(path), project: "web", session: "s1" });
    captureFile(archive, sourceFile(path));
    expect(snapshot(home.root)).toEqual(before);
    archive.reseal(entryId);
    expect(archive.entry(entryId)).toMatchObject({ project: "web", session: "s1" });
    expect(archive.find("11111111-2222-4333-8444-555555555555", "claude-code")?.id).toBe(entryId);
  });
});

function writeInPlace(path: string, at: number, text: string): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, text, at);
  closeSync(descriptor);
}
