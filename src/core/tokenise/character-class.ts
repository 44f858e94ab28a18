/** Owns what each UTF-16 code unit is to the tokeniser. */

export const SEPARATOR = 1;
/** Letter, digit or mark that needs no folding beyond ASCII lower case. */
export const PLAIN = 2;
/** Letter, digit or mark outside ASCII, folded by `foldWord`. */
export const LETTER = 3;
/** `_ . / - :`, which join the parts of an identifier. */
export const JOINER = 4;
/** Han, kana, Hangul, Bopomofo: written without spaces, cut into bigrams. */
export const CJK = 5;
export const HIGH_SURROGATE = 6;
/** Changes under NFKC, or may combine with what stands before it: the text is normalised first. */
export const COMPATIBLE = 7;
export const APOSTROPHE = 8;

const JOINERS = "_./-:";
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const CJK_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/u;
const COMBINING =
  /[\u{300}-\u{36f}]|[\u{1100}-\u{11ff}]|[\u{3099}\u{309a}]|[\u{a960}-\u{a97f}]|[\u{d7b0}-\u{d7ff}]/u;

/** Eager ranges: unchanged under NFKC and by far the most frequent, so no page of theirs is ever looked up. */
const CJK_RANGES: readonly (readonly [number, number])[] = [
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
];

export interface CharacterClasses {
  /** Class of each code unit; 0 means not looked up yet: ask `resolve`. */
  readonly table: Uint8Array;
  /** Looks the code unit's block of 256 up and returns its class. */
  readonly resolve: (code: number) => number;
}

function classOfAscii(code: number): number {
  const character = String.fromCharCode(code);
  if (JOINERS.includes(character)) return JOINER;
  if (character === "'") return APOSTROPHE;
  return /[a-zA-Z0-9]/.test(character) ? PLAIN : SEPARATOR;
}

function classOfWide(character: string, normalised: boolean): number {
  if (character === "\u2019") return APOSTROPHE;
  const folded = character.normalize("NFKC");
  if (folded !== character) {
    const parts = Array.from(folded, (part) =>
      part < "\u0080" ? classOfAscii(part.charCodeAt(0)) : COMPATIBLE,
    );
    const first = parts[0] ?? SEPARATOR;
    // Full-width punctuation stands in every Chinese text: it gets the class of what it folds to.
    if ((first === SEPARATOR || first === JOINER) && parts.every((part) => part === first))
      return first;
    return COMPATIBLE;
  }
  if (!normalised && COMBINING.test(character)) return COMPATIBLE;
  if (!WORD_CHARACTER.test(character) && character !== "\u3007") return SEPARATOR;
  return CJK_CHARACTER.test(character) ? CJK : LETTER;
}

/** `normalised`: the text is in NFKC already, so what is left of compatible characters stands for itself. */
function makeClasses(normalised: boolean): CharacterClasses {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x80; code += 1) table[code] = classOfAscii(code);
  for (const [first, last] of CJK_RANGES) table.fill(CJK, first, last + 1);
  table.fill(HIGH_SURROGATE, 0xd800, 0xdc00);
  table.fill(SEPARATOR, 0xdc00, 0xe000);
  const resolve = (code: number): number => {
    const page = code & 0xff00;
    for (let at = page; at < page + 256; at += 1) {
      if (table[at] !== 0) continue;
      const found = classOfWide(String.fromCharCode(at), normalised);
      table[at] = normalised && found === COMPATIBLE ? LETTER : found;
    }
    return table[code] ?? SEPARATOR;
  };
  return { table, resolve };
}

/** Class of a code point above U+FFFF. */
export function classOfCodePoint(codePoint: number, normalised: boolean): number {
  if (codePoint >= 0x1f300 && codePoint <= 0x1faff) return SEPARATOR;
  const found = classOfWide(String.fromCodePoint(codePoint), normalised);
  return normalised && found === COMPATIBLE ? LETTER : found;
}

let raw: CharacterClasses | undefined;
let normal: CharacterClasses | undefined;

/** Built at first use: 64 KB each. */
export function characterClasses(normalised: boolean): CharacterClasses {
  if (normalised) return (normal ??= makeClasses(true));
  return (raw ??= makeClasses(false));
}
