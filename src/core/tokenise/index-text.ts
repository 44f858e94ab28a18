/** Owns the form in which a text enters the full-text table. */
import { scanRuns, type RunSink } from "./scan-runs.ts";
import { identifierWords, wholeIdentifier, wordTokens } from "./stem-word.ts";

/** Goes into the index generation's key: another number means other tokens, so another index. */
export const TOKENISER_VERSION = 1;

/** The FTS5 tokenizer that keeps every token made here as one token and changes none. */
export const FTS5_TOKENIZER =
  "unicode61 remove_diacritics 0 tokenchars '_' categories 'L* N* M* Co'";

/** Tokens separated by single spaces. */
export interface IndexText {
  /** Words, parts of words, whole identifiers, bigrams of CJK runs, in text order. */
  readonly text: string;
  /** Each CJK character once, in order of first appearance. */
  readonly single: string;
}

const SPACE = 32;

/** Writes tokens as UTF-8 into one buffer that is kept between texts. */
class TokenWriter implements RunSink {
  bytes = new Uint8Array(1 << 16);
  length = 0;
  single = "";
  /** Number of the text that last held each BMP character, so that nothing is cleared between texts. */
  readonly seenIn = new Uint32Array(0x10000);
  textNumber = 0;
  readonly seenAstral = new Set<string>();

  begin(): void {
    this.length = 0;
    this.single = "";
    this.textNumber += 1;
    this.seenAstral.clear();
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  private writeCodePoint(codePoint: number): void {
    const { bytes } = this;
    if (codePoint < 0x80) {
      bytes[this.length++] = codePoint;
    } else if (codePoint < 0x800) {
      bytes[this.length++] = 0xc0 | (codePoint >> 6);
      bytes[this.length++] = 0x80 | (codePoint & 63);
    } else if (codePoint < 0x10000) {
      bytes[this.length++] = 0xe0 | (codePoint >> 12);
      bytes[this.length++] = 0x80 | ((codePoint >> 6) & 63);
      bytes[this.length++] = 0x80 | (codePoint & 63);
    } else {
      bytes[this.length++] = 0xf0 | (codePoint >> 18);
      bytes[this.length++] = 0x80 | ((codePoint >> 12) & 63);
      bytes[this.length++] = 0x80 | ((codePoint >> 6) & 63);
      bytes[this.length++] = 0x80 | (codePoint & 63);
    }
  }

  private writeToken(token: string): void {
    this.reserve(token.length * 3 + 1);
    const { bytes } = this;
    let to = this.length;
    for (let at = 0; at < token.length; at += 1) {
      const code = token.charCodeAt(at);
      if (code >= 0x80) {
        this.length = to;
        this.writeCodePoint(token.codePointAt(at) ?? SPACE);
        to = this.length;
        if (code >= 0xd800 && code < 0xdc00) at += 1;
      } else {
        bytes[to++] = code;
      }
    }
    bytes[to++] = SPACE;
    this.length = to;
  }

  word(text: string, from: number, to: number): void {
    for (const token of wordTokens(text.slice(from, to))) this.writeToken(token);
  }

  identifier(text: string, from: number, to: number): void {
    const words = identifierWords(text.slice(from, to));
    const whole = wholeIdentifier(words);
    if (whole !== undefined) this.writeToken(whole);
    for (const word of words) for (const token of wordTokens(word)) this.writeToken(token);
  }

  cjk(text: string, from: number, to: number): void {
    // Two characters of at most four bytes and a space per code unit.
    this.reserve((to - from) * 9);
    let before = 0;
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      let codePoint = code;
      if (code >= 0xd800 && code < 0xdc00) {
        codePoint = text.codePointAt(at) ?? code;
        at += 1;
        const character = String.fromCodePoint(codePoint);
        if (!this.seenAstral.has(character)) {
          this.seenAstral.add(character);
          this.single += `${character} `;
        }
      } else if (this.seenIn[code] !== this.textNumber) {
        this.seenIn[code] = this.textNumber;
        this.single += `${String.fromCharCode(code)} `;
      }
      if (before !== 0) {
        this.writeCodePoint(before);
        this.writeCodePoint(codePoint);
        this.bytes[this.length++] = SPACE;
      }
      before = codePoint;
    }
  }
}

let writer: TokenWriter | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Cuts a text into the tokens of the index. Deterministic: deleting a row needs exactly what was inserted. */
export function indexText(text: string): IndexText {
  writer ??= new TokenWriter();
  decoder ??= new TextDecoder();
  const sink = writer;
  sink.begin();
  scanRuns(text, sink, () => sink.begin());
  const end = sink.length > 0 ? sink.length - 1 : 0;
  return { text: decoder.decode(sink.bytes.subarray(0, end)), single: sink.single.trimEnd() };
}
