/** Owns phrases that name a single day, with or without a time of day. */
import {
  addDays,
  addMonths,
  daysInMonth,
  spanOfDays,
  weekdayOf,
  weekStartOf,
  type Day,
  type Moment,
  type Span,
} from "./local-days.ts";
import { partOf, unitOf, type Meaning } from "./meaning.ts";
import { spanOfTime, timesOfDay } from "./resolve-clock.ts";

/** Years to go back for a date such as 29 February. */
const MOST_YEARS_BACK = 8;
/** Hour at which a night is over. */
const NIGHT_ENDS = 4;

/** One reading: the days it may be, of which the first that is not in the future counts. */
type Choice = readonly Day[];

function datesIn(years: readonly number[], month: number, dom: number): Choice {
  return years
    .filter((year) => dom <= daysInMonth(year, month))
    .map((year) => ({ year, month, day: dom }));
}

function yearsOf({ year, years }: Meaning, moment: Moment): readonly number[] {
  const now = moment.today.year;
  if (year !== undefined) return [year];
  if (years !== undefined) return [now + years];
  return Array.from({ length: MOST_YEARS_BACK + 1 }, (_, back) => now - back);
}

/** A day of a month: 3월 14일, 지난달 14일, 14일. */
function monthDays(meaning: Meaning, moment: Moment, dom: number): readonly Choice[] {
  const { month, months } = meaning;
  const { year, month: thisMonth } = moment.today;
  if (month !== undefined) {
    const years = yearsOf(meaning, moment);
    const swapped = meaning.swap === undefined ? [] : [datesIn(years, dom, month)];
    return [datesIn(years, month, dom), ...swapped];
  }
  const backs = months === undefined ? [0, -1, -2] : [months];
  const firsts = backs.map((back) => addMonths({ year, month: thisMonth, day: 1 }, back));
  const days = firsts
    .filter((first) => dom <= daysInMonth(first.year, first.month))
    .map((first) => ({ ...first, day: dom }));
  return [days];
}

/** A weekday alone is the last one, today included; "last" leaves today out and may mean that of last week. */
function weekdays(meaning: Meaning, moment: Moment, weekday: number): readonly Choice[] {
  const { today } = moment;
  const ofWeek = (back: number, start?: "monday" | "sunday"): Day => {
    const first = weekStartOf(moment, today, start);
    return addDays(first, 7 * back + ((weekday - weekdayOf(first) + 7) % 7));
  };
  const week = meaning.week ?? (meaning.this === undefined ? undefined : 0);
  if (week !== undefined) {
    const other = moment.clock.weekStart === "monday" ? "sunday" : "monday";
    // Only Sunday lies in another week when weeks begin on another day.
    return weekday === 0 ? [[ofWeek(week)], [ofWeek(week, other)]] : [[ofWeek(week)]];
  }
  const since = (weekdayOf(today) - weekday + 7) % 7;
  if (meaning.last !== undefined) {
    return [[addDays(today, -(since === 0 ? 7 : since))], [ofWeek(-1)]];
  }
  const latest = addDays(today, -since);
  const before = addDays(latest, -7);
  return since === 0 ? [[latest, before], [before]] : [[latest, before]];
}

function daysAgo(meaning: Meaning, { today }: Moment, ago: number): readonly Choice[] {
  const unit = unitOf(meaning);
  if (!Number.isInteger(ago)) return [];
  if (unit === "day") return [[addDays(today, -ago)]];
  if (unit === "week") return [[addDays(today, -7 * ago)]];
  if (unit === "month") return [[addMonths(today, -ago)]];
  return unit === "year" ? [[addMonths(today, -12 * ago)]] : [];
}

function daysOf(meaning: Meaning, moment: Moment): readonly Choice[] {
  const { today } = moment;
  const { day, dom, weekday, ago } = meaning;
  if (day !== undefined) {
    // After midnight "last night" is the night that is not over, or the one before.
    const isNight = partOf(meaning) === "night" && meaning.hour === undefined;
    const before = isNight && day === -1 && today.hour < NIGHT_ENDS ? [[addDays(today, -2)]] : [];
    return [[addDays(today, day)], ...before];
  }
  if (dom !== undefined) return monthDays(meaning, moment, dom);
  if (weekday !== undefined) return weekdays(meaning, moment, weekday);
  if (ago !== undefined) return daysAgo(meaning, moment, ago);
  return meaning.week === undefined ? [[today, addDays(today, -1)]] : [];
}

/** Readings of a phrase that names a day or a time of day, likelier first. */
export function resolveDay(meaning: Meaning, moment: Moment, sharp: boolean): readonly Span[] {
  const times = timesOfDay(meaning, sharp);
  const choices = daysOf(meaning, moment);
  const latest = (spans: readonly Span[]): Span[] => {
    const found = spans.find(({ from }) => from <= moment.now) ?? spans[0];
    return found === undefined ? [] : [found];
  };
  if (times === undefined) {
    return choices.flatMap((days) =>
      latest(days.map((day) => spanOfDays(moment, day, addDays(day, 1), "day"))),
    );
  }
  return choices.flatMap((days) =>
    times.flatMap((time) => latest(days.map((day) => spanOfTime(moment, day, time)))),
  );
}
