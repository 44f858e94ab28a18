/** Owns finding the words of a question in a text, token for token as the index holds it, without cutting the whole text. */
import { scanRuns, type RunSink } from "../core/tokenise/scan-runs.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import { identifierWords, wholeIdentifier, wordTokens } from "../core/tokenise/stem-word.ts";

export interface WordPlace {
  readonly word: number;
  /** First and last token. */
  readonly from: number;
  readonly to: number;
}

export interface TextScan {
  /** For each word, how often it stands there. */
  readonly counts: readonly number[];
  /** In text order; places of a word whose phrases overlap come twice. */
  readonly places: readonly WordPlace[];
  /** Tokens of the text, estimated. */
  readonly length: number;
}

export interface TextScanner {
  scan(text: string): TextScan;
  /** As {@link TextScanner.scan}, cutting all of the text where nothing was found: the index says it is there. */
  scanMatch(text: string): TextScan;
}

/** Where one token stands in a phrase. */
interface TokenUse {
  readonly phrase: number;
  readonly at: number;
  readonly isLast: boolean;
}

interface PhraseState {
  readonly word: number;
  readonly length: number;
  readonly isCjk: boolean;
  /** Position at which each token of the phrase was last seen in turn; one that does not fit starts over. */
  readonly seen: number[];
  count: number;
}

/** No position follows it: the first token of a text is 0. */
const NOWHERE = -2;
/** Characters of an identifier or word that a match may stand in the middle of. */
const MOST_WORD = 120;
/** Further places of one token say nothing new. */
const MOST_PLACES = 12;
/** Texts up to this length are cut whole: looking for places first would cost as much. */
const SHORT_TEXT = 160;
/** Longer texts are looked at no further. */
const LONGEST_TEXT = 60_000;
/** Tokens that may stand between two pieces of a text: more than any phrase has. */
const PIECE_GAP = 100;
const CHARS_PER_TOKEN = 5.5;
const FIRST_CJK = 0x2e80;
const FIRST_OUTSIDE_ASCII = 0x80;
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3\u{20000}-\u{3ffff}]/u;
/** CJK characters too: they stand beside a name without a blank. */
const WORD_BREAK = /[^\p{L}\p{N}\p{M}_./:'\u2019-]|[\u2e80-\u9fff\uac00-\ud7a3]/u;
/** Characters between two words that follow each other, such as a comma and a blank. */
const WORD_GAP = 2;

/** Feeds tokens to the phrases that wait for them. */
class PhraseSink implements RunSink {
  readonly uses: ReadonlyMap<string, readonly TokenUse[]>;
  readonly phrases: readonly PhraseState[];
  places: WordPlace[] = [];
  position = 0;

  constructor(uses: ReadonlyMap<string, readonly TokenUse[]>, phrases: readonly PhraseState[]) {
    this.uses = uses;
    this.phrases = phrases;
  }

  begin(): void {
    for (const phrase of this.phrases) {
      phrase.count = 0;
      phrase.seen.fill(NOWHERE);
    }
    this.places = [];
    this.position = 0;
  }

  token(token: string): void {
    const position = this.position++;
    const uses = this.uses.get(token);
    if (uses === undefined) return;
    for (const use of uses) {
      const phrase = this.phrases[use.phrase];
      if (phrase === undefined) continue;
      if (use.at > 0 && phrase.seen[use.at - 1] !== position - 1) continue;
      phrase.seen[use.at] = position;
      if (!use.isLast) continue;
      phrase.count += 1;
      this.places.push({ word: phrase.word, from: position - phrase.length + 1, to: position });
    }
  }

  word(text: string, from: number, to: number): void {
    for (const token of wordTokens(text.slice(from, to))) this.token(token);
  }

  identifier(text: string, from: number, to: number): void {
    const words = identifierWords(text.slice(from, to));
    const whole = wholeIdentifier(words);
    if (whole !== undefined) this.token(whole);
    for (const word of words) for (const token of wordTokens(word)) this.token(token);
  }

  cjk(text: string, from: number, to: number): void {
    let before = "";
    for (const character of text.slice(from, to)) {
      if (before !== "") this.token(before + character);
      before = character;
    }
  }
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}]/gu, "\\$&");

/** What a text must hold, in lower case, where the token stands: stemming changes the last letter at most (`happi`). */
function anchorOf(token: string): string {
  if (CJK.test(token)) return escaped(token);
  // A digit or letter alone stands in every text: only as a token of its own is it looked for.
  if (/^(?:\p{N}+|.)$/u.test(token)) return `(?<![a-z0-9])${escaped(token)}(?![a-z0-9])`;
  return escaped(token.length < 3 ? token : token.slice(0, -1));
}

/** As {@link anchorOf} for a phrase: its first two tokens near each other, joined by anything. */
function anchorOfPhrase(tokens: readonly string[]): string {
  const [first = "", second] = tokens.length === 1 ? (tokens[0] ?? "").split("_") : tokens;
  if (second === undefined || second === "" || CJK.test(first)) return anchorOf(first);
  return `${anchorOf(first)}[^]{0,10}?${anchorOf(second)}`;
}

/** Longest first, so that the longer of two anchors is the one that is found. */
function anchorPattern(anchors: ReadonlySet<string>): RegExp {
  const sources = [...anchors]
    .filter((anchor) => anchor !== "")
    .sort((a, b) => b.length - a.length);
  return new RegExp(sources.join("|") || "(?!)", "g");
}

