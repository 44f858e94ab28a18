/** Owns dates and times in digits: 2026-03-14, 3/14, 15:30, 3pm, Q3, and instants with a zone. */
import { COUNTERS, PARTS, UNITS, type Lexeme, type Meaning, type Unit } from "./meaning.ts";

const LONGEST = 40;
const SHORT_UNITS: Readonly<Record<string, Unit>> = {
  s: "second",
  sec: "second",
  m: "minute",
  min: "minute",
  mins: "minute",
  h: "hour",
  hr: "hour",
  hrs: "hour",
  d: "day",
  w: "week",
  wk: "week",
  mo: "month",
  y: "year",
  yr: "year",
};

type Reader = readonly [RegExp, (groups: readonly string[]) => Meaning | null];

function readClock([, hour = "", minute = ""]: readonly string[]): Meaning | null {
  if (Number(hour) > 24 || Number(minute) > 59) return null;
  const meaning = { hour: Number(hour), minute: Number(minute) };
  // Whoever writes 03:30 or 15:30 counts to 24; 3:30 may be either half of the day.
  return hour.length === 2 ? { ...meaning, exact: 1 } : meaning;
}

function readHalfDay([, hour = "", minute, half]: readonly string[]): Meaning | null {
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute ?? 0) > 59) return null;
  const part = PARTS.indexOf(half === "a" ? "am" : "pm");
  const whole = { hour: Number(hour), part, exact: 1 };
  return minute === undefined ? whole : { ...whole, minute: Number(minute) };
}

function readDate([, year = "", mark, month = "", day]: readonly string[]): Meaning | null {
  // 1999.1.2 is a version more often than a day; 2026-3 and 2026.03 are numbers.
  if (mark === "." && (month.length < 2 || day?.length !== 2)) return null;
  if (day === undefined && month.length < 2) return null;
  if (Number(month) < 1 || Number(month) > 12) return null;
  const meaning = { year: Number(year), month: Number(month) };
  return day === undefined ? meaning : { ...meaning, dom: Number(day) };
}

function readInstant(groups: readonly string[]): Meaning | null {
  const [, date = "", clock = "", seconds = "", zone] = groups;
  if (zone === undefined) {
    const [year, month, dom] = date.split("-").map(Number);
    const [hour, minute] = clock.split(":").map(Number);
    if (year === undefined || month === undefined || dom === undefined) return null;
    if (hour === undefined || minute === undefined || hour > 24 || minute > 59) return null;
    return { year, month, dom, hour, minute, exact: 1 };
  }
  const wide = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const instant = Date.parse(`${date}T${clock}${seconds}${wide}`);
  // Date.parse takes the 30th of February for the 2nd of March.
  const isReal = new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ?? false;
  return isReal && !Number.isNaN(instant) ? { instant } : null;
}

/** M/D, or D/M where only that can be; with a year both may be meant. */
function readSlashed([, first = "", second = "", year]: readonly string[]): Meaning | null {
  const [a, b] = [Number(first), Number(second)];
  if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return null;
  const named = year === undefined ? {} : { year: Number(year) };
  if (a > 12) return { ...named, month: b, dom: a, weak: 1 };
  if (b > 12 || a === b) return { ...named, month: a, dom: b, weak: b > 12 ? 0 : 1 };
  return { ...named, month: a, dom: b, swap: 1, weak: 1 };
}

function readCount([, amount = "", unit = ""]: readonly string[]): Meaning | null {
  const name = SHORT_UNITS[unit];
  return name === undefined ? null : { count: Number(amount), unit: UNITS.indexOf(name) };
}

const READERS: readonly Reader[] = [
  [/^(\d{1,6})$/, ([, n = ""]) => ({ count: Number(n), digits: n.length })],
  [/^(\d{1,2})(?:st|nd|rd|th)$/, ([, n]) => ({ count: Number(n), digits: 2, ordinal: 1 })],
  [/^(\d{1,5})([a-z]{1,4})$/, readCount],
  [/^(\d{1,2})(?::(\d{2}))?([ap])\.?m$/, readHalfDay],
  [/^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?$/, readClock],
  [/^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/, readDate],
  [/^(\d{4}-\d{2}-\d{2})t(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(z|[+-]\d{2}:?\d{2})?$/, readInstant],
  [/^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/, readSlashed],
  [
    /^(\d{4})-?q([1-4])$/,
    ([, year, quarter]) => ({ year: Number(year), quarter: Number(quarter) }),
  ],
  [
    /^q([1-4])-?(\d{4})$/,
    ([, quarter, year]) => ({ year: Number(year), quarter: Number(quarter) }),
  ],
  [/^(\d{4})-?h([12])$/, ([, year, half]) => ({ year: Number(year), half: Number(half) })],
  [/^q([1-4])$/, ([, quarter]) => ({ quarter: Number(quarter), weak: 1 })],
];

function readWhole(text: string): Meaning | null {
  for (const [pattern, read] of READERS) {
    const groups = pattern.exec(text);
    const meaning = groups === null ? null : read(groups);
    if (meaning !== null) return meaning;
  }
  return null;
}

const isDate = (meaning: Meaning | null): meaning is Meaning =>
  meaning !== null && (meaning.month ?? meaning.hour ?? meaning.instant) !== undefined;

/** 3/1-3/5, 15:00-16:00, 2026-03-01..2026-03-05. */
function readSpan(text: string, from: number): readonly Lexeme[] | null {
  const mark = text.includes("..") ? ".." : "-";
  const [left = "", right = "", more] = text.split(mark);
  if (more !== undefined) return null;
  const [first, second] = [readWhole(left), readWhole(right)];
  if (!isDate(first) || !isDate(second)) return null;
  const middle = from + left.length;
  const start = middle + mark.length;
  return [
    { from, to: middle, meaning: first },
    { from: middle, to: start, meaning: { to: 1 } },
    { from: start, to: start + right.length, meaning: second },
  ];
}

/** 3/4분기: the third of four quarters. */
function readKoreanQuarter(text: string, from: number, chunk: string): readonly Lexeme[] | null {
  const match = /^([1-4])\/4$/.exec(chunk);
  const to = from + chunk.length;
  if (match === null || !text.startsWith("분기", to)) return null;
  return [
    { from, to, meaning: { count: Number(match[1]), digits: 1 } },
    { from: to, to: to + 2, meaning: { as: COUNTERS.indexOf("quarter") } },
  ];
}

/** 2026. 3. 14.: the day as Korean letters are dated. Its blanks or its last full stop tell it from a version. */
const DOTTED = /(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})(\.?)(?![\w.])/y;

function readDotted(text: string, from: number): Lexeme | null {
  if (text[from + 4] !== ".") return null;
  DOTTED.lastIndex = from;
  const [whole = "", year, month, dom, stop] = DOTTED.exec(text) ?? [];
  if (!whole.includes(" ") && stop !== ".") return null;
  if (Number(month) < 1 || Number(month) > 12) return null;
  const meaning = { year: Number(year), month: Number(month), dom: Number(dom) };
  return { from, to: from + whole.length, meaning };
}

/** What the chunk of ASCII from `from` until `to` is as a whole; null when it is no time. */
export function readNumeric(text: string, from: number, to: number): readonly Lexeme[] | null {
  if (to - from > LONGEST) return null;
  const chunk = text.slice(from, to);
  const dotted = readDotted(text, from);
  if (dotted !== null) return [dotted];
  const quarter = readKoreanQuarter(text, from, chunk);
  if (quarter !== null) return quarter;
  const meaning = readWhole(chunk);
  return meaning === null ? readSpan(chunk, from) : [{ from, to, meaning }];
}
