import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeJsonString } from "../../../src/transcripts/shared/decode-json-string.ts";
import { walkJsonStrings } from "../../../src/transcripts/shared/walk-json-strings.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 500;

test("any string decodes as JSON.parse does, and each place leads to its byte", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, ascii) => {
      const plain = JSON.stringify(text);
      const raw = ascii
        ? plain.replaceAll(
            /[^ -~]/g,
            (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
          )
        : plain;
      const line = Buffer.from(raw);
      const decoded = decodeJsonString(line, 1, line.length - 1);
      expect(decoded.text).toBe(JSON.parse(line.toString("utf8")));
      const places = [...decoded.text].reduce<number[]>(
        (all, char) => [...all, (all.at(-1) ?? 0) + char.length],
        [0],
      );
      const bytes = decoded.locate(places);
      bytes.slice(1).forEach((end, index) => {
        const piece = line.toString("utf8", bytes[index], end);
        expect(JSON.parse(`"${piece}"`)).toBe(decoded.text.slice(places[index], places[index + 1]));
      });
    }),
    { numRuns: RUNS },
  );
});

test("invalid UTF-8 and cut escapes decode to replacement characters", () => {
  expect(
    decodeJsonString(Buffer.from([0x61, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x62]), 0, 8).text,
  ).toBe(`a${"\ufffd".repeat(6)}b`);
  expect(decodeJsonString(Buffer.from("a\\u12"), 0, 5).text).toHaveLength(2);
  expect(decodeJsonString(Buffer.from("a\\"), 0, 2).text).toHaveLength(2);
});

test("any JSON value: each string is visited with its path", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const line = Buffer.from(JSON.stringify(value));
      const seen: unknown[] = [];
      const damaged = walkJsonStrings(line, (from, to, path) =>
        seen.push([...path, JSON.parse(line.toString("utf8", from - 1, to + 1))]),
      );
      expect(damaged).toBeUndefined();
      expect(seen).toEqual(listStrings(JSON.parse(line.toString()), []));
    }),
    { numRuns: RUNS },
  );
});

function listStrings(value: unknown, path: readonly (string | number)[]): unknown[] {
  if (typeof value === "string") return [[...path, value]];
  if (Array.isArray(value))
    return value.flatMap((item, index) => listStrings(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => listStrings(item, [...path, key]));
}
