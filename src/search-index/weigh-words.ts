/** Owns what each word of a question costs to look up, and how rare it is. */
import type { QueryWord } from "../core/tokenise/query-words.ts";
import type { Connection } from "./connection.ts";
import { countTokenTurns } from "./token-turns.ts";

export interface WeighedWord {
  readonly word: QueryWord;
  /** Turns of the whole index that hold it; of several tokens in a row, an estimate. */
  readonly frequency: number;
  /** No more turns than this hold it. */
  readonly most: number;
  /** Postings that one look-up reads in the whole index. */
  readonly postings: number;
}

/** Holding a posting of one token against another's takes as long as reading three. */
const ALIGNING = 3;
/** A name that reads more than this is looked up by less of it, where other words are asked for as well. */
const DEAR_NAME = 10_000;
/** Tokens around the rarest that a dear name is looked up by. */
const CORE_TOKENS = 3;

interface CountedPhrase {
  readonly tokens: readonly string[];
  /** Turns that hold each token. */
  readonly turns: readonly number[];
}

const fewest = ({ turns }: CountedPhrase): number => Math.min(...turns);

function postingsOf(phrase: CountedPhrase): number {
  const { length } = phrase.tokens;
  return length === 1 ? fewest(phrase) : fewest(phrase) * length * ALIGNING;
}

function weigh(word: QueryWord, phrases: readonly CountedPhrase[]): WeighedWord {
  const counts = phrases.map(fewest);
  const [whole = 0] = counts;
  return {
    word,
    // The name as a whole, where it stands anywhere, says more of its rarity than its commonest part.
    frequency: counts.length > 1 && whole > 0 ? whole : Math.max(...counts),
    most: counts.reduce((sum, count) => sum + count, 0),
    postings: phrases.reduce((sum, phrase) => sum + postingsOf(phrase), 0),
  };
}

/** Words are made anew for each question, and one question weighs each of them up to four times. */
const counted = new WeakMap<
  QueryWord,
  { readonly by: Connection; readonly phrases: readonly CountedPhrase[] }
>();

function countPhrases(connection: Connection, word: QueryWord): readonly CountedPhrase[] {
  const known = counted.get(word);
  if (known?.by === connection) return known.phrases;
  const phrases = word.phrases.map((tokens) => ({
    tokens,
    turns: tokens.map((token) => countTokenTurns(connection, token)),
  }));
  counted.set(word, { by: connection, phrases });
  return phrases;
}

/** Single CJK characters stand in a table of their own and weigh nothing here. */
export function weighWord(connection: Connection, word: QueryWord): WeighedWord {
  if (word.single) return { word, frequency: 0, most: 0, postings: 0 };
  return weigh(word, countPhrases(connection, word));
}

function coreOf({ tokens, turns }: CountedPhrase): CountedPhrase {
  const rarest = turns.indexOf(Math.min(...turns));
  const last = Math.max(0, tokens.length - CORE_TOKENS);
  const from = Math.min(last, Math.max(0, rarest - Math.floor(CORE_TOKENS / 2)));
  return {
    tokens: tokens.slice(from, from + CORE_TOKENS),
    turns: turns.slice(from, from + CORE_TOKENS),
  };
}

/**
 * What a word is looked up by among others: a path such as `src/sort/button-build.ts:483` would read the postings of
 * `src`, `build` and `ts` to find three turns. It is looked up as a whole where it stands so anywhere, else by the part
 * around its rarest token, which stands in the same turns and in a few others.
 */
export function lightenWord(connection: Connection, weighed: WeighedWord): WeighedWord {
  if (weighed.postings <= DEAR_NAME || weighed.word.phrases.every(({ length }) => length === 1))
    return weighed;
  const phrases = countPhrases(connection, weighed.word);
  const [whole] = phrases;
  const isWhole = phrases.length > 1 && whole?.tokens.length === 1 && fewest(whole) > 0;
  const light = isWhole ? [whole] : phrases.map(coreOf);
  const word = { ...weighed.word, phrases: light.map(({ tokens }) => tokens) };
  return { ...weigh(word, light), frequency: weighed.frequency };
}
