/** Owns what a question is looked up by: its words, each with the token phrases that may stand for it. */
import { isKoreanParticle, stripKoreanParticle } from "./korean-particles.ts";
import { scanRuns, type RunSink } from "./scan-runs.ts";
import { segmentWords } from "./segment-words.ts";
import { identifierWords, wholeIdentifier, wordTokens } from "./stem-word.ts";
import { isCjkFunctionWord, isStopWord } from "./stop-words.ts";

export const MOST_QUERY_WORDS = 32;
/** Longer questions are pasted text; what decides stands in the first part. */
const MOST_QUERY_LENGTH = 8000;
/** A short run is also looked for as a whole, which lifts the exact term above its parts. */
const LONGEST_WHOLE_RUN = 8;

export interface QueryWord {
  /** As it stood in the question. */
  readonly typed: string;
  /** Any of these, each a run of neighbouring tokens. */
  readonly phrases: readonly (readonly string[])[];
  /** The one token is a single CJK character, which has a column of its own. */
  readonly single: boolean;
}

const HANGUL = /^\p{Script=Hangul}/u;
const HANGUL_SPLIT = /(\p{Script=Hangul}+)/u;
const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const CJK_BEFORE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Overlapping pairs of characters, as the index holds a CJK run. */
function bigramsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

class QuerySink implements RunSink {
  words: QueryWord[] = [];
  stopWords: QueryWord[] = [];

  begin(): void {
    this.words = [];
    this.stopWords = [];
  }

  word(text: string, from: number, to: number): void {
    const typed = text.slice(from, to);
    const [whole, ...parts] = wordTokens(typed);
    if (whole === undefined) return;
    const phrases = parts.length > 1 ? [[whole], parts] : [[whole]];
    const stop = isStopWord(typed.toLowerCase().replace(/['\u2019]/g, ""));
    (stop ? this.stopWords : this.words).push({ typed, phrases, single: false });
  }

  identifier(text: string, from: number, to: number): void {
    const typed = text.slice(from, to);
    const words = identifierWords(typed);
    const whole = wholeIdentifier(words);
    const parts = words.flatMap((word) => wordTokens(word));
    const phrases = [
      ...(whole === undefined ? [] : [[whole]]),
      ...(parts.length > 0 ? [parts] : []),
    ];
    if (phrases.length > 0) this.words.push({ typed, phrases, single: false });
  }

  cjk(text: string, from: number, to: number): void {
    const before = text.slice(Math.max(0, from - 2), from);
    const afterLatin = WORD_BEFORE.test(before) && !CJK_BEFORE.test(before);
    const run = text.slice(from, to);
    if (afterLatin && isKoreanParticle(run)) return;
    for (const part of run.split(HANGUL_SPLIT)) {
      if (part === "") continue;
      if (HANGUL.test(part)) this.pushHangul(part);
      else this.pushSegments(part);
    }
  }

  pushHangul(run: string): void {
    const stem = stripKoreanParticle(run);
    const stop = isCjkFunctionWord(run) || isCjkFunctionWord(stem);
    this.pushCjk(run, stem, stop);
  }

  pushSegments(run: string): void {
    const characters = Array.from(run).length;
    const words = characters < 3 ? [run] : segmentWords(run);
    const stop = words.length === 0 || (characters < 3 && isCjkFunctionWord(run));
    if (characters <= LONGEST_WHOLE_RUN || words.length === 0) this.pushCjk(run, run, stop);
    for (const word of words) if (word !== run) this.pushCjk(word, word, false);
  }

  pushCjk(typed: string, run: string, stop: boolean): void {
    const bigrams = bigramsOf(run);
    const single = bigrams.length === 0;
    const word: QueryWord = { typed, phrases: [single ? [run] : bigrams], single };
    (stop ? this.stopWords : this.words).push(word);
  }
}

function distinct(words: readonly QueryWord[]): readonly QueryWord[] {
  const byPhrases = new Map<string, QueryWord>();
  for (const word of words) {
    const name = JSON.stringify(word.phrases);
    if (!byPhrases.has(name)) byPhrases.set(name, word);
  }
  return [...byPhrases.values()];
}

/**
 * Cuts a question into at most {@link MOST_QUERY_WORDS} words, in order. English stop words are out unless nothing
 * else is there, as are function words of Korean, Japanese and Chinese; Korean endings are off; Japanese and Chinese
 * runs are cut into words, and short ones are kept whole beside them. Empty when the text has no letter or digit.
 */
export function queryWords(query: string): readonly QueryWord[] {
  const sink = new QuerySink();
  scanRuns(query.slice(0, MOST_QUERY_LENGTH), sink, () => sink.begin());
  const kept = sink.words.length > 0 ? sink.words : sink.stopWords;
  return distinct(kept).slice(0, MOST_QUERY_WORDS);
}
