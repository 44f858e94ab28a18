/** Owns phrases that name weeks, months, quarters and years, and parts of them. */
import {
  addDays,
  addMonths,
  spanOfDays,
  weekdayOf,
  weekStartOf,
  type Day,
  type Moment,
  type Span,
} from "./local-days.ts";
import type { Meaning } from "./meaning.ts";
import type { TimePrecision } from "./time-query.ts";

interface Period {
  readonly first: Day;
  readonly end: Day;
  readonly precision: TimePrecision;
}

/** Beginning, middle and end: two, three and two days of a week, ten days of a month, four months of a year. */
function edgeOf({ first, end, precision }: Period, edge: number): Period {
  const step = (from: Day, by: number): Day =>
    precision === "week" || precision === "month" ? addDays(from, by) : addMonths(from, by);
  const months = 12 * (end.year - first.year) + end.month - first.month;
  const cuts =
    precision === "week"
      ? [2, 5]
      : precision === "month"
        ? [10, 20]
        : [months / 3, (2 * months) / 3];
  const [one = 0, two = 0] = cuts.map(Math.round);
  const bounds = [first, step(first, one), step(first, two), end];
  return { first: bounds[edge - 1] ?? first, end: bounds[edge] ?? end, precision: "range" };
}

function periodOfMonths(year: number, month: number, months: number): Period {
  const first = addMonths({ year, month, day: 1 }, 0);
  const names: Readonly<Record<number, TimePrecision>> = {
    1: "month",
    3: "quarter",
    6: "half-year",
  };
  return { first, end: addMonths(first, months), precision: names[months] ?? "year" };
}

/** The period within a year that the words name, or the year. */
function periodIn({ month, quarter, half }: Meaning, year: number): Period {
  if (month !== undefined) return periodOfMonths(year, month, 1);
  if (quarter !== undefined) return periodOfMonths(year, 3 * quarter - 2, 3);
  return half === undefined ? periodOfMonths(year, 1, 12) : periodOfMonths(year, 6 * half - 5, 6);
}

/** Without a year a period that has not begun is that of last year; "last March" is over. */
function calendarPeriods(meaning: Meaning, moment: Moment): readonly Period[] {
  const { year: thisYear, month: thisMonth } = moment.today;
  const { months, quarters, edge } = meaning;
  const cut = (period: Period): Period => (edge === undefined ? period : edgeOf(period, edge));
  // 월말 and 연말 without more are the last ones that have begun.
  const begun = (periods: readonly Period[]): readonly Period[] => {
    const found = periods.find((period) => spanOf(moment, period).from <= moment.now);
    return found === undefined ? [] : [found];
  };
  if (months !== undefined) {
    const at = (back: number): Period => cut(periodOfMonths(thisYear, thisMonth + back, 1));
    return meaning.weak === undefined ? [at(months)] : begun([at(months), at(months - 1)]);
  }
  if (quarters !== undefined) {
    return [cut(periodOfMonths(thisYear, 3 * (Math.ceil(thisMonth / 3) + quarters) - 2, 3))];
  }
  const isPart = (meaning.month ?? meaning.quarter ?? meaning.half) !== undefined;
  const years = meaning.this !== undefined && isPart ? 0 : meaning.years;
  if (meaning.year !== undefined) return [cut(periodIn(meaning, meaning.year))];
  if (years !== undefined) {
    const at = (back: number): Period => cut(periodIn(meaning, thisYear + back));
    return meaning.weak === undefined ? [at(years)] : begun([at(years), at(years - 1)]);
  }
  if (!isPart) return [];
  const [now, before] = [cut(periodIn(meaning, thisYear)), cut(periodIn(meaning, thisYear - 1))];
  const span = spanOf(moment, now);
  if (span.from > moment.now) return [before];
  if (meaning.last === undefined) return [now];
  return span.until > moment.now ? [before] : [now, before];
}

/** On a working day "this weekend" is the one that is over, or the one to come. */
function weekendPeriods(weekend: number, { today }: Moment): readonly Period[] {
  const weekday = weekdayOf(today);
  const isWeekend = weekday === 0 || weekday === 6;
  const saturday = addDays(today, -((weekday + 1) % 7));
  const at = (weeks: number): Period => {
    const first = addDays(saturday, 7 * weeks);
    return { first, end: addDays(first, 2), precision: "weekend" };
  };
  if (isWeekend) return [at(weekend)];
  if (weekend === 0) return [at(0), at(1)];
  return [at(weekend > 0 ? weekend : weekend + 1)];
}

function spanOf(moment: Moment, { first, end, precision }: Period): Span {
  return spanOfDays(moment, first, end, precision);
}

/** Readings of a phrase that names a period of days, likelier first. */
export function resolvePeriod(meaning: Meaning, moment: Moment): readonly Span[] {
  const { week, weekend, otherday, edge } = meaning;
  const { today } = moment;
  if (otherday !== undefined) {
    return [spanOfDays(moment, addDays(today, -7), today, "range")];
  }
  if (weekend !== undefined) {
    return weekendPeriods(weekend, moment).map((period) => spanOf(moment, period));
  }
  if (week !== undefined) {
    const first = addDays(weekStartOf(moment, today), 7 * week);
    const period: Period = { first, end: addDays(first, 7), precision: "week" };
    return [spanOf(moment, edge === undefined ? period : edgeOf(period, edge))];
  }
  return calendarPeriods(meaning, moment).map((period) => spanOf(moment, period));
}
