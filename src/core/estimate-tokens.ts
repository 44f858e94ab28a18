/** Owns estimating how many tokens of a model a text costs, without a tokeniser: pessimistic, so that a budget holds. */

/**
 * Tokens per character, from the published vocabularies of the larger models (cl100k and its successors): four letters
 * of an English word make a token, three digits one, and text that looks random (keys, hashes, base64) one for every
 * one and a half characters. Hangul, kana and Han cost about one token a character in older vocabularies and half of it
 * in newer ones; the older figure is taken.
 */
const PER_LETTER = 1 / 4;
const PER_DIGIT = 1 / 3;
const PER_RANDOM = 1 / 1.5;
const PER_MARK = 0.6;
const PER_HANGUL = 1.3;
const PER_KANA = 1;
const PER_HAN = 1.3;
const PER_OTHER_LETTER = 0.7;
const PER_ASTRAL = 2.5;

const RUNS =
  /[A-Za-z0-9+/_=-]{16,}|[A-Za-z]+|\d+|\p{Script=Hangul}+|[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+|\p{Script=Han}+|\s+|[\u{10000}-\u{10ffff}]|\p{L}+|./gsu;

function isAsciiLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function costOf(run: string): number {
  const code = run.charCodeAt(0);
  if (run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run)) return run.length * PER_RANDOM;
  if (isAsciiLetter(code)) return Math.max(1, run.length * PER_LETTER);
  if (code >= 0x30 && code <= 0x39) return Math.max(1, run.length * PER_DIGIT);
  // Blanks go with the word behind them; only line ends and indentation cost.
  if (code === 0x20 || (code >= 9 && code <= 13) || (code >= 0x80 && /^\s/.test(run)))
    return run.length === 1 ? 0.1 : 1;
  if (code < 0x80) return run.length * PER_MARK;
  if (/^\p{Script=Hangul}/u.test(run)) return run.length * PER_HANGUL;
  if (/^\p{Script=Han}/u.test(run)) return Array.from(run).length * PER_HAN;
  if (/^[\u3041-\u30ff]/u.test(run)) return run.length * PER_KANA;
  if (code >= 0xd800 && code <= 0xdfff) return PER_ASTRAL;
  return Math.max(1, run.length * PER_OTHER_LETTER);
}

/** Whole tokens, at least 1 for a text that is not empty. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(RUNS)) tokens += costOf(run);
  return Math.ceil(tokens);
}
