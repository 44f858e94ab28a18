/** Owns numbers written in Chinese characters, and in the Korean syllables that name them. */
import type { Meaning } from "./meaning.ts";

const DIGITS = "零一二三四五六七八九";
const SYLLABLES = "영일이삼사오육칠팔구";

function digitOf(character: string): number {
  if (character === "〇") return 0;
  if (character === "两" || character === "兩") return 2;
  return Math.max(DIGITS.indexOf(character), SYLLABLES.indexOf(character));
}

function placeOf(character: string): number {
  if (character === "十" || character === "십") return 10;
  return character === "百" || character === "백" ? 100 : 0;
}

/** Longer runs are no number that a question about time would hold. */
const MOST_CHARACTERS = 7;

/** 三四天, "three or four days": the farther of two neighbours, and the nearer beside it. */
interface Numeral {
  readonly value: number;
  readonly nearest?: number;
}

/** 二〇二六 digit by digit, 二十六 by places. */
function readRun(run: string): Numeral | null {
  const places = Array.from(run, placeOf);
  if (places.every((place) => place === 0)) {
    const digits = Array.from(run, digitOf);
    const [first = 0, second = 0] = digits;
    if (digits.length === 1) return { value: first };
    if (digits.length === 2 && second === first + 1) return { value: second, nearest: first };
    return digits.length === 4 ? { value: Number(digits.join("")) } : null;
  }
  let sum = 0;
  let digit: number | null = null;
  for (const [at, place] of places.entries()) {
    if (place === 0 && digit !== null && digit !== 0) return null;
    if (place === 0) digit = digitOf(run[at] ?? "");
    else {
      sum += (digit ?? 1) * place;
      digit = null;
    }
  }
  return { value: sum + (digit ?? 0) };
}

/** The run of numerals at `from`, with what it says or null when it is no number. Undefined when none begins there. */
export function numeralAt(
  text: string,
  from: number,
): { readonly to: number; readonly numeral: Numeral | null } | undefined {
  let to = from;
  while (to < text.length) {
    const character = text[to] ?? "";
    if (digitOf(character) === -1 && placeOf(character) === 0) break;
    to += 1;
  }
  if (to === from) return undefined;
  return { to, numeral: to - from > MOST_CHARACTERS ? null : readRun(text.slice(from, to)) };
}

/** The meaning of a numeral as a count. */
export function countOf({ value, nearest }: Numeral): Meaning {
  const count = { count: value, digits: value > 999 ? 4 : 2 };
  return nearest === undefined ? count : { ...count, nearest };
}
