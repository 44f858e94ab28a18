/** Owns telling a list of words from a question: who lists words takes any of them, who asks means all of it. */
import type { QueryWord } from "../core/tokenise/query-words.ts";

const PIECE = /[\p{L}\p{N}\p{M}_./:'\u2019-]+/gu;
/** A longer run without a space is a sentence, not a term. */
const LONGEST_TERM = 6;
const LONG_RUN = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc]{${LONGEST_TERM + 1},}`,
  "u",
);

/** True when every piece of the query is looked up as a word: nothing in it was mere grammar. */
export function isKeywordList(query: string, words: readonly QueryWord[]): boolean {
  if (LONG_RUN.test(query)) return false;
  const pieces = new Set(query.toLowerCase().match(PIECE) ?? []);
  return pieces.size <= words.length;
}
