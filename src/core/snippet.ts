/** Owns cutting a snippet around the words that matched. */
import { cutToChars } from "./cut-text.ts";

export interface Snippet {
  readonly text: string;
  /** UTF-16 ranges of matched words within `text`. */
  readonly marks: readonly { readonly from: number; readonly to: number }[];
  readonly truncated: boolean;
}

/**
 * At most `maxChars` characters of `text` on one line, starting shortly before the place where most of `words` stand
 * close together. `words` are plain strings (case is ignored); with none of them found the text's beginning is cut.
 */
export function cutSnippet(text: string, words: readonly string[], maxChars: number): Snippet {
  const flat = text.replace(/\s+/g, " ").trim();
  const hits = findWords(flat, words);
  const start = hits.length === 0 ? 0 : bestStart(hits, maxChars);
  const from = backToBoundary(flat, Math.max(0, start - Math.floor(maxChars / 5)));
  const body = cutToChars(flat.slice(from), maxChars);
  const prefix = from > 0 ? "…" : "";
  const suffix = from + body.length < flat.length ? "…" : "";
  const shift = prefix.length - from;
  const marks = hits
    .filter((hit) => hit.from >= from && hit.to <= from + body.length)
    .map((hit) => ({ from: hit.from + shift, to: hit.to + shift }));
  return { text: prefix + body + suffix, marks, truncated: prefix !== "" || suffix !== "" };
}

interface Hit {
  readonly from: number;
  readonly to: number;
}

const MAX_HITS = 500;

function findWords(text: string, words: readonly string[]): readonly Hit[] {
  const lower = text.toLowerCase();
  // Lower-casing may change the length of rare letters; offsets would then point beside the word.
  const haystack = lower.length === text.length ? lower : text;
  const hits: Hit[] = [];
  for (const word of new Set(words.map((each) => each.toLowerCase()))) {
    if (word === "") continue;
    for (
      let at = haystack.indexOf(word);
      at !== -1 && hits.length < MAX_HITS;
      at = haystack.indexOf(word, at + word.length)
    ) {
      hits.push({ from: at, to: at + word.length });
    }
  }
  return hits.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** Start of the window of `maxChars` that holds the most hits; the first such window. */
function bestStart(hits: readonly Hit[], maxChars: number): number {
  let best = 0;
  let bestCount = 0;
  for (let i = 0; i < hits.length; i += 1) {
    const limit = (hits[i]?.from ?? 0) + maxChars;
    let count = 0;
    for (let j = i; j < hits.length && (hits[j]?.to ?? 0) <= limit; j += 1) count += 1;
    if (count > bestCount) {
      bestCount = count;
      best = hits[i]?.from ?? 0;
    }
  }
  return best;
}

function backToBoundary(text: string, at: number): number {
  const space = text.lastIndexOf(" ", at);
  const start = space === -1 || at - space > 30 ? at : space + 1;
  const code = text.charCodeAt(start);
  return code >= 0xdc00 && code <= 0xdfff ? start + 1 : start;
}
