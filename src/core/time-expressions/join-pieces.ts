/** Owns which pieces make one date: they stand together and each says something that the others leave open. */
import { isNear } from "./is-near.ts";
import type { Lexeme, Meaning } from "./meaning.ts";

/** A time phrase, or a word around one. */
export interface Item extends Lexeme {
  /** How many pieces of a date it is made of; 0 for a word around one. */
  readonly pieces: number;
}

type Family = "calendar" | "week" | "day" | "clock" | "alone" | "pointer";

const FAMILIES: Readonly<Record<string, Family>> = {
  year: "calendar",
  years: "calendar",
  half: "calendar",
  quarter: "calendar",
  quarters: "calendar",
  month: "calendar",
  months: "calendar",
  dom: "calendar",
  edge: "calendar",
  week: "week",
  weekday: "week",
  day: "day",
  ago: "day",
  part: "clock",
  hour: "clock",
  minute: "clock",
  about: "clock",
  weekend: "alone",
  recent: "alone",
  otherday: "alone",
  instant: "alone",
  last: "pointer",
  this: "pointer",
  void: "pointer",
};
/** How a word may be taken, which says nothing of its own. */
const MARKS = "weak exact swap spread unit nearest needsyear lastly prep".split(" ");

function familiesOf(meaning: Meaning): Set<Family> {
  const families = new Set<Family>();
  for (const name in meaning) {
    const family = FAMILIES[name];
    if (family !== undefined) families.add(family);
  }
  return families;
}

const isPhrase = (meaning: Meaning): boolean => familiesOf(meaning).size > 0;
const hasDay = ({ day, weekday, dom, ago }: Meaning): boolean =>
  (day ?? weekday ?? dom ?? ago) !== undefined;

function mayJoin(left: Meaning, right: Meaning): boolean {
  for (const name in right) {
    if (!MARKS.includes(name) && name in left) return false;
  }
  const [lefts, rights] = [familiesOf(left), familiesOf(right)];
  if (rights.has("pointer") || lefts.has("alone") || rights.has("alone"))
    return left.void !== undefined;
  if (left.void !== undefined) return true;
  if (lefts.delete("pointer") && lefts.size === 0) {
    return (right.weekday ?? right.month ?? right.part) !== undefined;
  }
  const isTime = (families: ReadonlySet<Family>): boolean =>
    families.size === 1 && families.has("clock");
  if (isTime(lefts) && isTime(rights)) return true;
  if (isTime(rights)) return hasDay(left);
  if (isTime(lefts)) return hasDay(right);
  if (lefts.has("clock") || rights.has("clock")) return !hasDay(left) && hasDay(right);
  if (left.dom !== undefined && right.weekday !== undefined) return true;
  if (left.weekday !== undefined && right.dom !== undefined) return right.month !== undefined;
  if ((left.edge ?? right.edge) !== undefined && (left.week ?? right.week) !== undefined) {
    return (left.weekday ?? right.weekday) === undefined;
  }
  const [family] = lefts;
  return (
    lefts.size === 1 &&
    rights.size === 1 &&
    family !== undefined &&
    rights.has(family) &&
    family !== "day"
  );
}

function join(left: Item, right: Item): Item {
  const { weak: _left, needsyear: needsLeft, ...first } = left.meaning;
  const { weak: _right, needsyear: needsRight, ...second } = right.meaning;
  const meaning: Meaning = { ...first, ...second };
  const needs =
    (needsLeft ?? needsRight) !== undefined && (meaning.year ?? meaning.years) === undefined;
  return {
    from: left.from,
    to: right.to,
    pieces: left.pieces + right.pieces,
    meaning: needs ? { ...meaning, needsyear: 1 } : meaning,
  };
}

/** In 작년 연말 and 去年年底 the second word only says where in the year. */
function narrow(left: Meaning, right: Meaning): Meaning {
  const { edge, months, years } = right;
  if (edge === undefined || right.weak === undefined) return right;
  const isSaid =
    (months === 0 && (left.month ?? left.months) !== undefined) ||
    (years === 0 && (left.year ?? left.years) !== undefined && left.month === undefined);
  return isSaid ? { edge } : right;
}

const mayLieBetween = ({ tail, link, prep }: Meaning): boolean =>
  (tail ?? link ?? prep) !== undefined;

/**
 * Joins pieces to phrases: the words of one date in any order, with particles and "of", "on", の between.
 * A word such as 말 or "end" must stand right beside its month.
 */
export function joinPieces(text: string, pieces: readonly Lexeme[]): readonly Item[] {
  const items: Item[] = [];
  /** Place of the last phrase when only words that may lie within a phrase follow it. */
  let open = -1;
  for (const piece of pieces) {
    const phrase = isPhrase(piece.meaning);
    const next: Item = { ...piece, pieces: phrase ? 1 : 0 };
    const last = items.at(-1);
    if (!isNear(text, last, next)) open = -1;
    const target = items[open];
    const direct = open === items.length - 1;
    const inward = piece.meaning.edge === undefined || direct;
    const meaning =
      direct && target !== undefined ? narrow(target.meaning, piece.meaning) : piece.meaning;
    if (phrase && target !== undefined && inward && mayJoin(target.meaning, meaning)) {
      items.length = open;
      items.push(join(target, { ...next, meaning }));
      continue;
    }
    items.push(next);
    if (phrase) open = items.length - 1;
    else if (!mayLieBetween(piece.meaning)) open = -1;
  }
  return items;
}
