/** Owns cutting Japanese and Chinese text into the words that it is looked up by. */
import { isCjkFunctionWord } from "./stop-words.ts";

const KANA = /[\u3041-\u30ff]/;
const HIRAGANA = /^[\u3041-\u3096\u309d-\u309f\u30fc]+$/;
const KATAKANA = /^[\u30a1-\u30ff]+$/;
/** Longest word that single characters are joined to: longer ones are two words. */
const LONGEST_JOINED = 4;
const segmenters = new Map<string, Intl.Segmenter>();

/** Built at first use: it costs 7 ms, which a query without such text need not pay. */
function segmenterFor(language: "ja" | "zh"): Intl.Segmenter {
  let found = segmenters.get(language);
  if (found === undefined) {
    found = new Intl.Segmenter(language, { granularity: "word" });
    segmenters.set(language, found);
  }
  return found;
}

interface Piece {
  readonly text: string;
  readonly length: number;
  /** `function` words only join or ask; a `single` is what the segmenter did not know, mostly half a word. */
  readonly kind: "word" | "single" | "function";
}

function pieceOf(text: string): Piece {
  const { length } = Array.from(text);
  const isSingleKana = length === 1 && HIRAGANA.test(text);
  if (isSingleKana || isCjkFunctionWord(text)) return { text, length, kind: "function" };
  return { text, length, kind: length === 1 ? "single" : "word" };
}

/** The segmenter breaks katakana words it does not know (トーク|ン): a single katakana goes back to the piece before. */
function mendKatakana(segments: readonly string[]): readonly string[] {
  const mended: string[] = [];
  for (const segment of segments) {
    const before = mended.at(-1);
    const isBroken = segment.length === 1 && KATAKANA.test(segment);
    if (isBroken && before !== undefined && KATAKANA.test(before))
      mended[mended.length - 1] = before + segment;
    else mended.push(segment);
  }
  return mended;
}

function bigramsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, at) => `${characters[at] ?? ""}${character}`);
}

/** Words that single characters make with each other and with the words beside them. */
function joinSingles(pieces: readonly Piece[], from: number, to: number): readonly string[] {
  const singles = pieces.slice(from, to).map((piece) => piece.text);
  const [first = "", ...others] = singles;
  const before = pieces[from - 1];
  const after = pieces[to];
  const joined: string[] = [];
  if (before?.kind === "word" && before.length < LONGEST_JOINED) joined.push(before.text + first);
  joined.push(...bigramsOf(singles));
  if (joined.length === 0 && after?.kind === "word" && after.length < LONGEST_JOINED)
    joined.push(first + after.text);
  // 直|した: with its first kana the verb is found in every form that keeps it.
  const last = others.at(-1) ?? first;
  if (after?.kind === "function" && HIRAGANA.test(after.text) && joined.length === 0)
    joined.push(`${last}${after.text.slice(0, 1)}`);
  return joined.length > 0 ? joined : singles;
}

/**
 * The words of a run of Han and kana, in order; Japanese when it has kana. Function words are left out, and given only
 * when nothing else is there. Single characters are joined to words, so that 连接|池 and 耗|尽 give 连接, 连接池, 耗尽.
 */
export function segmentWords(run: string): readonly string[] {
  const segmenter = segmenterFor(KANA.test(run) ? "ja" : "zh");
  const segments = mendKatakana(Array.from(segmenter.segment(run), (part) => part.segment));
  const pieces = segments.map(pieceOf);
  const words: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind === "word") words.push(piece.text);
    if (piece?.kind !== "single") continue;
    let to = at + 1;
    while (pieces[to]?.kind === "single") to += 1;
    words.push(...joinSingles(pieces, at, to));
    at = to - 1;
  }
  return words;
}
