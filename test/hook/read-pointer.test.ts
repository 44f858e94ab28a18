import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatHookFailure, parseHookFailure } from "../../src/core/hook-failure.ts";
import { formatSpoolLine, parseSpoolLine } from "../../src/core/spool-line.ts";
import { readPointer, scanTopLevelStrings } from "../../src/hook/read-pointer.ts";
import { repositoryRoot } from "./hook-process.ts";

const whole = (text: string) => ({ text, cut: false, late: false });

function samplePayloads(): string[] | undefined {
  const samples = join(repositoryRoot, "..", "shared", "samples");
  const versions = [
    "claude-code/current",
    "claude-code/v2.1.197",
    "claude-code/v2.0.65",
    "codex/current",
    "codex/v0.128.0",
  ];
  try {
    return versions.flatMap((version) => {
      const folder = join(samples, version, "hook-payloads");
      return readdirSync(folder).map((name) => join(folder, name));
    });
  } catch {
    return undefined;
  }
}

const payloads = samplePayloads();

describe("the payloads of real hosts", () => {
  test.skipIf(payloads === undefined)(
    "whole and cut anywhere after the pointer (needs the shared samples)",
    () => {
      expect(payloads?.length).toBeGreaterThan(60);
      for (const path of payloads ?? []) {
        const { stdin } = JSON.parse(readFileSync(path, "utf8")) as {
          stdin: Record<string, unknown>;
        };
        const expected = { session: stdin.session_id, path: stdin.transcript_path };
        const text = JSON.stringify(stdin);
        expect(readPointer(whole(text))).toEqual(expected);
        const cut = { text: text.slice(0, -3), cut: true, late: false };
        expect(readPointer(cut)).toEqual(expected);
      }
    },
  );
});

test("the scan agrees with JSON.parse on whole objects", () => {
  const strings = (value: object): Map<string, unknown> =>
    new Map(Object.entries(value).filter(([, member]) => typeof member === "string"));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, pretty) => {
      const text = JSON.stringify(value, null, pretty ? 2 : 0);
      const parsed = JSON.parse(text) as object;
      expect(scanTopLevelStrings(text)).toEqual(strings(parsed));
    }),
    { numRuns: process.env.VARVE_TEST_FULL === "1" ? 5000 : 300 },
  );
});

test("any text gives a pointer and never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), fc.boolean(), (text, cut, late) => {
      const pointer = readPointer({ text, cut, late });
      expect(pointer.session === null || pointer.session.length <= 1024).toBe(true);
    }),
  );
});

test("spool lines and failures come back as written; torn and foreign ones do not", () => {
  const line = {
    v: 1,
    host: "codex",
    session: "s",
    path: "/a b/한.jsonl",
    event: "Stop",
    at: "2026-03-01T00:00:00.000Z",
  } as const;
  expect(parseSpoolLine(formatSpoolLine(line))).toEqual(line);
  for (const text of ["", "{", "null", "[]", '{"v":2}', formatSpoolLine(line).slice(0, 30)]) {
    expect(parseSpoolLine(text)).toBeUndefined();
    expect(parseHookFailure(text)).toBeUndefined();
  }
  const failure = {
    v: 1,
    at: "2026-03-01T00:00:00.000Z",
    host: "codex",
    event: "Stop",
    reason: "empty",
    detail: "",
  } as const;
  expect(parseHookFailure(formatHookFailure(failure))).toEqual(failure);
});
