/** Owns asking by a fixed clock and writing the answer on a line, in the days and hours of the zone. */
import { readTimeQuery } from "../../src/core/time-expressions/read-time-query.ts";
import type { Calendar, Clock, TimeReading } from "../../src/core/time-expressions/time-query.ts";
import { zoneCalendar } from "./zone-calendar.ts";

/** Question, its readings, what remains of it. */
export type Case = readonly [query: string, readings: string, rest: string];

function renderInstant(calendar: Calendar, iso: string | null): string {
  if (iso === null) return "";
  const { year, month, day, hour, minute } = calendar.fieldsOf(Date.parse(iso));
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  return hour === 0 && minute === 0 ? date : `${date} ${two(hour)}:${two(minute)}`;
}

/** A clock that stands still at `local`, for example `2026-03-18 14:30`, in a zone. */
export function clockAt(
  local: string,
  zone: string,
  weekStart: Clock["weekStart"] = "monday",
): Clock {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/\D/).map(Number);
  const calendar = zoneCalendar(zone);
  const now = calendar.instantOf({ year, month, day, hour, minute, second: 0 });
  return { now, calendar, weekStart };
}

/** `FROM..UNTIL precision`, other readings behind ` | `; a session word in brackets; `-` when no time was read. */
export function readingsOf(query: string, clock: Clock): string {
  const { reading, alternatives, session } = readTimeQuery(query, clock);
  const render = ({ from, until, precision }: TimeReading): string =>
    `${renderInstant(clock.calendar, from)}..${renderInstant(clock.calendar, until)} ${precision}`;
  const readings = [reading, ...alternatives].filter((each) => each !== null).map(render);
  const parts = [readings.join(" | "), session === null ? "" : `[${session}]`];
  return parts.filter((part) => part !== "").join(" ") || "-";
}

export function restOf(query: string, clock: Clock): string {
  return readTimeQuery(query, clock).rest;
}
