import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clockAt, readingsOf, restOf } from "./ask.ts";

const page = readFileSync(new URL("../../docs/time-expressions.md", import.meta.url), "utf8");
const [, section = ""] = page.split(/<!-- (?:examples|end of examples)[^>]*-->/);
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

const clock = clockAt("2026-03-18 14:30", "Asia/Seoul");

test("the page has its examples", () => {
  expect(rows.length).toBeGreaterThan(20);
});

test.each(rows)("%s%s", (_, question, interval = "", precision, rest) => {
  const query = question?.replaceAll("`", "") ?? "";
  const expected = interval
    .split(" or ")
    .map((each) => (each === "none" ? "-" : `${each} ${precision}`));
  const readings = readingsOf(query, clock).split(" | ");
  // A page column names the precision of the first reading only.
  const shown = readings.map((each, at) =>
    at === 0 ? each : each.replace(/ [a-z-]+$/, ` ${precision}`),
  );
  expect(shown).toEqual(expected);
  expect(restOf(query, clock)).toBe(rest);
});
