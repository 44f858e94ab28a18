import { describe, expect, test } from "vitest";
import { stripOwnBlocks } from "../../../src/transcripts/shared/own-block.ts";

describe("stripOwnBlocks", () => {
  test.each([
    ["none", "plain", "plain", 0],
    [
      "with attribute",
      'a <memory-context instruction="reference-only" id="1">x\ny</memory-context> b',
      "a  b",
      1,
    ],
    ["without attribute", "<user-preferences>x</user-preferences>b", "b", 1],
    ["two", "<memory-context>x</memory-context>-<user-preferences>y</user-preferences>", "-", 2],
    ["unclosed with our attribute", 'a <memory-context instruction="reference-only">x', "a ", 1],
    [
      "unclosed without it is a person's word",
      "what does <memory-context> mean",
      "what does <memory-context> mean",
      0,
    ],
    [
      "quoted",
      "what is `<memory-context>`? </memory-context>",
      "what is `<memory-context>`? </memory-context>",
      0,
    ],
  ])("%s", (_name, text, kept, blocks) => {
    expect(stripOwnBlocks(text)).toEqual({ text: kept, blocks });
  });
});
