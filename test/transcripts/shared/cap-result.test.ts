import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  capResult,
  redactResult,
  RESULT_CAP_BYTES,
} from "../../../src/transcripts/shared/cap-result.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 5_000 : 200;

describe("capResult", () => {
  test("a result of 4 KB stays whole", () => {
    expect(capResult("é".repeat(2048))).toEqual({ text: "é".repeat(2048), truncated: false });
    expect(capResult("é".repeat(2049)).truncated).toBe(true);
  });

  test("keeps head, tail and error lines", () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `ordinary output line ${i}`);
    lines[900] = "src/lamp.ts(12,3): error TS2345: amberflint is not assignable";
    lines[901] = "TypeError: dunestack is not a function";
    const { text, truncated } = capResult(lines.join("\n"));
    expect(truncated).toBe(true);
    for (const kept of ["line 0", "line 1999", "amberflint", "dunestack", "characters not indexed"])
      expect(text).toContain(kept);
    expect(text).not.toContain("line 950");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(RESULT_CAP_BYTES);
  });

  test("any text: within the cap, no split surrogate pair", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("\u{1f600}", "error: 실패\n", "가나다", "x", "\n"), {
          minLength: 800,
          maxLength: 4000,
        }),
        (parts) => {
          const { text } = capResult(parts.join(""));
          expect(text.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(RESULT_CAP_BYTES);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("a secret across the cut is redacted before the cut", () => {
    const redactor = {
      redact: (text: string) => text.replaceAll("sekret-value", "[redacted]"),
      counts: () => ({}),
    };
    for (let pad = 1480; pad < 1510; pad += 1) {
      expect(
        redactResult(`${"a".repeat(pad)}sekret-value${"b".repeat(9000)}`, redactor).text,
      ).not.toMatch(/sekr/);
    }
    const huge = redactResult(
      `head sekret-value ${"x\n".repeat(400_000)}error sekret-value\n${"y\n".repeat(9000)}tail`,
      redactor,
    );
    expect(huge.truncated).toBe(true);
    expect(huge.text).toMatch(/^head \[redacted\]/);
    expect(huge.text).not.toContain("sekret");
  });
});
