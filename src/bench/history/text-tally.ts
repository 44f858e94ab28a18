/** Owns the count of what a parser should index out of a generated history, so that its make-up can be stated. */

export interface TextTally {
  readonly turns: number;
  /** UTF-8 bytes of indexed text: prompts, replies, calls, and results up to the cap. */
  readonly textBytes: number;
  readonly textCharacters: number;
  readonly cjkCharacters: number;
}

export interface TextCounter {
  /** One turn's text. */
  count(text: string): void;
  tally(): TextTally;
}

/** Longer results are indexed by head, tail and error lines only; about this much of them. */
const cappedCharacters = 4096;

/** Hangul, kana, Han and their full-width punctuation. */
function isCjk(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x3000 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}

export function createTextCounter(): TextCounter {
  let turns = 0;
  let textBytes = 0;
  let textCharacters = 0;
  let cjkCharacters = 0;
  return {
    count(text) {
      const length = Math.min(text.length, cappedCharacters);
      let cjk = 0;
      for (let index = 0; index < length; index += 1) {
        if (isCjk(text.charCodeAt(index))) cjk += 1;
      }
      turns += 1;
      textCharacters += length;
      cjkCharacters += cjk;
      // Generated text is ASCII and three-byte CJK and little else.
      textBytes += length + 2 * cjk;
    },
    tally: () => ({ turns, textBytes, textCharacters, cjkCharacters }),
  };
}
