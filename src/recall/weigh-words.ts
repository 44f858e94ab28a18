/** Owns how much each word of a question counts: rare words more, words inside longer ones not twice. */
import type { CorpusFacts } from "../core/corpus-facts.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";

export interface WordWeights {
  /** For each word: how rare it is, from about 0.7 up. */
  readonly rarity: readonly number[];
  /** For each word: its part of the whole question, all parts together 1; 0 for a word that others are parts of. */
  readonly share: readonly number[];
}

/** Texts without a space, in which one word may be part of another. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** 连接池 is looked up beside 连接: what the question asks for is counted by the smallest words. */
function holdsOther(word: QueryWord, words: readonly QueryWord[]): boolean {
  if (!CJK.test(word.typed)) return false;
  return words.some((other) => other !== word && word.typed.includes(other.typed));
}

/**
 * BM25's inverse document frequency with a floor at ln 2, so that in a store of a few turns, where every word is
 * frequent, all words still count. `seen` is how many of the candidates hold each word: an index that knows less is
 * behind or absent.
 */
export function weighWords(
  words: readonly QueryWord[],
  corpus: CorpusFacts,
  seen: { readonly candidates: number; readonly counts: readonly number[] },
): WordWeights {
  const turns = Math.max(corpus.turns, seen.candidates);
  const rarity = words.map((_, at) => {
    const frequency = Math.max(corpus.frequencies[at] ?? 0, seen.counts[at] ?? 0);
    return Math.log(1 + (turns + 1) / (Math.min(frequency, turns) + 0.5));
  });
  const parts = words.map((word, at) => (holdsOther(word, words) ? 0 : (rarity[at] ?? 0)));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  return { rarity, share: parts.map((part) => (whole === 0 ? 0 : part / whole)) };
}
