/** Days and instants of flags, in the machine's zone, over the days when the clock changes. */
import { afterEach, expect, test } from "vitest";

import { flagCount, flagInstant } from "../../src/cli/flag-values.ts";
import type { CommandContext } from "../../src/cli/frame/command-spec.ts";

const zone = process.env["TZ"];
afterEach(() => {
  process.env["TZ"] = zone;
});

const withFlag = (value: string | number): CommandContext =>
  ({ flags: { since: value, limit: value } }) as unknown as CommandContext;

test.each([
  ["UTC", "2026-11-30", "from", "2026-11-30T00:00:00.000Z"],
  ["UTC", "2026-11-30", "until", "2026-12-01T00:00:00.000Z"],
  ["Asia/Seoul", "2026-11-30", "from", "2026-11-29T15:00:00.000Z"],
  ["Pacific/Honolulu", "2026-11-30", "until", "2026-12-01T10:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", "until", "2026-03-29T22:00:00.000Z"],
  ["Europe/Berlin", "2026-10-25", "from", "2026-10-24T22:00:00.000Z"],
  ["Europe/Berlin", "2026-10-25", "until", "2026-10-25T23:00:00.000Z"],
  ["UTC", "2028-02-29", "from", "2028-02-29T00:00:00.000Z"],
  ["UTC", "2026-11-30T09:00Z", "from", "2026-11-30T09:00:00.000Z"],
  ["UTC", "2026-11-30T09:00:00+09:00", "until", "2026-11-30T00:00:00.000Z"],
] as const)("%s %s as %s is %s", (tz, text, side, expected) => {
  process.env["TZ"] = tz;
  expect(flagInstant(withFlag(text), "since", side)).toBe(expected);
});

test.each([
  "2026-02-30",
  "2026-13-01",
  "2027-02-29",
  "yesterday",
  "",
  "2026-11-30T09:00",
  "99999-01-01",
])("%j is refused", (text) => {
  expect(() => flagInstant(withFlag(text), "since", "from")).toThrow(/no day and no instant/);
});

test("a count is a whole number of 0 or more", () => {
  expect(flagCount(withFlag(3), "limit")).toBe(3);
  for (const value of [-1, 1.5, Number.MAX_VALUE])
    expect(() => flagCount(withFlag(value), "limit")).toThrow(/whole number/);
});
