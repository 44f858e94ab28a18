import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { FTS5_TOKENIZER, indexText } from "../../src/core/tokenise/index-text.ts";
import { queryWords } from "../../src/core/tokenise/query-words.ts";
import { openSqlite } from "../../src/platform/sqlite.ts";

vi.setConfig({ testTimeout: 120_000 });

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 600;

const tokens = (text: string): readonly string[] =>
  indexText(text)
    .text.split(" ")
    .filter((token) => token !== "");
const singles = (text: string): readonly string[] =>
  indexText(text)
    .single.split(" ")
    .filter((token) => token !== "");
const phrases = (query: string): readonly string[] =>
  queryWords(query).flatMap((word) => word.phrases.map((phrase) => phrase.join(" ")));

/** Texts made of the pieces that meet in real talk, next to any Unicode at all. */
const mixedText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "getUserName",
        "src/app.ts:42",
        "重跑",
        "gen-lamp",
        "后",
        " ",
        "\n",
        "ＡＢＣ",
        "ｶﾞ",
        "e\u0301",
        "\u3099",
        "가",
        "각",
        "ㅋㅋ",
        "消す",
        "don't",
        "’s",
        "…",
        "：",
        "①",
        "ﬁ",
        "_",
        "--",
        "::",
        "𠮷",
        "😀",
        "\ud83d",
        "İ",
        "ß",
        "Ж",
        "й",
        "१",
        "\u094d",
        "C++",
        "x".repeat(70),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join("")),
);

