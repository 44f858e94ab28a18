/** Owns what a bare number is in English: a day beside a month, a year, an hour. */
import { isNear } from "./is-near.ts";
import { PARTS, type Lexeme, type Meaning } from "./meaning.ts";
import type { Joined, Scanned } from "./scanned.ts";

/** Below, a number after "in" is a size or a time in milliseconds. */
const FIRST_YEAR = 2001;
/** The half of the day that "am" (0) or "pm" (1) names, as a part of the day. */
export const halfOf = (meridiem: number): number => PARTS.indexOf(meridiem === 0 ? "am" : "pm");
const NONE: Joined = { meaning: null, used: 1 };

const isYear = ({ meaning }: Lexeme): boolean =>
  meaning.digits === 4 && meaning.count !== undefined;

function isDay({ meaning }: Lexeme): boolean {
  const { count = 0, digits = 0, sino } = meaning;
  return digits > 0 && digits <= 2 && count >= 1 && count <= 31 && sino === undefined;
}

/** Reads the year behind a date, when one stands there. */
function withYear(scanned: Scanned, meaning: Meaning, at: number, used: number): Joined {
  const { lexemes, text } = scanned;
  const [last, year] = [lexemes[at + used - 1], lexemes[at + used]];
  if (year === undefined || !isYear(year) || !isNear(text, last, year)) return { meaning, used };
  return { meaning: { ...meaning, year: year.meaning.count ?? 0, weak: 0 }, used: used + 1 };
}

/** March 14(th)(, 2026) and March 2026. */
function readMonthFirst(scanned: Scanned, at: number): Joined {
  const { lexemes, text } = scanned;
  const [name, number, next] = [lexemes[at], lexemes[at + 1], lexemes[at + 2]];
  if (name === undefined || number === undefined || !isNear(text, name, number)) return NONE;
  const month = name.meaning.month ?? 1;
  if (isYear(number)) return withYear(scanned, { month }, at, 1);
  const { unit, as, meridiem } = (isNear(text, number, next) ? next?.meaning : undefined) ?? {};
  if (!isDay(number) || (unit ?? as ?? meridiem) !== undefined) return NONE;
  return withYear(scanned, { month, dom: number.meaning.count ?? 1 }, at, 2);
}

/** 14 March, 14th of March 2026. "14 may" and "14 march" need a capital, a year or a word such as "on". */
function readDayFirst(scanned: Scanned, at: number): Joined | null {
  const { lexemes, text, query } = scanned;
  const number = lexemes[at];
  const of = lexemes[at + 1]?.meaning.link === 2 && isNear(text, number, lexemes[at + 1]) ? 1 : 0;
  const [before, name] = [lexemes[at + of], lexemes[at + 1 + of]];
  if (number === undefined || !isDay(number)) return null;
  if (name?.meaning.month === undefined || !isNear(text, before, name)) return null;
  if (name.meaning.dom !== undefined || name.meaning.year !== undefined) return null;
  const isName = /[A-Z]/.test(query[name.from] ?? "") || number.meaning.ordinal !== undefined;
  const weak = name.meaning.weak !== undefined && !isName ? 1 : 0;
  return withYear(
    scanned,
    { month: name.meaning.month, dom: number.meaning.count ?? 1, weak },
    at,
    2 + of,
  );
}

/** A number of four digits behind "in", "since", "end of", "Q3". */
function isYearHere(scanned: Scanned, at: number, last: Lexeme | undefined): boolean {
  const { lexemes, text, thisYear } = scanned;
  const [number, next] = [lexemes[at], lexemes[at + 1]];
  if (number === undefined || !isYear(number)) return false;
  const year = number.meaning.count ?? 0;
  if (year < FIRST_YEAR || year > thisYear) return false;
  if (isNear(text, number, next) && (next?.meaning.quarter ?? next?.meaning.half) !== undefined)
    return true;
  if (last === undefined || !isNear(text, last, number)) return false;
  const { prep, link, since, before, after, until, from, to, between, and, ...slots } =
    last.meaning;
  const bound = since ?? before ?? after ?? until ?? from ?? to ?? between ?? and;
  if (prep === 1 || link === 2 || bound === 1) return true;
  return (slots.edge ?? slots.quarter ?? slots.half) !== undefined;
}

const namesDay = ({ day, weekday, dom, ago }: Meaning): boolean =>
  (day ?? weekday ?? dom ?? ago) !== undefined;

/** "at 3", "around 3" next to a day, or as the whole question. */
function isHourHere(scanned: Scanned, at: number, before: readonly Lexeme[]): boolean {
  const { lexemes, text } = scanned;
  const [number, next] = [lexemes[at], lexemes[at + 1]];
  const last = before.at(-1);
  if (number === undefined || !isDay(number) || (number.meaning.count ?? 0) > 24) return false;
  if (last === undefined || !isNear(text, last, number)) return false;
  if (last.meaning.prep !== 3 && last.meaning.around === undefined) return false;
  const day = before.at(-2);
  const isTimed = day !== undefined && (namesDay(day.meaning) || day.meaning.part !== undefined);
  if (isTimed && isNear(text, day, last)) return true;
  if (next !== undefined && namesDay(next.meaning) && isNear(text, number, next)) return true;
  const isAlone = before.length === 1 && next === undefined;
  return isAlone && `${text.slice(0, last.from)}${text.slice(number.to)}`.trim() === "";
}

/** "on the 14th", when a sentence could end there. */
function isOrdinalDay(scanned: Scanned, at: number, last: Lexeme | undefined): boolean {
  const { lexemes, text } = scanned;
  const [number, next] = [lexemes[at], lexemes[at + 1]];
  if (number?.meaning.ordinal === undefined || last === undefined) return false;
  if ((last.meaning.link ?? last.meaning.prep) === undefined || !isNear(text, last, number))
    return false;
  return (
    isNear(text, number, next) || !/^ *[\p{L}\p{N}]/u.test(text.slice(number.to, number.to + 4))
  );
}

/** The number (or the month) at `at` with what belongs to it; no meaning when it is a number like others. */
export function readEnglishNumber(scanned: Scanned, at: number, before: readonly Lexeme[]): Joined {
  const { lexemes, text } = scanned;
  const [number, next] = [lexemes[at], lexemes[at + 1]];
  if (number === undefined) return NONE;
  if (number.meaning.count === undefined) return readMonthFirst(scanned, at);
  const value = number.meaning.count;
  const isClose = isNear(text, number, next);
  const half = next?.meaning.meridiem;
  if (half !== undefined && isClose && value >= 1 && value <= 12) {
    return { meaning: { hour: value, part: halfOf(half), exact: 1 }, used: 2 };
  }
  if (next?.meaning.oclock !== undefined && isClose && value >= 1 && value <= 12) {
    return { meaning: { hour: value }, used: 2 };
  }
  const dated = readDayFirst(scanned, at);
  if (dated !== null) return dated;
  if (isYearHere(scanned, at, before.at(-1))) return { meaning: { year: value }, used: 1 };
  if (isHourHere(scanned, at, before)) return { meaning: { hour: value }, used: 1 };
  if (isOrdinalDay(scanned, at, before.at(-1)))
    return { meaning: { dom: value, weak: 1 }, used: 1 };
  return NONE;
}
