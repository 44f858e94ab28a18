/** Owns `logs --regex`: matches, letter case, errors that teach, and expressions that would never end. */
import { expect, test } from "vitest";

import { compilePattern } from "../../src/engine/logs/compile-pattern.ts";
import { replied } from "../acceptance/made-sessions.ts";
import { ask, askAll, openLogs, prompts, refsOf, SESSION } from "./logs-store.ts";

const TEXTS = [
  "ECONNRESET at src/net/sse.ts:42\nretry 3 of 5",
  "connection reset by peer, retry 4 of 5",
  "인증 토큰 만료: 15분",
  "nothing here 😀 at all",
];

test.each([
  ["retry [34] of", [2, 1]],
  ["^retry", [1]],
  ["sse\\.ts:\\d+$", [1]],
  ["econnreset", [1]],
  ["토큰\\s+만료", [3]],
  ["\\p{Emoji_Presentation}", [4]],
  ["RESET", [1]],
  ["\\S+\\s(reset|retry)", [2, 1]],
  ["x*", []],
])("%j finds %j", async (expression, lines) => {
  const engine = openLogs({ [SESSION]: prompts(TEXTS) });
  const hits = await askAll(engine, expression, { mode: "regex" });
  expect(refsOf(hits)).toEqual(lines.map((line) => `t:${SESSION}#${line}`));
});

test("the text that matched is marked", async () => {
  const engine = openLogs({ [SESSION]: prompts(TEXTS) });
  const [hit] = await askAll(engine, "reset .. peer", { mode: "regex" });
  expect(hit?.snippet.slice(hit.marks[0]?.from, hit.marks[0]?.to)).toBe("reset by peer");
});

test.each([
  ["(", /Unterminated group/],
  ["[b-a]", /out of order/],
  ["a".repeat(1_001), /at most 1000/],
  ["   ", /needs something/],
])("refuses %j with the reason", async (expression, reason) => {
  const engine = openLogs({ [SESSION]: prompts(TEXTS) });
  await expect(ask(engine, expression, { mode: "regex" })).rejects.toThrow(reason);
});

test.each([["(a+)+$"], ["(.*)*x\\d"], ["(?:a|aa)+$"], ["^(a|a|aa)*b"]])(
  "%j is ended at the deadline and said to be too slow",
  async (expression) => {
    const engine = openLogs({ [SESSION]: prompts([`${"a".repeat(60)}!`, "fine"]) });
    const started = performance.now();
    // More than a page's time, so that a busy machine does not end the page first.
    const budget = { milliseconds: 2_000 };
    await expect(ask(engine, expression, { mode: "regex", budget })).rejects.toThrow(
      /takes too long on t:.+#1 and was stopped/,
    );
    expect(performance.now() - started).toBeLessThan(4_000);
  },
);

test("what was found before a slow text is shown, and the header says what was not looked at", async () => {
  const lines = [
    ...prompts([`${"a".repeat(60)}!`]),
    ...Array.from({ length: 5 }, (_, at) => replied({ id: at + 2, session: SESSION }, `aab ${at}`)),
  ];
  const engine = openLogs({ [SESSION]: lines });
  const budget = { milliseconds: 2_000 };
  const answer = await ask(engine, "^(?:a|aa)+(?:b|$)", { mode: "regex", budget });
  expect(refsOf(answer.hits)).toEqual([6, 5, 4, 3, 2].map((line) => `t:${SESSION}#${line}`));
  expect(answer.header.totalIsExact).toBe(false);
  expect(answer.header.skippedLanes.map(({ reason }) => reason).join()).toMatch(
    /takes too long on t:.+#1/,
  );
});

test("a slow expression over many turns goes on by cursor where the time was over", async () => {
  const slow = `${"a".repeat(18)}!`;
  const texts = ["aab first", ...Array.from({ length: 800 }, () => slow)];
  const engine = openLogs({ [SESSION]: prompts(texts) });
  const budget = { milliseconds: 800 };
  const first = await ask(engine, "(?:a+)+(?:b|$)", { mode: "regex", budget });
  expect(first.header.limitedBy).toBe("milliseconds");
  expect(first.header.lookedBackTo).toMatch(/^2026-05-04T10:/);
  expect(first.cursor).not.toBeNull();
  const hits = await askAll(engine, "(?:a+)+(?:b|$)", { mode: "regex", budget });
  expect(refsOf(hits)).toEqual([`t:${SESSION}#1`]);
});

test("no thread is left behind", async () => {
  const engine = openLogs({ [SESSION]: prompts([`${"a".repeat(60)}!`]) });
  await ask(engine, "(a+)+$", { mode: "regex" }).catch(() => undefined);
  await ask(engine, "fine", { mode: "regex" });
  const report = process.report.getReport() as unknown as { readonly workers: readonly unknown[] };
  expect(report.workers).toEqual([]);
});

test("an expression with a secret in it is refused, not run with a mark in its place", async () => {
  const engine = openLogs({ [SESSION]: prompts(TEXTS) });
  await expect(
    ask(engine, `key=ghp_${"a1B2c3D4e5F6".repeat(3)}`, { mode: "regex" }),
  ).rejects.toThrow(/holds a secret/);
});

test.each([
  ["error: .* failed", "error: "],
  ["fo+bar", "bar"],
  ["colou?r of things", "r of things"],
  ["a|bcd", undefined],
  ["(?:abc)?defg", "defg"],
  ["(?!secret)visible", "visible"],
  ["x{0}abcd", "abcd"],
  ["\\bword\\b", "word"],
  ["a\\.bcd\\d", "a.bcd"],
  ["[a-z]+\\d", undefined],
  ["\\u{61}bcd", "bcd"],
  ["abc*", undefined],
])("of %j the text %j is sure", (expression, literal) => {
  expect(compilePattern(expression).literal).toBe(literal);
});
