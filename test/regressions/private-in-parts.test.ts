/** What a person marked private is withheld also where its span and its words come in parts. */
import { expect, test } from "vitest";

import { findPrivateSpans, maskWords } from "../../src/core/private-spans.ts";
import { claudeCode } from "../../src/transcripts/claude-code/claude-code.ts";
import { openHistoryReader } from "../../src/transcripts/claude-code/read-history.ts";
import { codex } from "../../src/transcripts/codex/codex.ts";

type Withhold = (line: Buffer) => { readonly line: Buffer } | undefined;

function stored(withhold: Withhold | undefined, row: unknown): string {
  const line = Buffer.from(JSON.stringify(row));
  const kept = withhold?.(line)?.line ?? line;
  expect(kept.length).toBe(line.length);
  expect(() => void JSON.parse(kept.toString())).not.toThrow();
  return kept.toString();
}

const userRow = (content: unknown): unknown => ({
  type: "user",
  uuid: "a",
  message: { role: "user", content },
});

test("a span goes on over the blocks of a message, ends where it is closed, and keeps to its message", () => {
  const blocks = [
    { type: "text", text: "see <private>first-canary" },
    { type: "image", source: { type: "base64", data: "AAAA" } },
    { type: "text", text: "second-canary" },
    { type: "text", text: "third-canary</private> and what all may read" },
    { type: "text", text: "the rest" },
  ];
  const text = stored(claudeCode.withhold, userRow(blocks));
  expect(text).not.toContain("canary");
  expect(text).toContain("and what all may read");
  expect(text).toContain("the rest");
  expect(text).toContain("AAAA");
  const item = {
    timestamp: "2026-11-01T10:00:00Z",
    type: "response_item",
    payload: {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "<private>" },
        { type: "input_text", text: "canary</private> seen" },
      ],
    },
  };
  expect(stored(codex.withhold, item)).not.toContain("canary");
  expect(stored(codex.withhold, item)).toContain("seen");
});

test("a block of a kind that nobody knows counts as typed, a tool's result does not", () => {
  const block = (type: string): unknown => userRow([{ type, text: "<private>canary</private>" }]);
  expect(stored(claudeCode.withhold, block("new_kind"))).not.toContain("canary");
  expect(stored(claudeCode.withhold, block("tool_result"))).toContain("canary");
});

test("a pasted text whose mark stands in a private span is private, in the archive and in turns", () => {
  const row = {
    display: "log in with <private> [Pasted text #2 +3 lines] </private> as in [Pasted text #1]",
    pastedContents: {
      "1": { id: 1, type: "text", content: "open words" },
      "2": { id: 2, type: "text", content: "canary one\ncanary two" },
    },
    timestamp: 1_790_000_000_000,
    project: "/home/user/project",
    sessionId: "s",
  };
  const text = stored(claudeCode.withhold, row);
  expect(text).not.toContain("canary");
  expect(text).toContain("open words");
  const turns: string[] = [];
  openHistoryReader({
    kind: "history",
    fileId: "history",
    session: null,
    redactor: { redact: (value: string) => value } as never,
    keyedHash: () => "",
    skipTools: new Set(),
  }).read(Buffer.from(JSON.stringify(row)), 1, {
    turn: (turn) => void turns.push(turn.text),
    skip: () => undefined,
    rewind: () => undefined,
    exclude: () => undefined,
    facts: () => undefined,
  });
  expect(turns.join()).toContain("open words");
  expect(turns.join()).not.toContain("canary");
});

test("a backtick in a password does not open a span up; tags that are both quoted stay text", () => {
  const text = "a ` quote, then <private>pass`canary</private> end";
  expect(findPrivateSpans(text)).toEqual([{ from: 16, to: 46, contentFrom: 25, contentTo: 36 }]);
  expect(findPrivateSpans("`<private>` opens and `</private>` closes")).toEqual([]);
  expect(findPrivateSpans("`<private>x</private>` is a span, </private> is no start")).toEqual([]);
});

test("a run of 30 MB without a blank is masked without overflowing a stack", () => {
  const text = `${"y".repeat(30_000_000)} canaryword`;
  expect(maskWords(text, (word) => word === "canaryword").endsWith(" [private]")).toBe(true);
});
