/** Owns the one pass over a text that finds its words, identifiers and CJK runs. */
import {
  APOSTROPHE,
  characterClasses,
  CJK,
  classOfCodePoint,
  COMPATIBLE,
  HIGH_SURROGATE,
  JOINER,
  LETTER,
  PLAIN,
  SEPARATOR,
} from "./character-class.ts";

/** Receives runs in text order; `text` is in NFKC as far as it matters, offsets are code units of it. */
export interface RunSink {
  /** Letters and digits only. */
  word(text: string, from: number, to: number): void;
  /** Words joined by one or more of `_ . / - :`, beginning and ending with a word. */
  identifier(text: string, from: number, to: number): void;
  /** Han, kana, Hangul. */
  cjk(text: string, from: number, to: number): void;
}

/** True when the apostrophe at `at` stands between letters, as in `don't` and `user's`. */
function joinsLetters(text: string, at: number): boolean {
  return /^\p{L}$/u.test(text.charAt(at + 1)) && /^\p{L}$/u.test(text.charAt(at - 1));
}

class Scanner {
  readonly text: string;
  readonly normalised: boolean;
  readonly table: Uint8Array;
  readonly resolve: (code: number) => number;

  constructor(text: string, normalised: boolean) {
    const classes = characterClasses(normalised);
    this.text = text;
    this.normalised = normalised;
    this.table = classes.table;
    this.resolve = classes.resolve;
  }

  classAt(at: number): number {
    const code = this.text.charCodeAt(at);
    // NaN beyond the end indexes nothing.
    let found = this.table[code];
    if (found === undefined) return SEPARATOR;
    if (found === 0) found = this.resolve(code);
    if (found === HIGH_SURROGATE)
      return classOfCodePoint(this.text.codePointAt(at) ?? 0, this.normalised);
    return found;
  }

  widthAt(at: number): number {
    const code = this.text.charCodeAt(at);
    return code >= 0xd800 && code < 0xdc00 && (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  /** End of the word that begins at `at`; an apostrophe between letters belongs to it. */
  wordEnd(at: number): number {
    const { text, table } = this;
    let to = at;
    for (;;) {
      if (table[text.charCodeAt(to)] === PLAIN) {
        to += 1;
        continue;
      }
      const found = this.classAt(to);
      if (found === LETTER || found === PLAIN) to += this.widthAt(to);
      else if (found === APOSTROPHE && joinsLetters(text, to)) to += 1;
      else return found === COMPATIBLE ? -1 : to;
    }
  }

  cjkEnd(at: number): number {
    let to = at;
    for (;;) {
      const found = this.classAt(to);
      if (found === CJK) to += this.widthAt(to);
      else return found === COMPATIBLE ? -1 : to;
    }
  }

  skipJoiners(at: number): number {
    let to = at;
    while (this.classAt(to) === JOINER) to += 1;
    return to;
  }

  /** Sends the word or identifier at `at` and returns its end; -1 when the text must be normalised first. */
  sendWord(at: number, sink: RunSink): number {
    let to = this.wordEnd(at);
    if (to < 0) return -1;
    let joined = false;
    while (this.table[this.text.charCodeAt(to)] === JOINER || this.classAt(to) === JOINER) {
      const next = this.skipJoiners(to);
      const found = this.classAt(next);
      if (found === COMPATIBLE) return -1;
      if (found !== PLAIN && found !== LETTER) break;
      to = this.wordEnd(next);
      if (to < 0) return -1;
      joined = true;
    }
    if (joined) sink.identifier(this.text, at, to);
    else sink.word(this.text, at, to);
    return to;
  }

  /** Returns false as soon as a character asks for normalisation. */
  run(sink: RunSink): boolean {
    const { text } = this;
    const length = text.length;
    let at = 0;
    while (at < length) {
      const found = this.classAt(at);
      if (found === PLAIN || found === LETTER) {
        at = this.sendWord(at, sink);
        if (at < 0) return false;
      } else if (found === CJK) {
        const to = this.cjkEnd(at);
        if (to < 0) return false;
        sink.cjk(text, at, to);
        at = to;
      } else if (found === COMPATIBLE) {
        return false;
      } else {
        at += this.widthAt(at);
      }
    }
    return true;
  }
}

/**
 * Sends the runs of `text`. When a character changes under NFKC, `restart` is called and the pass begins again on
 * the normalised text: most texts need none, and asking first would cost a pass of its own.
 */
export function scanRuns(text: string, sink: RunSink, restart: () => void): void {
  if (new Scanner(text, false).run(sink)) return;
  restart();
  new Scanner(text.normalize("NFKC"), true).run(sink);
}
