/** Owns cutting a folded question into time words; what lies between them is other text. */
import {
  isAsciiLetter,
  isChunk,
  isDigit,
  isEdgeAfter,
  isEdgeBefore,
  isHan,
  isHangul,
  isKana,
} from "./character-kinds.ts";
import type { Lexeme } from "./meaning.ts";
import { readNumeric } from "./read-numeric.ts";
import { readHan } from "./scan-han.ts";
import { readHangul } from "./scan-hangul.ts";
import { wordsAt } from "./word-index.ts";

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "`": "`",
  "\u201c": "\u201d",
  "「": "」",
  "『": "』",
};
/** A question with more time words than this is pasted text; those at its beginning are read. */
const MOST_WORDS = 100;
/** Words beside n/m that make it a count of something: step 3/14, 3/14 tests. */
const COUNTED_BEFORE = /(?:step|stage|page|part|layer|task|phase|tests?|chapter|\[|\() ?$/;
const COUNTED_AFTER = /^ ?(?:tests?|passed|failed|done|steps?|of|complete|files?|jobs?|\])/;

function endOfChunk(text: string, from: number): number {
  let to = from;
  while (to < text.length && isChunk(text.charCodeAt(to))) to += 1;
  return to;
}

function endOfHangul(text: string, from: number): number {
  let to = from;
  while (to < text.length && isHangul(text.charCodeAt(to))) to += 1;
  return to;
}

function isCounted(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 10), from);
  return COUNTED_BEFORE.test(before) || COUNTED_AFTER.test(text.slice(to, to + 10));
}

class Scanner {
  readonly found: Lexeme[] = [];
  readonly query: string;
  readonly text: string;
  at = 0;
  /** Opening signs that nothing closes from here on. */
  readonly unclosed = new Set<string>();

  constructor(query: string, text: string) {
    this.query = query;
    this.text = text;
  }

  run(): readonly Lexeme[] {
    while (this.at < this.text.length && this.found.length < MOST_WORDS) this.step();
    return this.found;
  }

  step(): void {
    const { text, at } = this;
    const character = text[at] ?? "";
    const code = text.charCodeAt(at);
    if (character === " " || this.skipQuoted(character)) this.at += 1;
    else if (character === "~") this.take([{ from: at, to: at + 1, meaning: { to: 1 } }], at + 1);
    else if (isHangul(code)) this.readHangulRun(at, [], at);
    else if (isChunk(code)) this.readChunk();
    else if (!isHan(code) && !isKana(code)) this.at += 1;
    else {
      const { to, lexemes } = readHan(text, at, this.found.at(-1));
      this.take(lexemes, to);
    }
  }

  take(lexemes: readonly Lexeme[], to: number): void {
    this.found.push(...lexemes);
    this.at = to;
  }

  /** A phrase in quotes is looked for as it stands. Moves to its closing sign. */
  skipQuoted(character: string): boolean {
    const closing = CLOSING[character];
    if (closing === undefined || this.unclosed.has(character)) return false;
    const end = this.text.indexOf(closing, this.at + 1);
    if (end === -1) this.unclosed.add(character);
    else this.at = end;
    return end !== -1;
  }

  /** Takes the run with what stands glued before it, or nothing of both. */
  readHangulRun(from: number, before: readonly Lexeme[], at: number): void {
    const lexemes = readHangul(this.text, at, before);
    const kept = lexemes?.filter(({ meaning }) => meaning.block === undefined);
    if (lexemes === null || kept === undefined || lexemes.length === 0) {
      this.at = Math.max(from + 1, endOfHangul(this.text, at));
    } else this.take(kept, lexemes.at(-1)?.to ?? at);
  }

  readChunk(): void {
    const { text, at } = this;
    const last = this.found.at(-1);
    const end = endOfChunk(text, at);
    const glued = last?.to === at;
    if (text[at] === "-" && (glued || end === at + 1)) {
      this.take([{ from: at, to: at + 1, meaning: { to: 1 } }], at + 1);
      return;
    }
    const afterHangul = isHangul(text.charCodeAt(at - 1)) && !glued;
    const lexemes = afterHangul || !(glued || isEdgeBefore(text, at)) ? [] : this.lexemesOf(end);
    const to = lexemes.at(-1)?.to ?? end;
    if (lexemes.length > 0 && isHangul(text.charCodeAt(to))) this.readHangulRun(at, lexemes, to);
    else
      this.take(
        lexemes.filter(({ meaning }) => meaning.block === undefined),
        to,
      );
  }

  lexemesOf(end: number): readonly Lexeme[] {
    const { text, at, query } = this;
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !isAsciiLetter(code)) return [];
    const [word] = isDigit(code) ? [] : wordsAt(text, at);
    if (word !== undefined) return this.withGenitive(word);
    // Of what begins with a letter only Q3 and its like hold a number.
    if (!isDigit(code) && !isDigit(text.charCodeAt(at + 1))) return [];
    let to = end;
    while (text[to - 1] === "." || text[to - 1] === ":") to -= 1;
    const numeric = readNumeric(text, at, to) ?? [];
    const [only] = numeric;
    if (only === undefined || numeric.length > 1) return numeric;
    const { meaning } = only;
    // In lower case q3 is a name more often than a quarter.
    if (meaning.quarter !== undefined && query[at] === "Q") {
      return [{ ...only, meaning: { ...meaning, weak: 0 } }];
    }
    const isSlashed = text.slice(at, to).includes("/") && meaning.year === undefined;
    return isSlashed && isCounted(text, at, to) ? [] : numeric;
  }

  /** yesterday's: the ending goes with the word. */
  withGenitive(word: Lexeme): readonly Lexeme[] {
    const end = word.to + 2;
    if (!this.text.startsWith("'s", word.to) || !isEdgeAfter(this.text, end)) return [word];
    return [word, { from: word.to, to: end, meaning: { tail: 1 } }];
  }
}

/** The time words of a question in order. `text` is the question folded. */
export function scanLexemes(query: string, text: string): readonly Lexeme[] {
  return new Scanner(query, text).run();
}
