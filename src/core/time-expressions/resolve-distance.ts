/** Owns phrases that count back from now: "3 weeks ago", 최근 3일, and a few of something. */
import {
  addDays,
  addMonths,
  HOUR_MS,
  instantOn,
  MINUTE_MS,
  spanOfDays,
  weekStartOf,
  type Day,
  type Moment,
  type Span,
} from "./local-days.ts";
import { UNITS, unitOf, type Meaning, type Unit } from "./meaning.ts";
import { resolveDay } from "./resolve-day.ts";

const SHORT_MS: Readonly<Partial<Record<Unit, number>>> = {
  second: 1000,
  minute: MINUTE_MS,
  hour: HOUR_MS,
};
/** "30 minutes ago" is give or take a quarter. */
const MARGIN = 0.25;

interface Distance {
  readonly amount: number;
  readonly unit: Unit;
}

/** Half a unit is told in a smaller one. */
function wholeOf({ amount, unit }: Distance): Distance {
  if (amount !== 0.5) return { amount, unit };
  if (unit === "year") return { amount: 6, unit: "month" };
  if (unit === "month") return { amount: 15, unit: "day" };
  if (unit === "week") return { amount: 3, unit: "day" };
  if (unit === "day") return { amount: 12, unit: "hour" };
  return unit === "hour" ? { amount: 30, unit: "minute" } : { amount: 30, unit: "second" };
}

const isShort = (unit: Unit): boolean => SHORT_MS[unit] !== undefined;

/** The day that lies so far back, the last of its month when the month has no such day. */
function dayBack({ today }: Moment, { amount, unit }: Distance): Day {
  if (unit === "day") return addDays(today, -amount);
  if (unit === "week") return addDays(today, -7 * amount);
  return addMonths(today, unit === "year" ? -12 * amount : -amount);
}

/** The calendar's day, week, month or year that lies so far back. */
function periodBack(moment: Moment, distance: Distance): Span {
  const { unit } = distance;
  const day = dayBack(moment, distance);
  if (unit === "week") {
    const first = weekStartOf(moment, day);
    return spanOfDays(moment, first, addDays(first, 7), "week");
  }
  if (unit === "month") {
    const first = { ...day, day: 1 };
    return spanOfDays(moment, first, addMonths(first, 1), "month");
  }
  if (unit === "year") {
    const first = { year: day.year, month: 1, day: 1 };
    return spanOfDays(moment, first, addMonths(first, 12), "year");
  }
  return spanOfDays(moment, day, addDays(day, 1), "day");
}

function shortBack({ now }: Moment, { amount, unit }: Distance): Span {
  const size = SHORT_MS[unit] ?? 0;
  const middle = now - amount * size;
  const margin = unit === "hour" ? HOUR_MS / 2 : Math.max(amount * size * MARGIN, MINUTE_MS);
  const precision = unit === "hour" ? "hour" : "minute";
  return { from: middle - margin, until: middle + margin, precision };
}

/** A unit back: the calendar's own for weeks and longer, and as the other reading the very day. */
export function resolveAgo(meaning: Meaning, moment: Moment): readonly Span[] {
  const unit = unitOf(meaning);
  if (unit === undefined || meaning.ago === undefined) return [];
  const distance = wholeOf({ amount: meaning.ago, unit });
  if (meaning.nearest !== undefined) {
    const nearest = { amount: meaning.nearest, unit };
    const back = isShort(unit) ? shortBack : periodBack;
    const [far, near] = [back(moment, distance), back(moment, nearest)];
    return [{ from: far.from, until: near.until, precision: "range" }];
  }
  if (isShort(distance.unit)) return [shortBack(moment, distance)];
  const period = periodBack(moment, distance);
  if (period.precision === "day") return [period];
  const { amount, unit: whole } = distance;
  return [period, ...resolveDay({ ago: amount, unit: UNITS.indexOf(whole) }, moment, false)];
}

/** The last so many units until the end of today, or of this minute for hours and less. */
export function resolveRecent(meaning: Meaning, moment: Moment): readonly Span[] {
  const unit = unitOf(meaning);
  if (unit === undefined || meaning.recent === undefined) return [];
  const distance = wholeOf({ amount: meaning.recent, unit });
  if (distance.amount === 0) return [];
  const size = SHORT_MS[distance.unit];
  if (size !== undefined) {
    const from = moment.now - distance.amount * size;
    const until = (Math.floor(moment.now / MINUTE_MS) + 1) * MINUTE_MS;
    return [{ from, until, precision: "range" }];
  }
  const first = instantOn(moment, dayBack(moment, distance));
  // So far back that no date is left.
  const from = Number.isNaN(first) ? 0 : first;
  const until = instantOn(moment, addDays(moment.today, 1));
  return [{ from, until, precision: "range" }];
}

/** Days around the day before yesterday: 엊그제 means it, or a few days. */
export function resolveSpread(moment: Moment): Span {
  const { today } = moment;
  return spanOfDays(moment, addDays(today, -4), today, "range");
}

/** The minute of an instant. */
export function resolveInstant(instant: number): Span {
  const from = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  return { from, until: from + MINUTE_MS, precision: "minute" };
}