describe("index text", () => {
  test.each([
    ["重跑gen-lamp后", "重跑 gen_lamp gen lamp"],
    ["getUserName", "getusernam get user name"],
    ["HTTPServer", "httpserver http server"],
    ["src/app.ts:42", "src_app_ts_42 src app ts 42"],
    ["session_recall session-recall", "session_recall session recal session_recall session recal"],
    ["running builds", "run build"],
    ["don't the user's", "dont the user"],
    ["don’t", "dont"],
    ["café Straße ＡＢＣ", "cafe strass abc"],
    ["cafe\u0301", "cafe"],
    ["数据库连接", "数据 据库 库连 连接"],
    ["ｶﾞｷﾞ", "ガギ"],
    ["20.04", "20_04 20 04"],
    ["foo. bar", "foo bar"],
    ["", ""],
    ["!?…", ""],
  ])("%s", (text, expected) => {
    expect(indexText(text).text).toBe(expected);
  });

  test("every CJK character stands once in the column of single characters", () => {
    expect(singles("검색 검색, 池 朝の朝 𠮷")).toEqual(["검", "색", "池", "朝", "の", "𠮷"]);
  });

  test("marks of other scripts than Latin stay", () => {
    expect(tokens("мой мои")).toEqual(["мой", "мои"]);
  });

  test("any text gives the same tokens twice and as in NFKC", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        const first = indexText(text);
        expect(indexText(text)).toEqual(first);
        expect(indexText(text.toWellFormed())).toEqual(first);
        expect(indexText(text.normalize("NFKC"))).toEqual(first);
      }),
      { numRuns: RUNS },
    );
  });

  test("what is cut into tokens again stays as it is but for stems", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        for (const token of tokens(text)) {
          expect(token).not.toMatch(/[A-Z\s"*^()-]/);
          expect(token.length).toBeLessThanOrEqual(64);
          expect(token.normalize("NFKC")).toBe(token);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("in SQLite", () => {
  const database = openSqlite(":memory:", { busyTimeoutMs: 100 });
  database.exec(
    `CREATE VIRTUAL TABLE f USING fts5(text, single, content='', tokenize="${FTS5_TOKENIZER}")`,
  );
  database.exec("CREATE VIRTUAL TABLE v USING fts5vocab(f, instance)");

  function storedTokens(text: string): readonly string[] {
    const row = indexText(text);
    database
      .prepare("INSERT INTO f(rowid, text, single) VALUES(1, ?, ?)")
      .run(row.text, row.single);
    const rows = database.prepare("SELECT term FROM v WHERE col = 'text' ORDER BY offset").all();
    database
      .prepare("INSERT INTO f(f, rowid, text, single) VALUES('delete', 1, ?, ?)")
      .run(row.text, row.single);
    return rows.map((found) => String(found["term"]));
  }

  test("tokens of known scripts arrive unchanged, one for one", () => {
    const known = fc
      .array(
        fc.constantFrom(
          "getUserName ",
          "src/app.ts:42",
          "重跑",
          "gen-lamp",
          "한국어",
          "ひらがな",
          "カタカナー",
          "Ж",
          "мой ",
          "हिन्दी ",
          "ไทย ",
          "العربية ",
          "e\u0301té ",
          "x_y ",
          "ＡＢ",
          " ",
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(known, (text) => {
        expect(storedTokens(text)).toEqual(tokens(text));
      }),
      { numRuns: RUNS },
    );
  });

  test("no text breaks the table", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        storedTokens(text);
        for (const phrase of phrases(text))
          database.prepare("SELECT rowid FROM f WHERE f MATCH ?").all(`"${phrase}"`);
      }),
      { numRuns: RUNS },
    );
    database.exec("INSERT INTO f(f) VALUES('integrity-check')");
  });

  test("every part of two or more characters of a CJK text is found by its bigrams", () => {
    const cjk = fc.string({
      unit: fc.constantFrom(..."数据库连接池朝の運用フロー검색결과캐시"),
      minLength: 4,
      maxLength: 30,
    });
    fc.assert(
      fc.property(cjk, fc.nat(), fc.integer({ min: 2, max: 6 }), (text, start, length) => {
        const from = start % (text.length - 1);
        const part = text.slice(from, from + length);
        const bigrams = Array.from(part)
          .slice(1)
          .map((character, at) => `${part[at]}${character}`);
        expect(indexText(text).text).toContain(bigrams.join(" "));
      }),
      { numRuns: RUNS },
    );
  });
});

describe("query words", () => {
  test.each<[string, readonly string[]]>([
    ["what did we say about the multi-agent build?", ["multi_agent", "multi agent", "build"]],
    ["the", ["the"]],
    ["캐시는", ["캐시"]],
    ["서버에서부터", ["서버"]],
    ["나는", ["나는"]],
    ["API를 API에서", ["api"]],
    ["悬空", ["悬空"]],
    ["消す", ["消す"]],
    ["池", ["池"]],
    ["app.ts:42", ["app_ts_42", "app ts 42"]],
    ['"warm" AND (NEAR* ^x', ["warm", "near", "x"]],
    ["!!", []],
  ])("%s", (query, expected) => {
    expect(phrases(query)).toEqual(expected);
  });

  test("a Japanese and a Chinese question are cut into words, not into every bigram", () => {
    expect(phrases("朝の運用フローはどこですか")).toEqual(
      expect.arrayContaining(["運用", "フロ ロー"]),
    );
    expect(phrases("部署方案写在哪个目录里面呢")).toEqual(
      expect.arrayContaining(["部署", "方案", "目录"]),
    );
  });

  test.each<[string, readonly string[]]>([
    ["连接池为什么会耗尽", ["连接", "连接池", "耗尽"]],
    ["为什么", ["为什么"]],
    ["数据库连接的", ["数据库连接的", "数据", "数据库", "连接"]],
    ["トークン再発行はどう直しましたか", ["トークン", "発行", "直し"]],
    ["なぜ", ["なぜ"]],
    ["인증 토큰 만료 어떻게 고쳤지", ["인증", "토큰", "만료", "고쳤지"]],
    ["왜 실패했나요", ["실패했나요"]],
    ["어떻게", ["어떻게"]],
    ["whats the reason", ["reason"]],
  ])("%s is looked up by what says something", (query, typed) => {
    expect(queryWords(query).map((word) => word.typed)).toEqual(typed);
  });

  test.each<[string, string]>([
    ["고쳤지", "고쳤"],
    ["실패했나요", "실패"],
    ["적용됐습니까", "적용"],
    ["확인하려고", "확인"],
    ["서버에서만", "서버"],
    ["이미지", "이미 미지"],
  ])("%s is found in every form that shares its stem", (query, phrase) => {
    expect(phrases(query)).toEqual([phrase]);
  });

  test("a part of a running text is found by its own tokens, whatever it means", () => {
    const cjk = fc.string({
      unit: fc.constantFrom(
        ..."数据库连接池为什么会耗尽的了是朝の運用フローはどこですか검색결과는왜캐시에서했지",
      ),
      minLength: 4,
      maxLength: 30,
    });
    fc.assert(
      fc.property(cjk, fc.nat(), fc.integer({ min: 1, max: 4 }), (text, start, length) => {
        const from = start % (text.length - length + 1);
        const part = text.slice(from, from + length);
        const inText = ` ${indexText(text).text} `;
        const words = queryWords(part);
        const isFound = words.some((word) =>
          word.phrases.some((phrase) =>
            word.single
              ? singles(text).includes(phrase[0] ?? "")
              : inText.includes(` ${phrase.join(" ")} `),
          ),
        );
        expect(isFound, `${part} in ${text}`).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test("at most 32 words, whatever is pasted", () => {
    const pasted = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(" ");
    expect(queryWords(pasted)).toHaveLength(32);
  });

  test("never throws", () => {
    fc.assert(
      fc.property(mixedText, (text) => void queryWords(text)),
      { numRuns: RUNS },
    );
  });
});

test("the tokeniser keeps up with an import", () => {
  const text =
    "The getUserName handler in src/engine/import.ts:42 fails. 数据库连接池的上限改成二十，并且检查悬空引用。검색 결과는 최신순으로 정렬합니다. ".repeat(
      8,
    );
  const texts = Array.from({ length: 2000 }, (_, at) => `${text} ${at}`);
  const bytes = texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const start = process.cpuUsage();
    for (const one of texts) indexText(one);
    best = Math.min(best, process.cpuUsage(start).user / 1e6);
  }
  const rate = bytes / 1e6 / best;
  console.log(`tokeniser: ${rate.toFixed(1)} MB/s`);
  expect(rate).toBeGreaterThan(6);
});
