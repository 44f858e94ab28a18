/** Owns finding the words of a question in a text, token for token as the index holds it, without cutting the whole text. */
import { scanRuns, type RunSink } from "../core/tokenise/scan-runs.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import { createPieceFinder } from "./find-pieces.ts";
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
  /** Position at which each token of the phrase was last seen in turn; one that does not fit starts over. */
  readonly seen: number[];
  count: number;
}

/** No position follows it: the first token of a text is 0. */
const NOWHERE = -2;
/** Longer texts are looked at no further. */
const LONGEST_TEXT = 60_000;
/** Tokens that may stand between two pieces of a text: more than any phrase has. */
const PIECE_GAP = 100;
const CHARS_PER_TOKEN = 5.5;
const FIRST_CJK = 0x2e80;
const FIRST_OUTSIDE_ASCII = 0x80;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\0-\x7f]*$/;

/** Feeds tokens to the phrases that wait for them. */
class PhraseSink implements RunSink {
  readonly uses: ReadonlyMap<string, readonly TokenUse[]>;
  readonly phrases: readonly PhraseState[];
  /** Making the whole of an identifier costs more than all of its parts. */
  readonly asksForNames: boolean;
  places: WordPlace[] = [];
  position = 0;

  constructor(uses: ReadonlyMap<string, readonly TokenUse[]>, phrases: readonly PhraseState[]) {
    this.uses = uses;
    this.phrases = phrases;
    this.asksForNames = [...uses.keys()].some((token) => token.includes("_"));
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
    const whole = this.asksForNames ? wholeIdentifier(words) : "";
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

/** Full-width punctuation stands in every Chinese text and folds to what it is. */
function isWideLetter(code: number): boolean {
  if (code < 0xff10) return false;
  return (
    code <= 0xff19 ||
    (code >= 0xff21 && code <= 0xff3a) ||
    (code >= 0xff41 && code <= 0xff5a) ||
    code >= 0xff66
  );
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
    isWideLetter(code)
  );
}

/** One look at every character: tokens, estimated, and whether the index folds any of them. */
function measure(text: string): { readonly length: number; readonly folded: boolean } {
  // A cold process runs the loop at a tenth of its later speed.
  if (ASCII.test(text))
    return { length: Math.max(1, text.length / CHARS_PER_TOKEN), folded: false };
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

/** What stands in one piece of a text. */
interface PieceScan {
  /** Positions from the piece's first token on. */
  readonly places: readonly WordPlace[];
  /** For each phrase. */
  readonly counts: readonly number[];
  readonly tokens: number;
}

/** Texts repeat their words, so the pieces around the words of a question are few: cut once, each is remembered. */
const LONGEST_REMEMBERED = 80;

class PieceCutter {
  readonly #sink: PhraseSink;
  readonly #known = new Map<string, PieceScan>();

  constructor(sink: PhraseSink) {
    this.#sink = sink;
  }

  cut(piece: string): PieceScan {
    const known = this.#known.get(piece);
    if (known !== undefined) return known;
    const sink = this.#sink;
    sink.begin();
    scanRuns(piece, sink, () => sink.begin());
    const counts = sink.phrases.map(({ count }) => count);
    const scan = { places: sink.places, counts, tokens: sink.position };
    if (piece.length <= LONGEST_REMEMBERED) this.#known.set(piece, scan);
    return scan;
  }
}

/** For texts of one question: `words` are compiled once, and a text that is seen again costs nothing. */
export function createTextScanner(words: readonly QueryWord[]): TextScanner {
  const uses = new Map<string, TokenUse[]>();
  const phrases: PhraseState[] = [];
  const longer = words.map((word) => (word.single ? [] : word.phrases));
  longer.forEach((list, word) => {
    for (const tokens of list) {
      tokens.forEach((token, at) => {
        const use = { phrase: phrases.length, at, isLast: at === tokens.length - 1 };
        uses.set(token, [...(uses.get(token) ?? []), use]);
      });
      const seen = tokens.map(() => NOWHERE);
      phrases.push({ word, length: tokens.length, seen, count: 0 });
    }
  });
  const findPieces = createPieceFinder(longer.flat());
  const cutter = new PieceCutter(new PhraseSink(uses, phrases));
  const known = new Map<string, TextScan>();
  const nowhere = words.map(() => 0);

  function cut(pieces: readonly string[], length: number): TextScan {
    if (pieces.length === 0) return { counts: nowhere, places: [], length };
    const perPhrase = phrases.map(() => 0);
    const places: WordPlace[] = [];
    let position = 0;
    for (const piece of pieces) {
      const scanned = cutter.cut(piece);
      for (const { word, from, to } of scanned.places)
        places.push({ word, from: position + from, to: position + to });
      scanned.counts.forEach(
        (count, phrase) => (perPhrase[phrase] = count + (perPhrase[phrase] ?? 0)),
      );
      position += scanned.tokens + PIECE_GAP;
    }
    const counts = words.map(() => 0);
    // A word is counted by the phrase of it that stands there most often: others say the same again.
    phrases.forEach(({ word }, phrase) => {
      counts[word] = Math.max(counts[word] ?? 0, perPhrase[phrase] ?? 0);
    });
    return { counts, places, length };
  }

  function scan(text: string): TextScan {
    const found = known.get(text);
    if (found !== undefined) return found;
    const seen = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
    const { length, folded } = measure(seen);
    const lower = seen.toLowerCase();
    const whole = lower.length !== seen.length || folded;
    const result = cut(whole ? [seen] : findPieces(seen, lower), length);
    known.set(text, result);
    return result;
  }

  return {
    scan,
    scanMatch(text) {
      const result = scan(text);
      if (result.places.length > 0) return result;
      const whole = cut([text], result.length);
      known.set(text, whole);
      return whole;
    },
  };
}
