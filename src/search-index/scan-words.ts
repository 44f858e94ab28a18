/** Owns which words a text must hold to hold a string, so that a look through texts can begin at the word index. */
import { scanRuns, type RunSink } from "../core/tokenise/scan-runs.ts";
import { identifierWords, wordTokens } from "../core/tokenise/stem-word.ts";

/** More words than these narrow no further, and each costs a look-up. */
const MOST_TERMS = 8;
/** Bigrams of one phrase: a longer run is found by its beginning. */
const LONGEST_PHRASE = 24;
/** Longer tokens are cut by the tokeniser. */
const LONGEST_TOKEN = 64;

const PLAIN_WORD = /^[A-Za-z0-9]+$/;
const APOSTROPHE = /['\u2019]/;

/**
 * Gathers what is sure. A word counts when the string holds both of its ends: the first and the last run of a string
 * may be cut out of longer words, which have other tokens. The last run still tells how its word begins where a digit
 * keeps it from being stemmed. CJK runs are held as overlapping pairs, so that a part of a run is a part of its pairs.
 */
class SureTerms implements RunSink {
  readonly terms = new Set<string>();
  restarted = false;

  word(text: string, from: number, to: number): void {
    const word = text.slice(from, to);
    if (!PLAIN_WORD.test(word) || from === 0 || APOSTROPHE.test(text.charAt(from - 1))) return;
    if (to === text.length) {
      if (/\d/.test(word) && word.length <= LONGEST_TOKEN)
        this.terms.add(`"${word.toLowerCase()}"*`);
      return;
    }
    if (APOSTROPHE.test(text.charAt(to))) return;
    const [token] = wordTokens(word);
    if (token !== undefined) this.terms.add(`"${token}"`);
  }

  identifier(text: string, from: number, to: number): void {
    let at = from;
    for (const part of identifierWords(text.slice(from, to))) {
      const start = text.indexOf(part, at);
      if (part !== "") this.word(text, start, start + part.length);
      at = start + part.length;
    }
  }

  cjk(text: string, from: number, to: number): void {
    const characters = Array.from(text.slice(from, to)).slice(0, LONGEST_PHRASE + 1);
    if (characters.length < 2) return;
    const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
    this.terms.add(`"${pairs.join(" ")}"`);
  }
}

/**
 * A MATCH expression that every text holding `needle` (in any letter case) satisfies; undefined when no word of it is
 * sure. A character that changes under NFKC may have become part of another word in the text, so it settles nothing.
 */
export function sureWords(needle: string): string | undefined {
  const sink = new SureTerms();
  scanRuns(needle, sink, () => {
    sink.restarted = true;
    sink.terms.clear();
  });
  if (sink.restarted || sink.terms.size === 0) return undefined;
  // The longest are the rarest.
  return [...sink.terms]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_TERMS)
    .join(" AND ");
}
