import { describe, expect, test } from "vitest";

import { findHeld, findLiterals } from "../../src/recall/find-literals.ts";

describe("what is meant letter for letter", () => {
  test.each<[string, readonly string[]]>([
    ["why can't I touch src/app.ts:42?", ["exact src/app.ts:42"]],
    ["the C++ shim, -O2 and C#", ["exact C++", "exact -O2", "exact C#"]],
    ['we said "warm white" or “cold white”', ["phrase warm white", "phrase cold white"]],
    ["ECONNRESET in openEventStream", ["exact ECONNRESET", "exact openEventStream"]],
    ["重跑gen-lamp后检查", ["exact gen-lamp"]],
    ["PHRASE THAT IS NOWHERE QQQQ", []],
    ["plain words of a question?", []],
    ["「夜間 バックアップ」とは", ["phrase 夜間 バックアップ"]],
    ['"', []],
    ["", []],
  ])("%s", (query, expected) => {
    expect(findLiterals(query).map(({ kind, typed }) => `${kind} ${typed}`)).toEqual(expected);
  });

  test("a pasted page gives a bounded list", () => {
    const pasted = Array.from({ length: 500 }, (_, at) => `file_${at}.ts`).join(" ");
    expect(findLiterals(pasted).length).toBeLessThanOrEqual(12);
  });
});

describe("where they stand", () => {
  const holds = (text: string, query: string): boolean =>
    findHeld(text, findLiterals(query)).length > 0;

  test.each([
    ["Edit src/app.ts:42 now", "src/app.ts:42", true],
    ["Edit src/app.ts:421 now", "src/app.ts:42", false],
    ["xsrc/app.ts:42", "src/app.ts:42", false],
    ["compiled with -O2, fine", "-O2", true],
    ["compiled with -O20", "-O2", false],
    ["a C++ shim", "C++", true],
    ["Warm\n  white light", '"warm white"', true],
    ["warm and white", '"warm white"', false],
    ["重跑gen-lamp后", "gen-lamp", true],
  ])("%s | %s", (text, query, expected) => {
    expect(holds(text, query)).toBe(expected);
  });
});
