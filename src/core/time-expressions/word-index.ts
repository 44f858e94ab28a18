/** Owns looking up which time words begin at a place of a question. */
import { isAsciiLetter, isEdgeAfter, isHangul } from "./character-kinds.ts";
import { CHINESE_WORDS } from "./chinese-words.ts";
import { ENGLISH_WORDS } from "./english-words.ts";
import { JAPANESE_WORDS } from "./japanese-words.ts";
import { KOREAN_WORDS } from "./korean-words.ts";
import { parseMeaning, type Lexeme, type Meaning } from "./meaning.ts";

/** A word of a phrase may stand this many blanks from the next. */
export const MOST_BLANKS = 4;

interface Entry {
  readonly word: string;
  readonly features: string;
}

/** Words by first character, as far as questions have asked for them: most need a few of the tables' lines. */
const known = new Map<string, readonly Entry[]>();

const meanings = new Map<string, Meaning>();

function meaningOf(features: string): Meaning {
  let meaning = meanings.get(features);
  if (meaning === undefined) {
    meaning = parseMeaning(features);
    meanings.set(features, meaning);
  }
  return meaning;
}

function tablesFor(character: string): readonly string[] {
  const code = character.charCodeAt(0);
  if (isHangul(code)) return [KOREAN_WORDS];
  return code < 128 ? [ENGLISH_WORDS] : [JAPANESE_WORDS, CHINESE_WORDS];
}

/** Reads the words that begin with `character` out of the tables' text. */
function findEntries(character: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (const table of tablesFor(character)) {
    const needle = ` ${character}`;
    for (let at = table.indexOf(needle); at !== -1; at = table.indexOf(needle, at + 1)) {
      const mark = table[at - 1];
      if (mark !== ":" && mark !== ",") continue;
      const end = table.indexOf("\n", at);
      const comma = table.indexOf(",", at);
      const line = table.lastIndexOf("\n", at) + 1;
      entries.push({
        word: table.slice(at + 1, comma === -1 ? end : Math.min(comma, end)),
        features: table.slice(line, table.indexOf(":", line)),
      });
    }
  }
  return entries;
}

/** Where `word` ends when it stands at `from`, else -1. A blank of an English word must be there, of others it may. */
function endOfWord(text: string, from: number, word: string): number {
  const spaced = isAsciiLetter(word.charCodeAt(0));
  let at = from;
  for (let place = 0; place < word.length; place += 1) {
    if (word[place] === " ") {
      const blanks = at;
      while (text[at] === " " && at - blanks < MOST_BLANKS) at += 1;
      if (spaced && at === blanks) return -1;
    } else {
      if (text[at] !== word[place]) return -1;
      at += 1;
    }
  }
  const last = word.charCodeAt(word.length - 1);
  return isAsciiLetter(last) && !isEdgeAfter(text, at) ? -1 : at;
}

/** The time words that begin at `from` of a folded question, longest first. */
export function wordsAt(text: string, from: number): readonly Lexeme[] {
  const character = text.charAt(from);
  let entries = known.get(character);
  if (entries === undefined) {
    entries = findEntries(character);
    known.set(character, entries);
  }
  const found: Lexeme[] = [];
  for (const { word, features } of entries) {
    const to = endOfWord(text, from, word);
    if (to !== -1) found.push({ from, to, meaning: meaningOf(features) });
  }
  return found.length > 1 ? found.sort((a, b) => b.to - a.to) : found;
}
