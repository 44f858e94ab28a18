import { describe, expect, test } from "vitest";
import { cleanText, cutText } from "../../../src/transcripts/shared/clean-text.ts";
import { MAX_PARSED_LINE_BYTES, parseLine } from "../../../src/transcripts/shared/parse-line.ts";

const whole = '{"type":"user","uuid":"u1","n":{"x":[1,"}{"]}}';
const other = '{"type":"assistant","uuid":"u2"}';

function uuids(line: string | Buffer): {
  readonly uuids: readonly unknown[];
  readonly problem: string | null;
} {
  const parsed = parseLine(Buffer.from(line));
  return { uuids: parsed.records.map((record) => record["uuid"]), problem: parsed.problem };
}

describe("parseLine", () => {
  test.each([
    ["a record", whole, ["u1"], null],
    ["byte-order mark", `\ufeff${whole}`, ["u1"], null],
    ["CR at the end", `${whole}\r`, ["u1"], null],
    ["NULs behind a record", `${whole}${"\0".repeat(300)}`, ["u1"], null],
    ["NULs before a record", `${"\0".repeat(300)}${whole}`, ["u1"], null],
    ["only NULs", "\0".repeat(512), [], "nul-run"],
    ["blank", " \t\r", [], "blank"],
    ["empty", "", [], "blank"],
    ["two glued records", whole + other, ["u1", "u2"], null],
    ["NULs between two records", `${whole}\0\0${other}`, ["u1", "u2"], null],
    ["a record, then a torn one", `${whole}{"type":"user","uu`, ["u1"], "damaged"],
    [
      "a torn record, then a whole one",
      `{"type":"user","message":{"content":"ab${other}`,
      ["u2"],
      "damaged",
    ],
    [
      "a torn record whose inner object is whole",
      '{"type":"user","message":{"role":"user","content":"half"}',
      [],
      "damaged",
    ],
    ["a torn record", '{"type":"user","message":{"role":"us', [], "damaged"],
    ["a scalar", "12", [], "damaged"],
    ["a list", "[1,2]", [], "damaged"],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0x20, 0x41]), [], "damaged"],
    ["deep nesting", "[".repeat(200_000), [], "damaged"],
    ["a deep object", `{"a":${"[".repeat(100_000)}`, [], "damaged"],
  ])("%s", (_name, line, expected, problem) => {
    expect(uuids(line)).toEqual({ uuids: expected, problem });
  });

  test("a line above the limit is not parsed", () => {
    expect(parseLine(Buffer.alloc(MAX_PARSED_LINE_BYTES + 1, 0x61)).problem).toBe("too-long");
  });
});

test("text that becomes a turn holds no NUL and no lone surrogate", () => {
  expect(cleanText("a\0b\ud800c")).toBe("ab\ufffdc");
  expect(cutText("ab\u{1f600}", 3)).toBe("ab");
  expect(cutText("ab\u{1f600}", 4)).toBe("ab\u{1f600}");
});
