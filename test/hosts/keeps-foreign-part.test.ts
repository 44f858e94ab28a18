import { expect, test } from "vitest";

import { addCaptureHooks } from "../../src/hosts/hook-document.ts";
import { keepsForeignPart } from "../../src/hosts/keeps-foreign-part.ts";

const before =
  '{ "model": "a", "hooks": { "Stop": [ { "hooks": [ { "command": "chime" } ] } ], "PreCompact": [] } }';
const varveHome = "/home/user/.varve";
const { text: after } = addCaptureHooks(before, { host: "claude-code", varveHome });

test("an edit that adds only ours passes", () => {
  expect(keepsForeignPart(before, after, varveHome)).toBe(true);
  expect(keepsForeignPart(after, before, varveHome)).toBe(true);
});

test.each([
  after.replace('"a"', '"b"'),
  after.replace("chime", "chimes"),
  after.replace('"model": "a", ', ""),
  after.slice(0, -2),
])("an edit that changes or breaks anything else does not: %#", (damaged) => {
  expect(damaged).not.toBe(after);
  expect(keepsForeignPart(before, damaged, varveHome)).toBe(false);
});
