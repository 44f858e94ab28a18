import fc from "fast-check";
import { expect, test } from "vitest";
import { readTimeQuery } from "../../src/core/time-expressions/read-time-query.ts";
import type { Clock } from "../../src/core/time-expressions/time-query.ts";
import { clockAt } from "./ask.ts";

const runs = process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 1_500;

const CLOCKS: readonly Clock[] = [
  clockAt("2026-03-18 14:30", "Asia/Seoul"),
  clockAt("2026-03-08 02:30", "America/New_York"),
  clockAt("2024-02-29 00:00", "Europe/Berlin", "sunday"),
  clockAt("2026-01-01 00:10", "Pacific/Kiritimati"),
  clockAt("1970-01-02 00:00", "UTC"),
];

const WORDS =
  "어제 지난주 지난 이번 다음 화요일 오후 새벽 3시 반 쯤 3월 14일 말 초 전 이후 이전 부터 까지 사이 최근 3일 한 두 달 이틀 2026년 에 의 은 " +
  "yesterday last this next tuesday march may afternoon 3 pm 3:30 at on in the of since before until from to between and ago days 2 a couple weeks Q3 2025 early end earlier session just now 2026-03-14 3/14 " +
  "昨日 先週 の 火曜 午後 3時 半 頃 三 日 前 以降 から まで 間 過去 ヶ月 年 月末 前回 圧縮 上周 二 下午 点 分 从 到 之前 最近 天 个月 季度 刚才 第 " +
  "auth token ! ? , . - ~ ( ) \" ` ' / : 9999999 00:00 13/45 \ud800 🙂 שלום";

const word = fc.constantFrom(...WORDS.split(" "));
const gap = fc.constantFrom("", " ", " ", "  ", "\n", ", ");
const question = fc
  .array(fc.tuple(word, gap), { maxLength: 14 })
  .map((pairs) => pairs.flat().join(""));
const anyText = fc.oneof(question, question, fc.string({ unit: "binary", maxLength: 60 }));

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of part) {
    at = whole.indexOf(character, at);
    if (at === -1) return false;
    at += character.length;
  }
  return true;
}

test("reads anything, and what it reads is an interval that has begun", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...CLOCKS), (query, clock) => {
      const { reading, alternatives, session, rest } = readTimeQuery(query, clock);
      const left = rest.replace(/\s/g, "");
      expect(isSubsequence(left, query) || isSubsequence(left, query.normalize("NFC"))).toBe(true);
      if (reading === null && session === null) expect(rest).toBe(query);
      if (reading === null) expect(alternatives).toEqual([]);
      if (reading !== null)
        expect(Date.parse(reading.from ?? "1970")).toBeLessThanOrEqual(clock.now);
      for (const each of reading === null ? [] : [reading, ...alternatives]) {
        expect(each.from ?? each.until).not.toBeNull();
        if (each.from !== null && each.until !== null)
          expect(Date.parse(each.from)).toBeLessThan(Date.parse(each.until));
        expect(each.words).not.toBe("");
      }
    }),
    { numRuns: runs },
  );
});

test("the same question has the same answer", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...CLOCKS), (query, clock) => {
      expect(readTimeQuery(query, clock)).toEqual(readTimeQuery(query, clock));
    }),
    { numRuns: runs / 5 },
  );
});

test("words that are no time change nothing", () => {
  const clock = clockAt("2026-03-18 14:30", "Asia/Seoul");
  const plain = fc.array(fc.constantFrom("auth", "토큰", "rename", "캐시", "x.ts"), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      const query = [...before, "지난주 화요일", ...after].join(" ");
      const { reading, rest } = readTimeQuery(query, clock);
      expect(reading?.words).toBe("지난주 화요일");
      expect(rest).toBe([...before, ...after].join(" "));
    }),
  );
});

const MOST_MS = 20;

/** Each unit is repeated up to 10,000 characters: any step that looks back over the text would show. */
const UNITS =
  'a|the |of |in |last |before the |a couple of |from march to |between 1 and |earlier |1|3/4 |2026-03-14 |- |~|.|monday...|"|`|“|「|오늘에는|에는|한|3일 |日|三|三 |二〇|の|今日の|上周|从|到|第|🙂|\ud800|ש|, |1;| ';

test.each(UNITS.split("|"))("10,000 characters of %j take no time", (unit) => {
  const clock = clockAt("2026-03-18 14:30", "Asia/Seoul");
  const query = unit.repeat(Math.ceil(10_000 / unit.length)).slice(0, 10_000);
  // The best of a few: other processes use the machine as well.
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && best >= MOST_MS; attempt += 1) {
    const start = performance.now();
    readTimeQuery(query, clock);
    best = Math.min(best, performance.now() - start);
  }
  expect(best).toBeLessThan(MOST_MS);
});