interface Anchors {
  readonly pattern: RegExp;
  /** Words that the longest phrase of words with blanks between them may go on for. */
  readonly following: number;
  /** Characters that the longest CJK phrase has. */
  readonly cjkChars: number;
}

/** From `at` on to the end of the word there, and of as many further words as phrases may have. */
function endOfWords(text: string, at: number, following: number): number {
  const last = Math.min(text.length, at + MOST_WORD);
  let to = at;
  for (let breaks = 0; to < last; to += 1)
    if (WORD_BREAK.test(text.charAt(to)) && ++breaks > following) break;
  return to;
}

function startOfWord(text: string, at: number): number {
  const first = Math.max(0, at - MOST_WORD);
  let from = at;
  while (from > first && !WORD_BREAK.test(text.charAt(from - 1))) from -= 1;
  return from;
}

/** Pieces of the text around the places of anchors, each whole words; neighbouring ones are one piece. */
function piecesAround(text: string, lower: string, anchors: Anchors): readonly string[] {
  const pieces: { from: number; to: number }[] = [];
  const counts = new Map<string, number>();
  for (const match of lower.matchAll(anchors.pattern)) {
    const count = (counts.get(match[0]) ?? 0) + 1;
    counts.set(match[0], count);
    if (count > MOST_PLACES) continue;
    const at = match.index;
    const isCjk = text.charCodeAt(at) >= FIRST_CJK;
    const from = isCjk ? at : startOfWord(text, at);
    const to = isCjk
      ? Math.min(text.length, at + anchors.cjkChars)
      : endOfWords(text, at + match[0].length, anchors.following);
    const before = pieces.at(-1);
    if (before !== undefined && from <= before.to + WORD_GAP) before.to = Math.max(before.to, to);
    else pieces.push({ from, to });
  }
  return pieces.map(({ from, to }) => text.slice(from, to));
}

/** Letters that the index folds: a search in the lower-cased text may miss their words. */
function isFolded(code: number): boolean {
  if (code < 0xc0 || code > 0xffef) return false;
  return (
    code < 0x370 ||
    (code >= 0x1100 && code < 0x1200) ||
    (code >= 0x1e00 && code < 0x1f00) ||
    code === 0x3099 ||
    code === 0x309a ||
    code >= 0xff00
  );
}

/** One look at every character: tokens, estimated, and whether the index folds any of them. */
function measure(text: string): { readonly length: number; readonly folded: boolean } {
  let cjk = 0;
  let folded = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < FIRST_OUTSIDE_ASCII) continue;
    if (code >= FIRST_CJK) cjk += 1;
    if (!folded && isFolded(code)) folded = true;
  }
  return { length: Math.max(1, cjk + (text.length - cjk) / CHARS_PER_TOKEN), folded };
}

/** Tokens of a text without cutting it: CJK characters make one each, other words about one in five characters. */
export function estimateLength(text: string): number {
  return measure(text).length;
}

/** For texts of one question: `words` are compiled once, and a text that is seen again costs nothing. */
export function createTextScanner(words: readonly QueryWord[]): TextScanner {
  const uses = new Map<string, TokenUse[]>();
  const phrases: PhraseState[] = [];
  const anchors = new Set<string>();
  words.forEach((word, index) => {
    for (const tokens of word.single ? [] : word.phrases) {
      anchors.add(anchorOfPhrase(tokens));
      tokens.forEach((token, at) => {
        const use = { phrase: phrases.length, at, isLast: at === tokens.length - 1 };
        uses.set(token, [...(uses.get(token) ?? []), use]);
      });
      phrases.push({
        word: index,
        length: tokens.length,
        isCjk: CJK.test(tokens[0] ?? ""),
        seen: tokens.map(() => NOWHERE),
        count: 0,
      });
    }
  });
  const sized: Anchors = {
    pattern: anchorPattern(anchors),
    following: Math.max(
      0,
      ...phrases.filter(({ isCjk }) => !isCjk).map(({ length }) => length - 1),
    ),
    cjkChars: Math.max(0, ...phrases.filter(({ isCjk }) => isCjk).map(({ length }) => length + 1)),
  };
  const sink = new PhraseSink(uses, phrases);
  const known = new Map<string, TextScan>();

  function cut(pieces: readonly string[], length: number): TextScan {
    sink.begin();
    for (const piece of pieces) {
      const { position } = sink;
      const places = sink.places.length;
      const before = phrases.map((phrase) => phrase.count);
      scanRuns(piece, sink, () => {
        // Once more on the normalised piece: what the first try found is taken back.
        sink.position = position;
        sink.places.length = places;
        phrases.forEach((phrase, at) => (phrase.count = before[at] ?? 0));
      });
      sink.position += PIECE_GAP;
    }
    const counts = words.map(() => 0);
    // A word is counted by the phrase of it that stands there most often: others say the same again.
    for (const { word, count } of phrases) counts[word] = Math.max(counts[word] ?? 0, count);
    return { counts, places: sink.places, length };
  }

  function scan(text: string): TextScan {
    const found = known.get(text);
    if (found !== undefined) return found;
    const seen = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
    const { length, folded } = measure(seen);
    const lower = seen.toLowerCase();
    const whole = seen.length <= SHORT_TEXT || lower.length !== seen.length || folded;
    const result = cut(whole ? [seen] : piecesAround(seen, lower, sized), length);
    known.set(text, result);
    return result;
  }

  return {
    scan,
    scanMatch(text) {
      const result = scan(text);
      if (result.places.length > 0 || text.length <= SHORT_TEXT) return result;
      const whole = cut([text], result.length);
      known.set(text, whole);
      return whole;
    },
  };
}
