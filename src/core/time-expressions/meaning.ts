/** Owns what a single time word can mean: named numbers that the grammar merges, and the lists that some of them index. */

export const UNITS = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

/** Parts of a day; am and pm are also the halves that a clock time is told in. */
export const PARTS = [
  "dawn",
  "early",
  "am",
  "morning",
  "noon",
  "daytime",
  "pm",
  "evening",
  "night",
  "late",
] as const;
export type Part = (typeof PARTS)[number];

export const SESSIONS = ["last-session", "before-compaction", "earlier", "just-now"] as const;

/** What the number before a Korean, Japanese or Chinese counter becomes. */
export const COUNTERS = ["year", "month", "dom", "hour", "minute", "quarter"] as const;

/** Parts of a date. `years`, `months`, `quarters`, `week`, `day` count from now: -1 is the last one. */
type Slot =
  | "year"
  | "years"
  | "half"
  | "quarter"
  | "quarters"
  | "month"
  | "months"
  | "dom"
  | "edge"
  | "week"
  | "weekday"
  | "weekend"
  | "day"
  | "ago"
  | "recent"
  | "otherday"
  | "instant"
  | "part"
  | "hour"
  | "minute"
  | "about"
  | "last"
  | "this"
  | "void";

/** Words around a date. Of the bounds 1 stands before what it bounds, 2 behind it, 3 behind it and only with a 1. */
type Around =
  | "since"
  | "after"
  | "before"
  | "until"
  | "from"
  | "to"
  | "between"
  | "and"
  | "apart"
  | "around"
  | "prep"
  | "link"
  | "tail"
  | "session";

/** What is used up while numbers are joined with their units, and marks that say how a word may be taken. */
type Mark =
  | "count"
  | "nearest"
  | "digits"
  | "ordinal"
  | "sino"
  | "unit"
  | "as"
  | "backward"
  | "lastly"
  | "within"
  | "halfpast"
  | "quarterpast"
  | "meridiem"
  | "oclock"
  | "weekword"
  | "exact"
  | "swap"
  | "spread"
  | "needsyear"
  | "weak"
  | "block";

export type Feature = Slot | Around | Mark;
export type Meaning = Readonly<Partial<Record<Feature, number>>>;

/** A stretch of the folded question, from `from` until before `to`. */
export interface Lexeme {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
}

const NAMES: readonly (readonly string[])[] = [PARTS, UNITS, SESSIONS, COUNTERS];
const LIST_OF: Readonly<Record<string, number>> = { part: 0, unit: 1, session: 2, as: 3 };

/** Decodes `day=-1 part=night weak`: named values are places in their list, a bare name is 1. */
export function parseMeaning(text: string): Meaning {
  const meaning: Partial<Record<Feature, number>> = {};
  for (const pair of text.split(" ")) {
    const [name = "", value = "1"] = pair.split("=");
    const list = NAMES[LIST_OF[name] ?? -1];
    meaning[name as Feature] = list === undefined ? Number(value) : list.indexOf(value);
  }
  return meaning;
}

export function partOf({ part }: Meaning): Part | undefined {
  return part === undefined ? undefined : PARTS[part];
}

export function unitOf({ unit }: Meaning): Unit | undefined {
  return unit === undefined ? undefined : UNITS[unit];
}
