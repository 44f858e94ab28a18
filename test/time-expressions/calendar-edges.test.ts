import { describe, expect, test } from "vitest";
import { readTimeQuery } from "../../src/core/time-expressions/read-time-query.ts";
import { clockAt, readingsOf } from "./ask.ts";

type Row = readonly [now: string, query: string, readings: string];

function checkRows(rows: readonly Row[], zone: string, weekStart: "monday" | "sunday" = "monday") {
  test.each(rows)("%s: %s", (now, query, readings) => {
    expect(readingsOf(query, clockAt(now, zone, weekStart))).toBe(readings);
  });
}

/** Hours between two instants, which differ from what the clock shows on days with a change. */
function hoursOf(now: string, query: string, zone: string): number {
  const { reading } = readTimeQuery(query, clockAt(now, zone));
  return (Date.parse(reading?.until ?? "") - Date.parse(reading?.from ?? "")) / 3_600_000;
}

describe("days of 23 and 25 hours", () => {
  // 2026-03-08 02:00 is skipped, 2026-11-01 01:00 comes twice.
  test.each([
    ["2026-03-09 10:00", "yesterday", "America/New_York", 23],
    ["2026-03-09 10:00", "어제", "America/New_York", 23],
    ["2026-11-02 10:00", "昨日", "America/New_York", 25],
    ["2026-11-02 10:00", "last night", "America/New_York", 10],
    ["2026-11-01 10:00", "last night", "America/New_York", 11],
    ["2026-03-08 10:00", "今天凌晨", "America/New_York", 5],
    ["2026-11-01 10:00", "오늘 새벽", "America/New_York", 7],
    ["2026-11-01 10:00", "at 1am today", "America/New_York", 2],
    ["2026-03-08 10:00", "2am today", "America/New_York", 1],
    ["2026-03-30 10:00", "yesterday", "Europe/Berlin", 23],
    ["2026-03-16 10:00", "last week", "America/New_York", 24 * 7],
    ["2026-03-11 10:00", "last week", "America/New_York", 24 * 7 - 1],
    ["2026-04-10 10:00", "last month", "America/New_York", 24 * 31 - 1],
    ["2026-04-07 10:00", "그저께", "Australia/Lord_Howe", 24.5],
    // Clocks go forward at midnight: the day begins at one.
    ["2026-04-25 10:00", "yesterday", "Africa/Cairo", 23],
  ])("at %s %s in %s has %d hours", (now, query, zone, hours) => {
    expect(hoursOf(now, query, zone)).toBe(hours);
  });

  checkRows(
    [
      ["2026-03-08 10:00", "yesterday", "2026-03-07..2026-03-08 day"],
      ["2026-03-08 03:10", "30 minutes ago", "2026-03-08 01:32..2026-03-08 01:47 minute"],
      ["2026-03-08 10:00", "2:30 am", "2026-03-08 03:15..2026-03-08 03:45 minute"],
      ["2026-03-09 01:00", "3 days ago", "2026-03-06..2026-03-07 day"],
      ["2026-11-04 01:00", "7 days ago", "2026-10-28..2026-10-29 day"],
    ],
    "America/New_York",
  );
  checkRows([["2026-04-25 10:00", "어제", "2026-04-24 01:00..2026-04-25 day"]], "Africa/Cairo");
});

describe("month ends, leap days, year ends", () => {
  checkRows(
    [
      ["2026-03-31 10:00", "last month", "2026-02-01..2026-03-01 month"],
      ["2026-03-31 10:00", "지난달", "2026-02-01..2026-03-01 month"],
      ["2026-03-31 10:00", "1개월 전", "2026-02-01..2026-03-01 month | 2026-02-28..2026-03-01 day"],
      ["2026-05-31 10:00", "last 3 months", "2026-02-28..2026-06-01 range"],
      ["2026-03-01 10:00", "昨日", "2026-02-28..2026-03-01 day"],
      ["2024-03-01 10:00", "昨日", "2024-02-29..2024-03-01 day"],
      [
        "2024-02-29 10:00",
        "a year ago",
        "2023-01-01..2024-01-01 year | 2023-02-28..2023-03-01 day",
      ],
      ["2024-02-29 10:00", "4年前", "2020-01-01..2021-01-01 year | 2020-02-29..2020-03-01 day"],
      ["2024-02-29 10:00", "2월 29일", "2024-02-29..2024-03-01 day"],
      ["2024-02-28 10:00", "2월 29일", "2020-02-29..2020-03-01 day"],
      ["1904-03-01 10:00", "2월 29일", "-"],
      ["2026-04-02 10:00", "on the 31st", "2026-03-31..2026-04-01 day"],
      ["2026-03-02 10:00", "30日に", "2026-01-30..2026-01-31 day"],
      ["2026-01-01 00:30", "yesterday", "2025-12-31..2026-01-01 day"],
      [
        "2026-01-01 00:30",
        "어젯밤",
        "2025-12-31 18:00..2026-01-01 04:00 part-of-day | 2025-12-30 18:00..2025-12-31 04:00 part-of-day",
      ],
      ["2026-01-02 10:00", "last week", "2025-12-22..2025-12-29 week"],
      ["2026-01-02 10:00", "this week", "2025-12-29..2026-01-05 week"],
      ["2026-01-15 10:00", "先月", "2025-12-01..2026-01-01 month"],
      ["2026-01-15 10:00", "上季度", "2025-10-01..2026-01-01 quarter"],
      ["2026-01-15 10:00", "12월", "2025-12-01..2026-01-01 month"],
      ["2026-12-31 10:00", "12월 31일", "2026-12-31..2027-01-01 day"],
      ["2026-12-30 10:00", "12월 31일", "2025-12-31..2026-01-01 day"],
      ["2026-01-05 10:00", "from December 30 to January 2", "2025-12-30..2026-01-03 range"],
      ["2026-01-05 10:00", "연말", "2025-09-01..2026-01-01 range"],
      ["2026-01-15 10:00", "last March", "2025-03-01..2025-04-01 month"],
      [
        "2026-05-15 10:00",
        "last March",
        "2026-03-01..2026-04-01 month | 2025-03-01..2025-04-01 month",
      ],
    ],
    "Asia/Seoul",
  );
});

