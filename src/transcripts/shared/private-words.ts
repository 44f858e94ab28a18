/** Owns masking, in the rest of a session, the words that a person marked private earlier; only keyed hashes are kept. */
import {
  findPrivateSpans,
  listPrivateWords,
  maskPrivateSpans,
  maskWords,
} from "../../core/private-spans.ts";

/** At most this many words per session; the first stay. */
const MAX_WORDS = 500;
/** 16 hex digits tell 500 words apart and keep the state small. */
const HASH_DIGITS = 16;
const MAX_CACHED = 5000;

/** The private words of one session as they become known. */
export interface PrivateWords {
  /** For a text that a person typed: learns the words of its private spans and masks both. */
  maskTyped(text: string): string;
  /** For any other text of the session: masks the known words. */
  mask(text: string): string;
  /** What to keep between two reads: keyed hashes only. */
  hashes(): readonly string[];
}

/** Goes on from `saved` hashes; `keyedHash` gives hex. */
export function openPrivateWords(
  keyedHash: (text: string) => string,
  saved: readonly string[],
): PrivateWords {
  const hashes = new Set(saved);
  const known = new Map<string, boolean>();

  function isPrivate(word: string): boolean {
    const cached = known.get(word);
    if (cached !== undefined) return cached;
    if (known.size >= MAX_CACHED) known.clear();
    const found = hashes.has(keyedHash(word).slice(0, HASH_DIGITS));
    known.set(word, found);
    return found;
  }

  function mask(text: string): string {
    return hashes.size === 0 ? text : maskWords(text, isPrivate);
  }

  function maskTyped(text: string): string {
    if (findPrivateSpans(text).length === 0) return mask(text);
    for (const word of listPrivateWords(text)) {
      if (hashes.size < MAX_WORDS) hashes.add(keyedHash(word).slice(0, HASH_DIGITS));
    }
    known.clear();
    return mask(maskPrivateSpans(text));
  }

  return { maskTyped, mask, hashes: () => [...hashes] };
}
