/** Days that flags name: ahead of now too, and in order. */
import { expect, test } from "vitest";

import { readRange } from "../../src/engine/read-range.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";

const clock = {
  now: Date.parse("2026-12-01T04:00:00Z"),
  calendar: localCalendar("UTC"),
  weekStart: "monday",
} as const;

test("a day that lies ahead is a day", () => {
  const { range } = readRange({ query: "x", since: "2026-12-05", until: "2027-01-31" }, clock);
  expect(range).toMatchObject({
    from: "2026-12-05T00:00:00.000Z",
    until: "2027-02-01T00:00:00.000Z",
  });
});

test.each([
  ["2026-11-01", "2026-10-01"],
  ["yesterday", "last year"],
])("since %s until %s is refused", (since, until) => {
  expect(() => readRange({ query: "x", since, until }, clock)).toThrow(/is not before --until/);
});

test.each(["2026-02-30", "2026-13-01", "someday"])("since %s names no time", (since) => {
  expect(() => readRange({ query: "x", since }, clock)).toThrow(/names no time/);
});