describe("nothing is earlier than 1970", () => {
  checkRows(
    [
      ["1970-01-02 10:00", "this week", "1970-01-01..1970-01-05 week"],
      ["1970-01-02 10:00", "last week", "-"],
      ["2026-03-18 10:00", "지난 100년", "1970-01-01..2026-03-19 range"],
      ["2026-03-18 10:00", "since 1969-07-20", "1970-01-01.. range"],
      ["2026-03-18 10:00", "before 1969-07-20", "-"],
      ["2026-03-18 10:00", "56년 전", "1970-01-01..1971-01-01 year | 1970-03-18..1970-03-19 day"],
      ["2026-03-18 10:00", "57년 전", "-"],
    ],
    "UTC",
  );
});

describe("today counts for a date that may be today", () => {
  checkRows(
    [
      ["2026-03-14 09:00", "3월 14일", "2026-03-14..2026-03-15 day"],
      ["2026-03-14 09:00", "3/14", "2026-03-14..2026-03-15 day"],
      ["2026-03-13 23:59", "3월 14일", "2025-03-14..2025-03-15 day"],
      // The day has come, its afternoon has not.
      ["2026-03-14 09:00", "3월 14일 오후", "2025-03-14 12:00..2025-03-14 18:00 part-of-day"],
      ["2026-03-17 09:00", "Tuesday", "2026-03-17..2026-03-18 day | 2026-03-10..2026-03-11 day"],
      ["2026-03-17 09:00", "Tuesday afternoon", "2026-03-10 12:00..2026-03-10 18:00 part-of-day"],
      ["2026-03-17 09:00", "last Tuesday", "2026-03-10..2026-03-11 day"],
      ["2026-03-17 09:00", "오후에", "2026-03-16 12:00..2026-03-16 18:00 part-of-day"],
      ["2026-03-17 09:00", "오늘 오후", "-"],
      ["2026-03-17 12:00", "오늘 오후", "2026-03-17 12:00..2026-03-17 18:00 part-of-day"],
    ],
    "Asia/Seoul",
  );
});

describe("weeks from Monday and from Sunday", () => {
  // 2026-03-18 is a Wednesday, 2026-03-22 a Sunday, 2026-03-21 a Saturday.
  describe("Monday", () => {
    checkRows(
      [
        ["2026-03-18 14:30", "last week", "2026-03-09..2026-03-16 week"],
        ["2026-03-22 14:30", "last week", "2026-03-09..2026-03-16 week"],
        ["2026-03-22 14:30", "이번 주", "2026-03-16..2026-03-23 week"],
        ["2026-03-18 14:30", "上周日", "2026-03-15..2026-03-16 day | 2026-03-08..2026-03-09 day"],
        ["2026-03-18 14:30", "2주 전", "2026-03-02..2026-03-09 week | 2026-03-04..2026-03-05 day"],
        ["2026-03-21 14:30", "이번 주말", "2026-03-21..2026-03-23 weekend"],
        ["2026-03-22 14:30", "this weekend", "2026-03-21..2026-03-23 weekend"],
        ["2026-03-22 14:30", "last weekend", "2026-03-14..2026-03-16 weekend"],
        ["2026-03-23 09:00", "上周末", "2026-03-21..2026-03-23 weekend"],
      ],
      "Asia/Tokyo",
      "monday",
    );
  });
  describe("Sunday", () => {
    checkRows(
      [
        ["2026-03-18 14:30", "last week", "2026-03-08..2026-03-15 week"],
        ["2026-03-22 14:30", "last week", "2026-03-15..2026-03-22 week"],
        ["2026-03-22 14:30", "이번 주", "2026-03-22..2026-03-29 week"],
        ["2026-03-18 14:30", "上周日", "2026-03-08..2026-03-09 day | 2026-03-15..2026-03-16 day"],
        ["2026-03-18 14:30", "2주 전", "2026-03-01..2026-03-08 week | 2026-03-04..2026-03-05 day"],
        ["2026-03-18 14:30", "지난주 화요일", "2026-03-10..2026-03-11 day"],
        ["2026-03-21 14:30", "이번 주말", "2026-03-21..2026-03-23 weekend"],
        ["2026-03-22 14:30", "last weekend", "2026-03-14..2026-03-16 weekend"],
      ],
      "Asia/Tokyo",
      "sunday",
    );
  });
});

describe("the days are those of the zone", () => {
  // One instant, 2026-03-20 12:00 UTC; the turn of 2026-03-19 23:30 UTC is of another day in each.
  const isToday = (zone: string): boolean => {
    const clock = { ...clockAt("2026-03-20 12:00", zone), now: Date.parse("2026-03-20T12:00:00Z") };
    const { reading } = readTimeQuery("today", clock);
    const turn = "2026-03-19T23:30:00.000Z";
    return turn >= (reading?.from ?? "") && turn < (reading?.until ?? "");
  };
  test.each([
    ["UTC", false],
    ["Asia/Tokyo", true],
    ["Pacific/Honolulu", false],
    ["Pacific/Kiritimati", false],
  ])("%s", (zone, expected) => {
    expect(isToday(zone)).toBe(expected);
  });
});
