/** Owns the small parts of logs: context, windows of long lines, a last redaction, raw spellings, sure words. */
import { expect, test } from "vitest";

import { cutContext } from "../../src/engine/logs/cut-context.ts";
import { cutIntoWindows, isInside } from "../../src/engine/logs/line-windows.ts";
import { rawExpression } from "../../src/engine/logs/raw-needle.ts";
import { findVisible } from "../../src/engine/logs/visible-match.ts";
import { sureWords } from "../../src/search-index/scan-words.ts";
import { makeRedactor } from "../redaction/make-redactor.ts";

test.each([
  ["ab needle cd", 3, 6, 100, "ab needle cd"],
  ["x".repeat(50) + "needle" + "y".repeat(50), 50, 6, 4, "…xxxxneedleyyyy…"],
  ["a\n\n  needle\tb", 5, 6, 100, "a needle b"],
  ["😀😀needle😀😀", 4, 6, 3, "…😀needle😀…"],
  ["", 0, 0, 100, ""],
])("context of %j at %d", (text, at, length, chars, expected) => {
  const context = cutContext(text, { at, length }, chars);
  expect(context.text).toBe(expected);
  expect(context.text.isWellFormed()).toBe(true);
  const [mark] = context.marks;
  expect(context.text.slice(mark?.from, mark?.to)).toBe(text.slice(at, at + length));
});

test("a match of thousands of characters is shown by its beginning", () => {
  const context = cutContext("z".repeat(5_000), { at: 0, length: 5_000 }, 100);
  expect(context.text).toHaveLength(301);
  expect(context.text.endsWith("…")).toBe(true);
});

test("every place of a long line is inside exactly where a window does not cut it short", () => {
  const line = Buffer.alloc(1_000_003, "abcdefghij");
  const covered = new Uint8Array(line.length);
  let from = 0;
  for (const window of cutIntoWindows(line)) {
    // Windows are views of the line: their offset tells where they begin.
    from = window.bytes.byteOffset - line.byteOffset;
    for (let at = 0; at < window.bytes.length; at += 1)
      if (isInside(window, { at, length: 1 }, window.bytes.length)) covered[from + at] = 1;
    if (!window.isFirst) expect(isInside(window, { at: 0, length: 5 }, 400_000)).toBe(false);
    if (!window.isLast) expect(isInside(window, { at: 399_990, length: 10 }, 400_000)).toBe(false);
  }
  expect(covered.every((mark) => mark === 1)).toBe(true);
});

test("what a newer rule hides is not shown, and what stands beside it is", () => {
  const redactor = makeRedactor();
  const secret = ["ghp", "9fK2mQ7xL4vT8wR1sY6bN3cJ5hD0gZaPqEuW"].join("_");
  const text = `before ${secret} behind`;
  expect(findVisible(redactor, text, { at: 10, length: 8 })).toBeUndefined();
  const found = findVisible(redactor, text, { at: text.indexOf("behind"), length: 6 });
  expect(found?.text).not.toContain(secret);
  expect(found?.text.slice(found.span.at)).toBe("behind");
  const long = `${"filler ".repeat(30_000)}${text}${" filler".repeat(30_000)}`;
  const far = findVisible(redactor, long, { at: long.indexOf("behind"), length: 6 });
  expect(far?.text).not.toContain(secret);
  expect(far?.text.slice(far.span.at, far.span.at + 6)).toBe("behind");
  expect(far?.text.length).toBeLessThan(40_000);
});

test.each([
  ['say "hi"', '{"text":"say \\"hi\\""}'],
  ["tab\there", '{"args":"{\\"a\\":\\"tab\\\\there\\"}"}'],
  ["pérle", '{"a":"P\\u00c9RLE"}'],
  ["Привет", '{"a":"ПРИВЕТ"}'],
  ["한글", `{"a":"${"한글".normalize("NFD")}"}`],
  ["a\\d+(b", '{"a":"a\\\\d+(B"}'],
])("%j is found in %j", (needle, line) => {
  expect(rawExpression(needle).test(Buffer.from(line).toString("latin1"))).toBe(true);
  expect(rawExpression(needle).test(Buffer.from(line.slice(0, 4)).toString("latin1"))).toBe(false);
});

test("runs of backslashes and quotes take no time", () => {
  const line = Buffer.from(`{"a":"${"\\\\".repeat(30_000)}x"}`).toString("latin1");
  const started = performance.now();
  for (const needle of ["\\".repeat(60) + "q", '"'.repeat(500), "\\\n".repeat(200), '\\"q'])
    expect(rawExpression(needle).test(line)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ["connections were refused", '"were"'],
  [" connections were refused ", '"connect" AND "refus" AND "were"'],
  ["nnecti", undefined],
  ["commit 7c1", '"7c1"*'],
  ["fix commit abc", '"commit"'],
  ["src/net/sse.ts", '"net" AND "sse"'],
  ["don't stop it", '"stop"'],
  ["인증 토큰을", '"토큰 큰을" AND "인증"'],
  ["ｆｕｌｌ width text", undefined],
  ["%_%", undefined],
])("of %j the words %j are sure", (needle, expected) => {
  expect(sureWords(needle)).toBe(expected);
});
