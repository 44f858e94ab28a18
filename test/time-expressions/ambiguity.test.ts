import { expect, test } from "vitest";
import { readTimeQuery } from "../../src/core/time-expressions/read-time-query.ts";
import { clockAt, readingsOf } from "./ask.ts";

/** A Wednesday. */
const clock = clockAt("2026-03-18 14:30", "Asia/Seoul");

/** Every reading stands on a line of its own, likelier first. */
const CASES: readonly (readonly [query: string, ...readings: string[]])[] = [
  ["last Tuesday", "2026-03-17..2026-03-18 day", "2026-03-10..2026-03-11 day"],
  ["last Friday", "2026-03-13..2026-03-14 day"],
  ["3시", "2026-03-17 15:00..2026-03-17 16:00 hour", "2026-03-18 03:00..2026-03-18 04:00 hour"],
  ["6시", "2026-03-17 18:00..2026-03-17 19:00 hour", "2026-03-18 06:00..2026-03-18 07:00 hour"],
  ["7시", "2026-03-18 07:00..2026-03-18 08:00 hour", "2026-03-17 19:00..2026-03-17 20:00 hour"],
  ["9시", "2026-03-18 09:00..2026-03-18 10:00 hour", "2026-03-17 21:00..2026-03-17 22:00 hour"],
  ["12시", "2026-03-18 12:00..2026-03-18 13:00 hour", "2026-03-18..2026-03-18 01:00 hour"],
  ["15시", "2026-03-17 15:00..2026-03-17 16:00 hour"],
  [
    "3:30",
    "2026-03-17 15:15..2026-03-17 15:45 minute",
    "2026-03-18 03:15..2026-03-18 03:45 minute",
  ],
  ["03:30", "2026-03-18 03:15..2026-03-18 03:45 minute"],
  ["어제 자정", "2026-03-18..2026-03-18 01:00 hour", "2026-03-17..2026-03-17 01:00 hour"],
  ["03/02/2026", "2026-03-02..2026-03-03 day", "2026-02-03..2026-02-04 day"],
  // Read the other way round it lies in the future.
  ["03/04/2026", "2026-03-04..2026-03-05 day"],
  ["on 3/4", "2026-03-04..2026-03-05 day", "2025-04-03..2025-04-04 day"],
  ["2/2", "2026-02-02..2026-02-03 day"],
  ["이번 주말", "2026-03-14..2026-03-16 weekend", "2026-03-21..2026-03-23 weekend"],
  ["上周日", "2026-03-15..2026-03-16 day", "2026-03-08..2026-03-09 day"],
  ["3 weeks ago", "2026-02-23..2026-03-02 week", "2026-02-25..2026-02-26 day"],
  ["엊그제", "2026-03-16..2026-03-17 day", "2026-03-14..2026-03-18 range"],
  ["since 3시", "2026-03-17 15:00.. range", "2026-03-18 03:00.. range"],
];

test.each(CASES)("%s", (query, ...readings) => {
  expect(readingsOf(query, clock).split(" | ")).toEqual(readings);
});

test("an hour that has not come today is yesterday's, that of a named day stays", () => {
  expect(readingsOf("오후 6시", clock)).toBe("2026-03-17 18:00..2026-03-17 19:00 hour");
  expect(readingsOf("오늘 오후 6시", clock)).toBe("-");
  expect(readingsOf("오늘 6시", clock)).toBe("2026-03-18 06:00..2026-03-18 07:00 hour");
});

test("after midnight last night is the running night, or the one before", () => {
  const late = clockAt("2026-03-18 02:00", "Asia/Seoul");
  expect(readingsOf("last night", late)).toBe(
    "2026-03-17 18:00..2026-03-18 04:00 part-of-day | 2026-03-16 18:00..2026-03-17 04:00 part-of-day",
  );
});

test("words are as typed, without particles and prepositions", () => {
  const wordsOf = (query: string): string | undefined => readTimeQuery(query, clock).reading?.words;
  expect(wordsOf("지난주에 고친 것")).toBe("지난주");
  expect(wordsOf("the bug on  Tuesday   Afternoon")).toBe("Tuesday Afternoon");
  expect(wordsOf("昨日の夜に")).toBe("昨日の夜");
  expect(wordsOf("3월 1일부터 5일까지의 로그")).toBe("3월 1일부터 5일까지");
  expect(wordsOf("changes since March")).toBe("since March");
});

test("the first possible time is read, others stay words", () => {
  const { reading, rest } = readTimeQuery("compare yesterday with last week", clock);
  expect(reading?.words).toBe("yesterday");
  expect(rest).toBe("compare with last week");
  expect(readTimeQuery("tomorrow and yesterday", clock).rest).toBe("tomorrow and");
});

test("a session word and a time may stand in one question", () => {
  const { reading, session, rest } = readTimeQuery("지난 세션 어제 오후에 정한 이름", clock);
  expect([reading?.words, session, rest]).toEqual(["어제 오후", "last-session", "정한 이름"]);
});

test.each([
  ["bug on Tuesday, the build", "bug, the build"],
  ["Yesterday, what broke?", "what broke?"],
  ["the bug, yesterday, in auth", "the bug, in auth"],
  ["어제?", ""],
  ["what broke (yesterday)?", "what broke ()?"],
  ['"a  b" last week "c  d"', '"a  b" "c  d"'],
  ["昨日、何をした", "何をした"],
])("what remains of %s is tidy", (query, rest) => {
  expect(readTimeQuery(query, clock).rest).toBe(rest);
});

test("two languages in one question", () => {
  expect(readingsOf("since 지난주", clock)).toBe("2026-03-09.. range");
  expect(readingsOf("until 어제 15:30", clock)).toBe("..2026-03-17 15:30 range");
  expect(readingsOf("March 14일", clock)).toBe("2026-03-14..2026-03-15 day");
});

test("decomposed Hangul is read as it looks", () => {
  expect(readTimeQuery("지난주 인증".normalize("NFD"), clock).rest).toBe("인증");
});
