/** Owns days of the person's calendar: arithmetic on dates, and the intervals that days make. */
import type { Clock, LocalFields, TimePrecision } from "./time-query.ts";

/** Day and month may be out of range, as with Date. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** One meaning of time words, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly precision: TimePrecision;
}

/** The clock with the fields of its now. */
export interface Moment {
  readonly clock: Clock;
  readonly now: number;
  readonly today: LocalFields;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function momentAt(clock: Clock, now: number): Moment {
  return { clock, now, today: clock.calendar.fieldsOf(now) };
}

/** A count of days without a zone: only to add days and to know their weekday. */
function dayNumber({ year, month, day }: Day): number {
  const date = new Date(0);
  // Not Date.UTC: it takes years below 100 as of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
}

export function addDays(day: Day, days: number): Day {
  const date = new Date((dayNumber(day) + days) * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return (((dayNumber(day) + 4) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  return addDays({ year, month: month + 1, day: 1 }, -1).day;
}

/** The same day `months` later or earlier; the last day of the month when it has no such day. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const first = addDays({ year, month: month + months, day: 1 }, 0);
  return { ...first, day: Math.min(day, daysInMonth(first.year, first.month)) };
}

/** Instant of `minutes` on the clock of a day; from 1440 on they lie in the next day. */
export function instantOn({ clock }: Moment, { year, month, day }: Day, minutes = 0): number {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return clock.calendar.instantOf({ year, month, day, hour, minute, second: 0 });
}

/** From the beginning of one day until the beginning of another. */
export function spanOfDays(moment: Moment, first: Day, end: Day, precision: TimePrecision): Span {
  return { from: instantOn(moment, first), until: instantOn(moment, end), precision };
}

/** First day of the week that `day` lies in, by the clock's week start unless another is given. */
export function weekStartOf(moment: Moment, day: Day, start = moment.clock.weekStart): Day {
  const first = start === "monday" ? 1 : 0;
  return addDays(day, -((weekdayOf(day) - first + 7) % 7));
}
