import { describe, expect, test } from "vitest";
import {
  findPrivateSpans,
  listPrivateWords,
  maskPrivateSpans,
  maskWords,
} from "../../../src/core/private-spans.ts";

describe("private spans", () => {
  test.each([
    ["no tag", "plain text", "plain text"],
    ["closed", "a <private>secret</private> b", "a [private] b"],
    ["any letter case", "a <PRIVATE>secret</Private> b", "a [private] b"],
    ["attributes and spaces", 'a <private why="x">s</private > b', "a [private] b"],
    ["unclosed runs to the end", "a <private>secret\nmore", "a [private]"],
    ["a stray closing tag", "a </private> b", "a </private> b"],
    [
      "nested tags belong to the outer span",
      "<private>a<private>b</private>c</private>d",
      "[private]d",
    ],
    ["two spans", "<private>a</private>-<private>b</private>", "[private]-[private]"],
    ["inline code does not count", "write `<private>` around it", "write `<private>` around it"],
    [
      "a fence does not count",
      "```\n<private>x</private>\n```\nend",
      "```\n<private>x</private>\n```\nend",
    ],
    ["an unclosed fence hides nothing", "```\n<private>x</private> y", "```\n[private] y"],
    [
      "backticks on two lines hide nothing",
      "a ` b\n<private>x</private>\n` c",
      "a ` b\n[private]\n` c",
    ],
    [
      "a closing tag in code does not end a span",
      "<private>tag is `</private>` still secret</private> b",
      "[private] b",
    ],
    ["another tag", "<privateKey>x</privateKey>", "<privateKey>x</privateKey>"],
  ])("%s", (_name, text, masked) => {
    expect(maskPrivateSpans(text)).toBe(masked);
  });

  test("offsets hold the content between the tags", () => {
    const text = "a <private>secret</private> b";
    const [span] = findPrivateSpans(text);
    expect(text.slice(span?.from, span?.to)).toBe("<private>secret</private>");
    expect(text.slice(span?.contentFrom, span?.contentTo)).toBe("secret");
  });

  test("long words of a span, whole and in parts, mask the same words later", () => {
    const words = new Set(
      listPrivateWords('<private>pass is "hunter2-Abcdefgh$9", short one</private> outside-word'),
    );
    expect([...words]).toEqual(["hunter2-abcdefgh$9", "abcdefgh"]);
    const masked = maskWords("pw=HUNTER2-abcdefgh$9; and Abcdefgh. outside-word", (word) =>
      words.has(word),
    );
    expect(masked).toBe("pw=[private]; and [private]. outside-word");
  });
});
