import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { indexText } from "../../src/core/tokenise/index-text.ts";
import { queryWords, type QueryWord } from "../../src/core/tokenise/query-words.ts";
import { createTextScanner, estimateLength } from "../../src/recall/scan-text.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 5_000 : 400;

/** What the full-text table would count: phrases of the word in the tokens of the text. */
function countInIndex(text: string, word: QueryWord): number {
  const tokens = indexText(text).text.split(" ");
  const counts = word.phrases.map(
    (phrase) =>
      tokens.filter((_, at) => phrase.every((token, next) => tokens[at + next] === token)).length,
  );
  return Math.max(0, ...counts);
}

/** For each word, how often the scanner and the index find it. */
function countBoth(text: string, query: string): readonly (readonly [string, number, number])[] {
  const words = queryWords(query).filter((word) => !word.single);
  const { counts } = createTextScanner(words).scan(text);
  return words.map((word, at) => [word.typed, counts[at] ?? 0, countInIndex(text, word)]);
}

/** So long that places are looked for instead of cutting it whole; no word of the questions stands in it. */
const FILLER = "Unrelated prose keeps going on about weather, gardens and boats. ".repeat(4);

describe("a word is found where the index has it", () => {
  test.each([
    [
      "The tokens are expiring; happily retried by relational hopping.",
      "token expire happy retry relation hop",
    ],
    ["at src/app.ts:42 in getUserName (HTTPServer)", "src/app.ts:42 user getUserName http"],
    ["session-recall and SESSION_RECALL.py", "session_recall"],
    ["café au lait, naïve Ａ１ coﬁn", "cafe naive a1 cofin"],
    ["数据库连接池的上限改成二十", "连接池 上限"],
    ["夜間バックアップが止まる", "バックアップ 夜間"],
    ["인증 토큰이 만료됐습니다", "토큰은 만료됐나요"],
    ["C code, 401 times; ERR_CLOCK_SKEW", "C 401 ERR_CLOCK_SKEW skew"],
    ["don't touch the user's files", "don't user file"],
    ["原因：token，在src／auth中；过期", "token auth src/auth 原因"],
    ["sensibility of happiness, hoping", "sensible happy hope"],
  ])("%s", (text, query) => {
    for (const spoken of [text, `${FILLER}${text} ${FILLER}`, `${FILLER}\n${text}\n`])
      for (const [word, scanned, indexed] of countBoth(spoken, query))
        expect(scanned, `${word} in ${spoken}`).toBe(indexed);
  });

  test("any text, any question", () => {
    const piece = fc.constantFrom(
      "token",
      "tokens",
      "expiry",
      "getUserName",
      "src/net/sse.ts:9",
      "ECONNRESET",
      "E_DUPLICATE_KEY",
      "连接池耗尽",
      "バックアップ",
      "인증이",
      "été",
      "２",
      "，",
      "：",
      "running",
      " ",
      ", ",
      "\n",
      "_",
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
    const query = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(" "));
    fc.assert(
      fc.property(text, query, (spoken, asked) => {
        for (const [word, scanned, indexed] of countBoth(spoken, asked))
          expect(scanned > 0, `${word} in ${spoken}`).toBe(indexed > 0);
      }),
      { numRuns: RUNS },
    );
  });
});

test("the last token of a phrase at the beginning of a text is not the phrase", () => {
  const scanner = createTextScanner(queryWords("画面空白的原因"));
  expect(scanner.scan("原因は遅い設定です").counts[0]).toBe(0);
});

test("places are token positions in text order, counted over the parts that may hold a word", () => {
  const scanner = createTextScanner(queryWords("config validation"));
  expect(scanner.scan("the config validation").places).toEqual([
    { word: 0, from: 0, to: 0 },
    { word: 1, from: 1, to: 1 },
  ]);
});

test("a match at the far end of a very long text is still found when the index says so", () => {
  const text = `${"lorem ipsum ".repeat(8_000)}amberquay`;
  const scanner = createTextScanner(queryWords("amberquay"));
  expect(scanner.scan(text).counts).toEqual([0]);
  expect(createTextScanner(queryWords("amberquay")).scanMatch(text).counts).toEqual([1]);
});

test("the length of a text is about its tokens", () => {
  for (const text of [
    FILLER,
    "数据库连接池的上限改成二十，并且检查。",
    "검색 결과는 최신순으로 정렬합니다.",
  ]) {
    const tokens = indexText(text).text.split(" ").length;
    expect(estimateLength(text) / tokens).toBeGreaterThan(0.6);
    expect(estimateLength(text) / tokens).toBeLessThan(1.8);
  }
});

test("the texts around fifty hits are looked through in a few milliseconds", () => {
  const line = "2026-05-01T08:53:07Z INFO [drainChunkQueue] slow query took 812 ms req=f46248dc\n";
  const texts = Array.from({ length: 250 }, (_, at) => `${at} ${line.repeat(48)} token expired`);
  const words = queryWords("why did the token refresh expire in src/auth/refresh-token.ts");
  let best = Infinity;
  for (let round = 0; round < 4; round += 1) {
    const scanner = createTextScanner(words);
    const start = process.cpuUsage();
    for (const text of texts) scanner.scan(`${text}${round}`);
    best = Math.min(best, process.cpuUsage(start).user / 1e3);
  }
  console.log(`scan of 250 texts of 4 KB: ${best.toFixed(1)} ms`);
  expect(best).toBeLessThan(60);
});
