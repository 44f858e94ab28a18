/** Owns which characters of a folded question belong together, and where a word in ASCII may begin and end. */

export const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3;
export const isHiragana = (code: number): boolean => code >= 0x3041 && code <= 0x3096;
export const isKana = (code: number): boolean => code >= 0x3041 && code <= 0x30ff;
export const isHan = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) || code === 0x3007 || (code >= 0x3400 && code <= 0x4dbf);
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Lower case only: the question is folded. */
export const isAsciiLetter = (code: number): boolean => code >= 97 && code <= 122;

const STANDS_APART = " ()[]{},;!?\"'`~";

/** Part of a word, a number, a path or an identifier in ASCII. */
export function isChunk(code: number): boolean {
  return code > 32 && code < 127 && !STANDS_APART.includes(String.fromCharCode(code));
}

/** Letters outside ASCII that are written with blanks between words. */
const isSpacedLetter = (code: number): boolean => code >= 0xc0 && code < 0x1100;

export function isEdgeBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return at === 0 || !(isChunk(code) || isSpacedLetter(code));
}

/** A full stop or colon ends a word unless more of it follows: `monday.` and not `monday.com`. */
export function isEdgeAfter(text: string, at: number): boolean {
  let end = at;
  while (text[end] === "." || text[end] === ":") end += 1;
  if (end >= text.length) return true;
  const code = text.charCodeAt(end);
  return !(isChunk(code) || isSpacedLetter(code));
}
