/** Owns cutting a span of time into the hours, days, months or years of a person's calendar. */
import type { Calendar, LocalFields } from "../../core/time-expressions/time-query.ts";

export type CalendarUnit = "hour" | "day" | "month" | "year";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Longest spans that are shown by the unit; an hour more, for the day on which the clock goes back. */
const MOST_BY_HOUR = 2 * DAY_MS + HOUR_MS;
const MOST_BY_DAY = 62 * DAY_MS + HOUR_MS;
const MOST_BY_MONTH = 5 * 366 * DAY_MS;

/** The unit that shows a span in a page: 48 hours, 62 days or 60 months. */
export function chooseUnit(spanMs: number): CalendarUnit {
  if (spanMs <= MOST_BY_HOUR) return "hour";
  if (spanMs <= MOST_BY_DAY) return "day";
  return spanMs <= MOST_BY_MONTH ? "month" : "year";
}

/** First instant of the hour, day, month or year that `instant` lies in. Milliseconds since 1970. */
export function startOf(unit: CalendarUnit, instant: number, calendar: Calendar): number {
  const fields = calendar.fieldsOf(instant);
  if (unit === "hour") {
    // Not by the fields: of an hour that the clock shows twice they would always name the first.
    const within = (fields.minute * 60 + fields.second) * 1000 + (((instant % 1000) + 1000) % 1000);
    return instant - within;
  }
  return calendar.instantOf({
    ...midnight(fields),
    ...(unit === "day" ? {} : { day: 1 }),
    ...(unit === "year" ? { month: 1 } : {}),
  });
}

function midnight(fields: LocalFields): LocalFields {
  return { ...fields, hour: 0, minute: 0, second: 0 };
}

/** First instant of the next one; `start` is the first of one. */
export function nextStart(unit: CalendarUnit, start: number, calendar: Calendar): number {
  if (unit === "hour") {
    const next = start + HOUR_MS;
    // Where the clock moves by half an hour, the hour in which it does is longer or shorter.
    const { minute } = calendar.fieldsOf(next);
    return minute === 0 ? next : next + (60 - minute) * 60_000;
  }
  const fields = midnight(calendar.fieldsOf(start));
  const { year, month, day } = fields;
  if (unit === "day") return calendar.instantOf({ ...fields, day: day + 1 });
  if (unit === "month") return calendar.instantOf({ ...fields, month: month + 1, day: 1 });
  return calendar.instantOf({ ...fields, year: year + 1, month: 1, day: 1 });
}

/** Starts of all units that touch `first` to `last`, and the end of the last of them. */
export function listStarts(
  unit: CalendarUnit,
  span: { readonly first: number; readonly last: number },
  calendar: Calendar,
): readonly number[] {
  const starts = [startOf(unit, span.first, calendar)];
  for (let at = starts[0] ?? 0; at <= span.last;) {
    at = nextStart(unit, at, calendar);
    starts.push(at);
  }
  return starts;
}

const STEPS = [DAY_MS, HOUR_MS, HOUR_MS / 2, HOUR_MS / 4, 60_000, 1000];

/** The longest step, counted from the first start, that no other start lies within: rows of one step belong to one unit. */
export function commonStep(starts: readonly number[]): number {
  const [origin = 0] = starts;
  return STEPS.find((step) => starts.every((start) => (start - origin) % step === 0)) ?? 1;
}
