/** Owns what a bounded phrase means: since, before, until, and from one time to another. */
import { addDays, instantOn, momentAt, type Day, type Moment, type Span } from "./local-days.ts";
import type { Meaning } from "./meaning.ts";
import type { Clause } from "./read-clause.ts";
import { resolvePhrase } from "./resolve-phrase.ts";
import type { TimePrecision } from "./time-query.ts";

/** Null where there is no bound. */
export interface Reading {
  readonly from: number | null;
  readonly until: number | null;
  readonly precision: TimePrecision;
}

const DATE_SLOTS = [
  "year",
  "years",
  "month",
  "months",
  "dom",
  "day",
  "week",
  "weekday",
  "ago",
  "unit",
] as const;
type DateSlot = (typeof DATE_SLOTS)[number];

const without = (meaning: Meaning, slots: readonly DateSlot[]): boolean =>
  slots.every((slot) => meaning[slot] === undefined);

function pick(meaning: Meaning, slots: readonly DateSlot[]): Meaning {
  const found: Partial<Record<DateSlot, number>> = {};
  for (const slot of slots) {
    const value = meaning[slot];
    if (value !== undefined) found[slot] = value;
  }
  return found;
}

/** What one end of a range leaves to the other: "3월 1일부터 5일까지", "between 2 and 4 pm yesterday". M/D is read one way. */
function complete({ swap: _swap, ...meaning }: Meaning, other: Meaning): Meaning {
  const { part, hour, month, dom, quarter, weekday } = meaning;
  if (meaning.instant !== undefined) return meaning;
  if (without(meaning, DATE_SLOTS) && (hour ?? part) !== undefined) {
    const half = part === undefined && other.hour !== undefined && meaning.exact === undefined;
    const shared = half && other.part !== undefined ? { part: other.part } : {};
    return { ...pick(other, DATE_SLOTS), ...shared, ...meaning };
  }
  if (dom !== undefined && month === undefined && without(meaning, ["months"])) {
    return { ...pick(other, ["year", "years", "month", "months"]), ...meaning };
  }
  if ((month ?? quarter) !== undefined && without(meaning, ["year", "years"])) {
    return { ...pick(other, ["year", "years"]), ...meaning };
  }
  if (weekday !== undefined && meaning.week === undefined)
    return { ...pick(other, ["week"]), ...meaning };
  return meaning;
}

function clockOf({ hour = 0, minute, part, exact }: Meaning): Meaning {
  return {
    day: 0,
    hour,
    ...(minute === undefined ? {} : { minute }),
    ...(part === undefined ? {} : { part }),
    ...(exact === undefined ? {} : { exact }),
  };
}

/** The end of a range lies after its beginning: the next such time, where the last one is too early. */
function endAfter(first: Span, second: Meaning, moment: Moment): Span | undefined {
  const { clock } = moment;
  const start = momentAt(clock, first.from).today;
  const resolveBy = (meaning: Meaning, day: Day): Span | undefined =>
    resolvePhrase(meaning, momentAt(clock, instantOn(moment, addDays(day, 1)) - 1), true)[0];
  if (second.hour !== undefined && (second.day !== undefined || without(second, DATE_SLOTS))) {
    const spans = [start, addDays(start, 1)].map((day) => resolveBy(clockOf(second), day));
    return spans.find((span) => span !== undefined && endOf(span) > first.from);
  }
  const isWeekday = second.weekday !== undefined;
  return resolveBy(second, isWeekday ? addDays(start, 6) : { ...start, year: start.year + 1 });
}

/** A clock time ends a range at once, anything longer when it is over. */
function endOf({ from, until, precision }: Span): number {
  return precision === "hour" || precision === "minute" ? from : until;
}

function resolveRange(clause: Clause, second: Meaning, moment: Moment): readonly Reading[] {
  const firsts = resolvePhrase(complete(clause.first, second), moment, true);
  const whole = complete(second, clause.first);
  const seconds = resolvePhrase(whole, moment, true);
  if (firsts.length === 0 || seconds.length === 0) return [];
  return Array.from(
    { length: Math.max(firsts.length, seconds.length) },
    (_, at): Reading | null => {
      const first = firsts[at] ?? firsts[0];
      let last = seconds[at] ?? seconds[0];
      if (first === undefined || last === undefined) return null;
      if (endOf(last) <= first.from) last = endAfter(first, whole, moment) ?? last;
      const reversed = endOf(last) <= first.from;
      const [from, until] = reversed ? [last.from, endOf(first)] : [first.from, endOf(last)];
      return { from, until, precision: "range" };
    },
  ).filter((reading) => reading !== null);
}

function bounded(bound: Clause["bound"], span: Span): Reading {
  const { from, until } = span;
  switch (bound) {
    case "since":
      return { from, until: null, precision: "range" };
    case "after":
      return { from: endOf(span), until: null, precision: "range" };
    case "before":
      return { from: null, until: from, precision: "range" };
    case "until":
      return { from: null, until: endOf(span), precision: "range" };
    case "none":
    case "range":
      return { from, until, precision: span.precision };
  }
}

/** What begins in the future or is over by 1970 is none. */
function isPossible({ from, until }: Reading, { now }: Moment): boolean {
  if (from !== null && !(from <= now)) return false;
  if (until !== null && !(until > 0)) return false;
  return from === null || until === null || from < until;
}

/** A weekday or weekend before a date: the last one that was over when the date began. */
function resolveBefore(phrase: Meaning, anchor: Meaning, moment: Moment): readonly Span[] {
  const [date] = resolvePhrase(anchor, moment, true);
  if (date === undefined || date.from < 0) return [];
  const last = phrase.weekday === undefined ? { weekend: -1 } : { ...phrase, last: 1 };
  return resolvePhrase(last, momentAt(moment.clock, date.from), false).slice(0, 1);
}

/** The readings of a clause, likelier first and each once, none earlier than 1970; none when it names no possible time. */
export function resolveClause(clause: Clause, moment: Moment): readonly Reading[] {
  const { bound, first, second, anchor } = clause;
  const spans =
    anchor === null
      ? resolvePhrase(first, moment, bound !== "none")
      : resolveBefore(first, anchor, moment);
  const readings =
    second === null
      ? spans.map((span) => bounded(bound, span))
      : resolveRange(clause, second, moment);
  const found = new Map<string, Reading>();
  for (const { from, until, precision } of readings) {
    const isComing = precision === "weekend" && found.size > 0;
    const isEarly = from !== null && from < 0;
    const reading = { from: isEarly ? 0 : from, until, precision };
    const name = `${reading.from} ${until}`;
    if ((isComing || isPossible(reading, moment)) && !found.has(name)) found.set(name, reading);
  }
  return [...found.values()];
}
