/** Owns what one word becomes: folded, stemmed, split at its case changes. */
import { stemmer } from "stemmer";

/** Longest token kept; longer words (hashes, base64) are cut here on both sides, index and query. */
const LONGEST_TOKEN = 64;
/** Longer identifiers, mostly paths, are found by their parts standing side by side; a token each would be most of the vocabulary. */
const LONGEST_WHOLE = 40;
/** A word with more case changes than this is noise such as base64, not a name. */
const MOST_PARTS = 8;

const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ħ: "h",
  ł: "l",
  ı: "i",
  ς: "σ",
};
const UNDECOMPOSED_LETTERS = /[ßæœøđħłıς]/g;
const CONTRACTION = /['\u2019](\p{L}+)/gu;

/** Lower case, NFKC, marks off Latin letters (other scripts keep theirs: they tell words apart). */
function foldLetters(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  const lower = word.toLowerCase();
  if (/^[a-z0-9]*$/.test(lower)) return lower;
  return lower
    .replace(CONTRACTION, (_, end: string) => (end === "s" ? "" : end))
    .normalize("NFKD")
    .replace(LATIN_MARKS, "$1")
    .normalize("NFKC")
    .toLowerCase()
    .replace(UNDECOMPOSED_LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");
}

function cut(word: string): string {
  if (word.length <= LONGEST_TOKEN) return word;
  const end = word.charCodeAt(LONGEST_TOKEN - 1);
  return word.slice(0, end >= 0xd800 && end < 0xdc00 ? LONGEST_TOKEN - 1 : LONGEST_TOKEN);
}

/** One token for one part: folded, and stemmed when it is a plain English word. */
function tokenOf(part: string): string {
  const folded = cut(foldLetters(part));
  return /^[a-z]{3,40}$/.test(folded) ? stemmer(folded) : folded;
}

/** `getUserName` -> get, User, Name; `HTTPServer` -> HTTP, Server. A word without a case change is its own part. */
function splitAtCase(word: string): readonly string[] {
  const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return parts.length > MOST_PARTS ? [word] : parts;
}

/** Tokens of one word, whole first, then its parts when there are several. Empty for a run of marks. */
function tokensOfWord(word: string): readonly string[] {
  const whole = tokenOf(word);
  if (whole === "" || /^\p{M}+$/u.test(whole)) return [];
  const parts = splitAtCase(word);
  if (parts.length < 2) return [whole];
  return [whole, ...parts.map(tokenOf).filter((part) => part !== "")];
}

/** Words kept with their tokens: stemming costs some thirty regular expressions, a look-up one hash. */
const MOST_CACHED = 1 << 16;
const cached = new Map<string, readonly string[]>();

/** As {@link tokensOfWord}, remembered for words of ordinary length. */
export function wordTokens(word: string): readonly string[] {
  const known = cached.get(word);
  if (known !== undefined) return known;
  const tokens = tokensOfWord(word);
  if (word.length <= 32) {
    // Starting over is cheaper than keeping an order of use, and the common words are back at once.
    if (cached.size >= MOST_CACHED) cached.clear();
    cached.set(word, tokens);
  }
  return tokens;
}

/** `src/app.ts:42` -> src, app, ts, 42. */
export function identifierWords(identifier: string): readonly string[] {
  return identifier.split(/[^\p{L}\p{N}\p{M}'\u2019]+/u);
}

/**
 * `src/app.ts:42` -> `src_app_ts_42`: the joiners become one that the index keeps inside a token, so
 * `session-recall` and `session_recall` are the same name. Undefined when too long to be asked for as a whole.
 */
export function wholeIdentifier(words: readonly string[]): string | undefined {
  const whole = words.map(foldLetters).join("_");
  return whole.length <= LONGEST_WHOLE ? whole : undefined;
}
