/** A bundle in ASCII means what it meant: expressions find the same, and a raw text that would change ends the build. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { escapeBundle } from "../../scripts/escape-bundle.mjs";
import { temporaryFolder } from "../support/temp-home.ts";

test("expressions and raw patterns find what they found", () => {
  const source =
    "[/[가-힣]+|비밀/u, /[😀é]/u, /é|漢/, new RegExp(String.raw`(?:비밀번호|密码)\\s*`)]";
  const escaped = escapeBundle(source, []);
  expect(escaped).toMatch(/^[\0-\x7f]*$/);
  const texts = ["비밀번호", "密码 x", "😀", "é", "漢字", "ascii"];
  const found = (text: string): unknown =>
    // oxlint-disable-next-line no-eval -- the text of a bundle is code
    (eval(text) as readonly RegExp[]).map((pattern) =>
      texts.map((each) => pattern.exec(each)?.[0]),
    );
  expect(found(escaped)).toEqual(found(source));
});

test("a raw template elsewhere is refused", () => {
  const folder = temporaryFolder();
  const path = join(folder, "src", "core", "words.ts");
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "export const WORD = String.raw`비밀`;\n");
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(() => escapeBundle("", ["src/core/words.ts"])).toThrow(/src\/core\/words\.ts/);
  } finally {
    process.chdir(before);
  }
});
