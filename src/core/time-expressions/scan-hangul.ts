/** Owns reading a run of Hangul: it is time only when time words and particles make up all of it. */
import { isChunk, isDigit, isHangul } from "./character-kinds.ts";
import type { Lexeme } from "./meaning.ts";
import { readNumeric } from "./read-numeric.ts";
import { countOf, numeralAt } from "./read-number.ts";
import { wordsAt } from "./word-index.ts";

const MOST_WORDS = 12;

/** 말 is also "speech", 반 a school class, 이 "this": what a word may follow within a run. */
function mayFollow(next: Lexeme, before: Lexeme | undefined): boolean {
  const { meaning } = next;
  if (before === undefined) {
    const hangs = (meaning.tail ?? meaning.about ?? meaning.and) !== undefined;
    return !hangs || next.to - next.from > 1;
  }
  if (meaning.halfpast !== undefined) return before.meaning.as === 3;
  if (before.meaning.edge === undefined) return true;
  const around = meaning.tail ?? meaning.about ?? meaning.since ?? meaning.until;
  return (around ?? meaning.before ?? meaning.from) !== undefined;
}

function choicesAt(text: string, at: number): readonly Lexeme[] {
  const words = wordsAt(text, at);
  const number = numeralAt(text, at);
  if (number === undefined || number.numeral === null) return words;
  const { to, numeral } = number;
  return [...words, { from: at, to, meaning: { ...countOf(numeral), sino: 1 } }];
}

function numericAt(text: string, from: number): readonly Lexeme[] | null {
  let to = from;
  while (to < text.length && isChunk(text.charCodeAt(to))) to += 1;
  return readNumeric(text, from, to);
}

/**
 * The words of the run that goes on at `from` behind the words `before` (none: the run begins here). Null when
 * something in it is no time word: 오전반, 그제야, 월드.
 */
export function readHangul(
  text: string,
  from: number,
  before: readonly Lexeme[],
): readonly Lexeme[] | null {
  const dead = new Set<number>();
  const goOn = (at: number, chain: readonly Lexeme[]): readonly Lexeme[] | null => {
    const code = text.charCodeAt(at);
    const last = chain.at(-1);
    if (isDigit(code) && last?.to === at) {
      const numbers = numericAt(text, at);
      return numbers === null ? chain : goOn(numbers.at(-1)?.to ?? at, [...chain, ...numbers]);
    }
    if (!isHangul(code)) return chain;
    const key = at * 3 + (last?.meaning.edge === undefined ? (last?.meaning.as === 3 ? 1 : 0) : 2);
    if (chain.length - before.length >= MOST_WORDS || dead.has(key)) return null;
    for (const next of choicesAt(text, at)) {
      const found = mayFollow(next, last) ? goOn(next.to, [...chain, next]) : null;
      if (found !== null) return found;
    }
    dead.add(key);
    return null;
  };
  return goOn(from, before);
}
