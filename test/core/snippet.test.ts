/** A snippet stands where the words stand, on one line, within its size, and never breaks a character. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cutToBytes, cutToChars } from "../../src/core/cut-text.ts";
import { cutSnippet } from "../../src/core/snippet.ts";

const filler = "alpha beta gamma delta ".repeat(60);

describe("cutSnippet", () => {
  test("begins shortly before the place where most words stand together", () => {
    const text = `token ${filler}the token expired at the gateway ${filler}`;
    const { text: snippet, truncated } = cutSnippet(text, ["token", "expired", "gateway"], 80);
    expect(snippet).toContain("the token expired at the gateway");
    expect(truncated).toBe(true);
  });

  test("marks every word it shows, whatever its case", () => {
    const { text, marks } = cutSnippet("The Token was a token.", ["token"], 100);
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(["Token", "token"]);
  });

  test("marks stay on their words when the beginning is cut", () => {
    const { text, marks } = cutSnippet(`${filler}重跑gen-lamp后 토큰이 만료`, ["lamp", "토큰"], 40);
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(["lamp", "토큰"]);
  });

  test("shows the beginning when no word is found", () => {
    expect(cutSnippet("first words here", ["absent"], 11).text).toBe("first words…");
  });

  test("any text and words: within the size, well-formed, marks in order and in range", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.array(fc.string({ unit: "binary", maxLength: 6 }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 120 }),
        (text, words, size) => {
          const snippet = cutSnippet(text, words, size);
          expect(snippet.text.length).toBeLessThanOrEqual(size + 2);
          expect(snippet.text.isWellFormed()).toBe(true);
          expect(snippet.text).not.toMatch(/[\n\r]/);
          for (const { from, to } of snippet.marks)
            expect(0 <= from && from < to && to <= snippet.text.length).toBe(true);
        },
      ),
    );
  });
});

describe("cutToBytes and cutToChars", () => {
  test("keep whole code points, and as many as fit", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer({ min: 0, max: 300 }),
        (text, size) => {
          const cut = cutToBytes(text, size);
          expect(text.startsWith(cut)).toBe(true);
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(size);
          const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
          if (cut.length < text.length) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(size);
          expect(cutToChars(text, size).length).toBeLessThanOrEqual(size);
          expect(cutToChars(text, size).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
