import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";

import { expect, test } from "vitest";

import { openZstdStream } from "../../src/platform/zstd.ts";
import { captureFile, makeHome, restoredText, sourceFile, zstdOf } from "./test-archive.ts";

const FULL = process.env["VARVE_TEST_FULL"] === "1";
const MB = 1024 * 1024;

test(
  "a large file with a 30 MB line is taken in bounded memory, and read from its end without reading it all",
  { timeout: 120_000 },
  () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const size = (FULL ? 300 : 48) * MB;
    const descriptor = openSync(path, "w");
    const row = `${JSON.stringify({ t: "z".repeat(2000) })}\n`;
    const block = row.repeat(500);
    let lines = 0;
    for (let written = 0; written < size; written += block.length) {
      writeSync(descriptor, block);
      lines += 500;
      if (lines === 5000) {
        writeSync(descriptor, `"${"w".repeat(30 * MB)}"\n`);
        lines += 1;
      }
    }
    closeSync(descriptor);
    const before = process.memoryUsage().heapUsed;
    const { entryId, lastLine, bytes } = captureFile(archive, sourceFile(path));
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(256 * MB);
    expect({ lastLine, bytes }).toEqual({ lastLine: lines, bytes: statSync(path).size });
    let seen = 0;
    archive.readLines(entryId, 1, lines - 2, (line) => {
      expect(line.toString()).toBe(row.trimEnd());
      seen += 1;
    });
    expect(seen).toBe(3);
    let first = 0;
    archive.readLines(entryId, 1, 1, () => {
      first += 1;
      return first < 10;
    });
    expect(first).toBe(10);
    expect(archive.verify(entryId)).toEqual([]);
    // Cut inside what was taken in several steps: nothing new.
    truncateSync(path, 9 * MB);
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
  },
);

test("many small appends are resealed into few members and keep every line", () => {
  const home = makeHome();
  const archive = home.open();
  const path = home.hostPath("a.jsonl");
  let text = "";
  let entryId = "";
  for (let n = 0; n < 60; n += 1) {
    text += `${JSON.stringify({ n, t: "v".repeat(n === 30 ? 300_000 : 50) })}\n`;
    writeFileSync(path, text);
    ({ entryId } = captureFile(archive, sourceFile(path)));
  }
  expect(archive.entry(entryId)?.epochs).toMatchObject([{ members: 60 }]);
  expect(archive.reseal(entryId)).toMatchObject([
    { outcome: "sealed", membersBefore: 60, membersAfter: 3, sourceRewritten: false },
  ]);
  expect(archive.reseal(entryId)).toMatchObject([{ outcome: "already" }]);
  expect(restoredText(home, archive, entryId)).toBe(text);
  expect(archive.verify(entryId)).toEqual([]);
  text += '{"n":60}\n';
  writeFileSync(path, text);
  expect(captureFile(archive, sourceFile(path))).toMatchObject({
    outcome: "appended",
    firstLine: 61,
  });
  expect(archive.reseal(entryId)).toMatchObject([
    { outcome: "sealed", membersBefore: 4, membersAfter: 3 },
  ]);
  expect(restoredText(home, archive, entryId)).toBe(text);
  expect(archive.verify(entryId)).toEqual([]);
});

test("zstd comes out piece by piece and stops without an error where the input is damaged", () => {
  const content = Buffer.from("some words\n".repeat(30_000));
  const packed = zstdOf(content);
  const decode = (bytes: Buffer): Buffer => {
    let at = 0;
    const stream = openZstdStream(() => {
      const piece = bytes.subarray(at, at + 1000);
      at += piece.length;
      return piece.length === 0 ? undefined : piece;
    });
    const parts: Buffer[] = [];
    for (let part = stream.next(); part !== undefined; part = stream.next()) parts.push(part);
    return Buffer.concat(parts);
  };
  expect(decode(packed).equals(content)).toBe(true);
  const cut = decode(packed.subarray(0, 200_000));
  expect(cut.length).toBeGreaterThan(0);
  expect(content.subarray(0, cut.length).equals(cut)).toBe(true);
  expect(
    decode(Buffer.from("nothing of the kind, and long enough to be taken for a frame")).length,
  ).toBe(0);
  // Two frames in a row, as a writer that flushes leaves them.
  expect(decode(Buffer.concat([packed, packed])).length).toBe(2 * content.length);
});
