import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocalFields } from "../../src/core/time-expressions/time-query.ts";
import { zoneCalendar } from "./zone-calendar.ts";
import { removeFolder } from "../support/temp-home.ts";

const folder = mkdtempSync(join(tmpdir(), "varve-calendar-"));
const program = join(folder, "calendar.mjs");

// The zone of Date is fixed when a process starts, so the calendar runs in one of its own per zone.
beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { localCalendar } from "./src/platform/local-calendar.ts";
        const { instants, fields } = JSON.parse(process.argv[2]);
        const calendar = localCalendar("here");
        console.log(JSON.stringify({
          fields: instants.map(calendar.fieldsOf),
          instants: fields.map(calendar.instantOf),
        }));`,
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: program,
  });
});
afterAll(() => removeFolder(folder));

interface Answers {
  readonly fields: readonly LocalFields[];
  readonly instants: readonly number[];
}

function runIn(zone: string, instants: readonly number[], fields: readonly LocalFields[]): Answers {
  const question = JSON.stringify({ instants, fields });
  const output = execFileSync(process.execPath, [program, question], {
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });
  return JSON.parse(output) as Answers;
}

const at = (year: number, month: number, day: number, hour = 0, minute = 0): LocalFields => ({
  year,
  month,
  day,
  hour,
  minute,
  second: 0,
});

/** Skipped and repeated hours, ends of months and years, fields out of range. */
const FIELDS: readonly LocalFields[] = [
  at(2026, 3, 8, 1, 59),
  at(2026, 3, 8, 2, 0),
  at(2026, 3, 8, 2, 30),
  at(2026, 3, 8, 3, 0),
  at(2026, 3, 9),
  at(2026, 11, 1, 1, 0),
  at(2026, 11, 1, 1, 30),
  at(2026, 11, 1, 2, 0),
  at(2026, 11, 2),
  at(2024, 2, 29, 12),
  at(2026, 2, 29),
  at(2026, 3, 0),
  at(2026, 13, 1),
  at(2026, 1, 1, 28),
  at(2026, 3, 7, 26, 30),
  at(2026, 4, 24),
  at(2026, 4, 24, 0, 30),
  at(1970, 1, 1),
  at(99, 12, 31),
];
const INSTANTS = FIELDS.map(({ year, month, day, hour, minute }) =>
  Date.UTC(year, month - 1, day, hour, minute),
).filter((instant) => instant > 0);

const ZONES = [
  "America/New_York",
  "Asia/Tokyo",
  "Asia/Seoul",
  "Pacific/Honolulu",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
];

test.each(ZONES)("the calendar of a process in %s is that of the zone", (zone) => {
  const calendar = zoneCalendar(zone);
  // Intl knows the seconds of local mean time before zones were standard, Date does not agree on every platform.
  const recent = FIELDS.filter(({ year }) => year >= 1970);
  const { fields, instants } = runIn(zone, INSTANTS, recent);
  expect(fields).toEqual(INSTANTS.map(calendar.fieldsOf));
  expect(instants).toEqual(recent.map(calendar.instantOf));
});

test("skipped time moves on by the jump, repeated time is the first", () => {
  const { instants } = runIn(
    "America/New_York",
    [],
    [at(2026, 3, 8, 2, 30), at(2026, 11, 1, 1, 30), at(99, 12, 31)],
  );
  const [skipped = 0, repeated = 0, old = 0] = instants;
  expect(new Date(skipped).toISOString()).toBe("2026-03-08T07:30:00.000Z");
  expect(new Date(repeated).toISOString()).toBe("2026-11-01T05:30:00.000Z");
  expect(new Date(old).toISOString()).toMatch(/^0099-12-31T/);
});

test("a day that begins at one o'clock begins at its first instant", () => {
  const { instants, fields } = runIn(
    "Africa/Cairo",
    [Date.UTC(2026, 3, 23, 22)],
    [at(2026, 4, 24)],
  );
  expect(new Date(instants[0] ?? 0).toISOString()).toBe("2026-04-23T22:00:00.000Z");
  expect(fields[0]).toEqual(at(2026, 4, 24, 1));
});
