import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  insertJsonc,
  parseJsonc,
  removeJsonc,
  replaceJsonc,
} from "../../src/platform/edit-jsonc.ts";
import { applyTextEdit, invertTextEdit } from "../../src/platform/text-edit.ts";

const RUNS = { numRuns: process.env.VARVE_TEST_FULL === "1" ? 5000 : 400 };

const layouts = fc.record({
  indent: fc.constantFrom<string | number>(0, 1, 2, 4, "\t"),
  crlf: fc.boolean(),
  finalNewline: fc.boolean(),
});
type Layout = { indent: string | number; crlf: boolean; finalNewline: boolean };

function print(value: unknown, layout: Layout): string {
  const text = JSON.stringify(value, null, layout.indent) + (layout.finalNewline ? "\n" : "");
  return layout.crlf ? text.replaceAll("\n", "\r\n") : text;
}

/** As JSON keeps it: minus zero becomes zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

// `__proto__` as a key is read by the parser as a prototype: no settings file has one.
const keys = fc
  .string({ unit: "grapheme", maxLength: 8 })
  .filter((key) => key !== "__proto__" && key !== "ours");
const values = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes("__proto__"));
const objects = fc.dictionary(keys, values);

describe("insert", () => {
  test("then remove gives the same bytes, in any layout", () => {
    fc.assert(
      fc.property(objects, objects, layouts, (value, added, layout) => {
        const text = print(value, layout);
        const edited = applyTextEdit(text, insertJsonc(text, [], { key: "ours", value: added }));
        expect(parseJsonc(edited)).toEqual({ ok: true, value: asJson({ ...value, ours: added }) });
        expect(applyTextEdit(edited, removeJsonc(edited, ["ours"]))).toBe(text);
      }),
      RUNS,
    );
  });

  test("into a list below, in any layout", () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 4 }), objects, layouts, (list, added, layout) => {
        const text = print({ a: 1, list, z: 2 }, layout);
        const edited = applyTextEdit(
          text,
          insertJsonc(text, ["list"], { key: null, value: added }),
        );
        expect(parseJsonc(edited)).toEqual({
          ok: true,
          value: asJson({ a: 1, list: [...list, added], z: 2 }),
        });
        expect(applyTextEdit(edited, removeJsonc(edited, ["list", list.length]))).toBe(text);
      }),
      RUNS,
    );
  });

  test("every edit can be taken back", () => {
    fc.assert(
      fc.property(objects, layouts, (value, layout) => {
        const text = print({ first: value, last: [1] }, layout);
        const edits = [
          replaceJsonc(text, ["first"], [2]),
          removeJsonc(text, ["last"]),
          removeJsonc(text, ["last", 0]),
        ];
        for (const edit of edits) {
          expect(applyTextEdit(applyTextEdit(text, edit), invertTextEdit(text, edit))).toBe(text);
        }
      }),
      RUNS,
    );
  });

  test.each([
    [
      '{ "list": [ 1, // one\n  2, // two\n ], }',
      '{ "list": [ 1, // one\n  2,\n  3, // two\n ], }',
    ],
    ["[]", "[\n  3\n]"],
    ["[\n  // nothing yet\n]", "[\n  // nothing yet\n\n  3\n]"],
  ])("keeps comments and trailing commas: %j", (text, wanted) => {
    const path = text.startsWith("[") ? [] : ["list"];
    expect(applyTextEdit(text, insertJsonc(text, path, { key: null, value: 3 }))).toBe(wanted);
    expect(parseJsonc(wanted).ok).toBe(true);
  });
});

test.each([
  ["[ 1, /* why */ 2 ]", 1, "[ 1 /* why */ ]"],
  ["[ 1 /* a, b */, 2 ]", 1, "[ 1 /* a, b */ ]"],
  ["[ 1 /* one */, 2 ]", 0, "[  /* one */ 2 ]"],
  ["[ // note\n  1, // one\n]", 0, "[ // note // one\n]"],
  ["[\n  1,\n]", 0, "[]"],
])("remove keeps the comments around: %j", (text, index, wanted) => {
  const left = applyTextEdit(text, removeJsonc(text, [index]));
  expect(left).toBe(wanted);
  expect(parseJsonc(left).ok).toBe(true);
});

test.each([
  ["", "ValueExpected at line 1"],
  ["{", "CloseBraceExpected"],
  ['{\n "a": 1\n "b": 2 }', "line 3"],
  ['{"a":1,"b":{"c":1,"c":2}}', 'the key "c" stands there twice'],
  ["[".repeat(200_000), ""],
])("what is not JSON has a problem that names the place: %#", (text, problem) => {
  const document = parseJsonc(text);
  expect(document.ok).toBe(false);
  expect(document.ok ? "" : document.problem).toContain(problem);
});

test("any text is parsed without throwing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => void parseJsonc(text)),
    RUNS,
  );
});
