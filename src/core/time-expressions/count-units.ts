/** Owns joining numbers with what they count: "3 days ago", 3월 14일, "March 14, 2026", 3時半, "last 7 days". */
import { halfOf, readEnglishNumber } from "./english-numbers.ts";
import { isNear } from "./is-near.ts";
import { COUNTERS, type Lexeme, type Meaning } from "./meaning.ts";
import type { Joined, Scanned } from "./scanned.ts";

const LEAST_YEAR = 1970;
const MOST_YEAR = 2199;
const MOST: Readonly<Record<string, readonly [number, number]>> = {
  month: [1, 12],
  dom: [1, 31],
  hour: [0, 24],
  quarter: [1, 4],
};

const isUnit = (lexeme: Lexeme | undefined): lexeme is Lexeme => lexeme?.meaning.unit !== undefined;

/** An amount of days or weeks: 3일 전, "two weeks ago", 最近三天, "3 days" within. */
function readAmount(scanned: Scanned, at: number, before: Lexeme | undefined): Joined | null {
  const { lexemes, text } = scanned;
  const first = lexemes[at];
  if (first === undefined) return null;
  const { count = 0, nearest, sino } = first.meaning;
  const own = isUnit(first);
  const unit = own ? first : lexemes[at + 1];
  if (!isUnit(unit) || !(own || isNear(text, first, unit))) return null;
  if (sino !== undefined && unit.from !== first.to) return null;
  if (count >= LEAST_YEAR && unit.meaning.as === COUNTERS.indexOf("year")) return null;
  const used = own ? 1 : 2;
  const amount: Meaning = {
    unit: unit.meaning.unit ?? 0,
    ...(nearest === undefined ? {} : { nearest }),
  };
  // 일주일쯤 전: "about" may stand between.
  const about = lexemes[at + used]?.meaning.about !== undefined ? 1 : 0;
  const next = lexemes[at + used + about];
  if (isNear(text, lexemes[at + used - 1 + about], next)) {
    if (next?.meaning.backward !== undefined) {
      return { meaning: { ...amount, ago: count }, used: used + about + 1 };
    }
    if (next?.meaning.within !== undefined) {
      return { meaning: { ...amount, recent: count }, used: used + about + 1 };
    }
  }
  if (before?.meaning.lastly === undefined || !isNear(text, before, first)) return null;
  return { meaning: { ...amount, recent: count }, used, pops: true };
}

/** Whether a month is counted next, which makes 26년 a year. */
function monthFollows({ lexemes, text }: Scanned, at: number): boolean {
  const [year, count, counter] = [lexemes[at], lexemes[at + 1], lexemes[at + 2]];
  return (
    isNear(text, year, count) &&
    count?.meaning.count !== undefined &&
    counter?.meaning.as === COUNTERS.indexOf("month")
  );
}

/** What `count` is before the counter at `at`; null when it cannot be. */
function readCounter(scanned: Scanned, at: number, before: Lexeme | undefined): Meaning | null {
  const counter = scanned.lexemes[at];
  const { count = 0, digits = 2, sino, ordinal } = scanned.lexemes[at - 1]?.meaning ?? {};
  const slot = COUNTERS[counter?.meaning.as ?? -1];
  if (slot === undefined) return null;
  if ((ordinal !== undefined && slot !== "quarter") || !Number.isInteger(count)) return null;
  if (slot === "minute") {
    const afterHour =
      before?.meaning.hour !== undefined && isNear(scanned.text, before, scanned.lexemes[at - 1]);
    return afterHour && count < 60 ? { minute: count } : null;
  }
  if (sino !== undefined) return null;
  if (slot === "year") {
    if (digits === 4) return count >= LEAST_YEAR && count <= MOST_YEAR ? { year: count } : null;
    return digits === 2 && monthFollows(scanned, at) ? { year: 2000 + count } : null;
  }
  const [least, most] = MOST[slot] ?? [0, 0];
  if (count < least || count > most) return null;
  const weak = slot === "dom" || counter?.meaning.weak !== undefined;
  return { [slot]: count, ...(weak ? { weak: 1 } : {}) };
}

