/** Owns the parts of a text that may hold a word of a question: whole words around places of letters that a token begins with. */

/** What a text must hold, in lower case, where a token stands. */
interface Anchor {
  readonly letters: string;
  /** It must be a word of its own: a digit or a letter alone stands in every text. */
  readonly isAlone: boolean;
  /** What must stand close behind: the beginning of a phrase's second token; empty where there is none. */
  readonly next: string;
  /** Words behind it that the longest phrase beginning so may have. */
  readonly following: number;
  /** Characters that the longest CJK phrase beginning so has. */
  readonly cjkChars: number;
}

export type PieceFinder = (text: string, lower: string) => readonly string[];

/** Characters of an identifier or word that a match may stand in the middle of. */
const MOST_WORD = 120;
/** Further places of one token say nothing new. */
const MOST_PLACES = 12;
const FIRST_CJK = 0x2e80;
const FIRST_OUTSIDE_ASCII = 0x80;
const [A, Z, SMALL_A, SMALL_Z] = [0x41, 0x5a, 0x61, 0x7a];
const CJK = /[\u2e80-\u9fff\uac00-\ud7a3\u{20000}-\u{3ffff}]/u;
/** Joiners, full-width ones as well, are none. CJK characters are: they stand beside a name without a blank. */
const WORD_BREAK =
  /[^\p{L}\p{N}\p{M}_./:'\u2019\uff0d-\uff0f\uff1a\uff3f-]|[\u2e80-\u9fff\uac00-\ud7a3]/u;
/** Characters between two tokens of a phrase: the end of the first word, marks, blanks. */
const MOST_BETWEEN = 12;
/** Characters between two words that follow each other, such as a comma and a blank. */
const WORD_GAP = 2;
/** Endings of stems that need not be those of the word: `happi` of happy, `hope` of hoping, `sensibl` of sensibility. */
const CHANGED_ENDING = /(?:[ei]|bl)$/;

function isBreak(text: string, at: number): boolean {
  return WORD_BREAK.test(text.charAt(at));
}

function isLetterOrDigit(code: number): boolean {
  return (code >= SMALL_A && code <= SMALL_Z) || (code >= 0x30 && code <= 0x39);
}

function anchorOf(tokens: readonly string[]): Anchor {
  const [first = "", second = ""] = tokens.length === 1 ? (tokens[0] ?? "").split("_") : tokens;
  if (CJK.test(first)) {
    const cjkChars = tokens.length + 1;
    return { letters: first, isAlone: false, next: "", following: 0, cjkChars };
  }
  const isAlone = /^(?:\p{N}+|.)$/u.test(first);
  const letters = isAlone ? first : beginningOf(first);
  const next = CJK.test(second) ? "" : beginningOf(second);
  return { letters, isAlone, next, following: tokens.length - 1, cjkChars: 0 };
}

function beginningOf(token: string): string {
  return token.length > 2 && CHANGED_ENDING.test(token) ? token.slice(0, -1) : token;
}

/** One for each beginning: where another begins with the same letters, its places are found with it. */
function joinAnchors(all: readonly Anchor[]): readonly Anchor[] {
  const joined: Anchor[] = [];
  for (const anchor of all.toSorted(
    (a, b) => a.letters.length - b.letters.length || a.next.length - b.next.length,
  )) {
    if (anchor.letters === "") continue;
    const at = joined.findIndex(
      ({ letters, isAlone, next }) =>
        (anchor.letters === letters && anchor.next === next) ||
        (anchor.letters.startsWith(letters) && !isAlone && next === ""),
    );
    const shorter = joined[at];
    if (shorter === undefined) joined.push(anchor);
    else
      joined[at] = {
        ...shorter,
        following: Math.max(shorter.following, anchor.following),
        cjkChars: Math.max(shorter.cjkChars, anchor.cjkChars),
      };
  }
  return joined;
}

/** Tokens begin with their word, or at a capital inside it. */
function beginsToken(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const isInside = (before >= A && before <= Z) || (before >= SMALL_A && before <= SMALL_Z);
  if (!isInside) return true;
  const code = text.charCodeAt(at);
  return (code >= A && code <= Z) || code >= FIRST_OUTSIDE_ASCII;
}

/** A capital inside a word, as the last of `getX`, is a token of its own. */
function isPartOfWord(text: string, lower: string, at: number, end: number): boolean {
  if (isLetterOrDigit(lower.charCodeAt(end))) return true;
  const code = text.charCodeAt(at);
  return isLetterOrDigit(lower.charCodeAt(at - 1)) && !(code >= A && code <= Z);
}

/** From `at` on to the end of the word there, and of as many further words as phrases may have. */
function endOfWords(text: string, at: number, following: number): number {
  const last = Math.min(text.length, at + MOST_WORD);
  let to = at;
  for (let breaks = 0; to < last; to += 1) if (isBreak(text, to) && ++breaks > following) break;
  return to;
}

function startOfWord(text: string, at: number): number {
  const first = Math.max(0, at - MOST_WORD);
  let from = at;
  while (from > first && !isBreak(text, from - 1)) from -= 1;
  return from;
}

interface Piece {
  readonly from: number;
  to: number;
}

function addPieces(pieces: Piece[], text: string, lower: string, anchor: Anchor): void {
  const { letters, isAlone, next, following, cjkChars } = anchor;
  let places = 0;
  for (let at = lower.indexOf(letters); at >= 0; at = lower.indexOf(letters, at + 1)) {
    if (!beginsToken(text, at)) continue;
    const end = at + letters.length;
    if (next !== "" && !lower.slice(end, end + MOST_BETWEEN + next.length).includes(next)) continue;
    if (isAlone && isPartOfWord(text, lower, at, end)) continue;
    if (text.charCodeAt(at) >= FIRST_CJK && cjkChars > 0)
      pieces.push({ from: at, to: Math.min(text.length, at + cjkChars) });
    else pieces.push({ from: startOfWord(text, at), to: endOfWords(text, end, following) });
    if (++places === MOST_PLACES) return;
  }
}

/**
 * Finds the pieces of a text around the beginnings of `phrases`, in text order; neighbouring ones are one piece.
 * Letters that the index folds are not looked through: cut such texts whole.
 */
export function createPieceFinder(phrases: readonly (readonly string[])[]): PieceFinder {
  const anchors = joinAnchors(phrases.map(anchorOf));
  return (text, lower) => {
    const found: Piece[] = [];
    for (const anchor of anchors) addPieces(found, text, lower, anchor);
    if (found.length > 1) found.sort((a, b) => a.from - b.from);
    const pieces: Piece[] = [];
    for (const piece of found) {
      const before = pieces.at(-1);
      if (before !== undefined && piece.from <= before.to + WORD_GAP)
        before.to = Math.max(before.to, piece.to);
      else pieces.push(piece);
    }
    return pieces.map(({ from, to }) => text.slice(from, to));
  };
}