/** 1~5일, 3-5 pm: the first number counts what the second does. In "2~3일 전" both are one amount. */
function readSpanned(scanned: Scanned, at: number): Joined | null {
  const { lexemes, text } = scanned;
  const [first, to, second, unit] = lexemes.slice(at, at + 4);
  if ((to?.meaning.to ?? to?.meaning.and) === undefined || second?.meaning.count === undefined)
    return null;
  if (!isNear(text, first, to) || !isNear(text, to, second) || !isNear(text, second, unit))
    return null;
  const nearest = first?.meaning.count ?? 0;
  const ago = lexemes[at + 4];
  if (isUnit(unit) && ago?.meaning.backward !== undefined && isNear(text, unit, ago)) {
    const meaning = { ago: second.meaning.count, nearest, unit: unit.meaning.unit ?? 0 };
    return { meaning, used: 5 };
  }
  if (unit?.meaning.meridiem !== undefined && nearest >= 1 && nearest <= 12) {
    return { meaning: { hour: nearest }, used: 1 };
  }
  const slot = COUNTERS[unit?.meaning.as ?? -1];
  if (slot === undefined || slot === "year" || slot === "minute") return null;
  const [least, most] = MOST[slot] ?? [0, 0];
  return nearest < least || nearest > most
    ? null
    : { meaning: { [slot]: nearest, weak: 1 }, used: 1 };
}

function readCount(scanned: Scanned, at: number, before: readonly Lexeme[]): Joined {
  const { lexemes, text } = scanned;
  const last = before.at(-1);
  const [number, next] = [lexemes[at], lexemes[at + 1]];
  const amount = readAmount(scanned, at, last);
  if (amount !== null) return amount;
  if (isNear(text, number, next) && next?.meaning.as !== undefined) {
    return { meaning: readCounter(scanned, at + 1, last), used: 2 };
  }
  const quarters = next?.meaning.quarterpast;
  if (quarters !== undefined && last?.meaning.hour !== undefined && isNear(text, last, number)) {
    return { meaning: { minute: 15 * (number?.meaning.count ?? 0) }, used: 2 };
  }
  return readSpanned(scanned, at) ?? readEnglishNumber(scanned, at, before);
}

/** Words that mean nothing without a number. */
function isLoose({ unit, as, backward, within, halfpast, ...others }: Meaning): boolean {
  const counts = unit ?? as ?? halfpast ?? others.oclock ?? others.meridiem ?? others.quarterpast;
  if (others.edge !== undefined || others.recent !== undefined) return false;
  return (
    counts !== undefined || ((backward ?? within) !== undefined && others.before === undefined)
  );
}

function readLexeme(scanned: Scanned, at: number, before: readonly Lexeme[]): Joined {
  const { lexemes, text } = scanned;
  const lexeme = lexemes[at];
  const last = before.at(-1);
  if (lexeme === undefined) return { meaning: null, used: 1 };
  const { meaning } = lexeme;
  const afterHour = last?.meaning.hour !== undefined && isNear(text, last, lexeme);
  if (afterHour && last.meaning.minute === undefined) {
    if (meaning.halfpast !== undefined) return { meaning: { minute: 30 }, used: 1 };
    if (meaning.oclock !== undefined) return { meaning: { minute: 0 }, used: 1 };
  }
  const half = lexemes[at + 1]?.meaning.meridiem;
  if (meaning.minute !== undefined && half !== undefined && isNear(text, lexeme, lexemes[at + 1])) {
    return { meaning: { ...meaning, part: halfOf(half), exact: 1 }, used: 2 };
  }
  if (meaning.count !== undefined) return readCount(scanned, at, before);
  const isMonth =
    meaning.month !== undefined && meaning.dom === undefined && meaning.year === undefined;
  const dated = isMonth ? readEnglishNumber(scanned, at, before) : null;
  if (dated !== null && dated.used > 1) return dated;
  return { meaning: isLoose(meaning) ? null : meaning, used: 1 };
}

/** What a piece and the one before make together: "around 3" is a time, 3월 and 14일 are a day. */
function fuse(last: Meaning, next: Meaning): Meaning | null {
  if (next.hour !== undefined && last.around !== undefined) return { ...next, about: 1 };
  const isDay = next.dom !== undefined && next.month === undefined;
  if (!isDay || last.month === undefined || last.dom !== undefined) return null;
  return { ...last, dom: next.dom };
}

/** The lexemes with every number joined to its unit, and those left out that mean nothing alone. */
export function countUnits(scanned: Scanned): readonly Lexeme[] {
  const { lexemes, text } = scanned;
  const pieces: Lexeme[] = [];
  for (let at = 0; at < lexemes.length;) {
    const { meaning, used, pops } = readLexeme(scanned, at, pieces);
    const last = pieces.at(-1);
    const isClose = meaning !== null && isNear(text, last, lexemes[at]);
    const fused = isClose && last !== undefined ? fuse(last.meaning, meaning) : null;
    const first = pops === true || fused !== null ? pieces.pop() : lexemes[at];
    const [from, to] = [first?.from ?? 0, lexemes[at + used - 1]?.to ?? 0];
    const whole = fused ?? meaning;
    if (whole !== null) pieces.push({ from, to, meaning: whole });
    at += used;
  }
  return pieces;
}
