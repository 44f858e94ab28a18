/** Owns the parts of a question that are meant letter for letter: quoted phrases, identifiers, codes, `C++`, `-O2`. */

export interface Literal {
  /** As it stood in the question. */
  readonly typed: string;
  /** Lower case, blanks single. */
  readonly text: string;
  readonly kind: "phrase" | "exact";
}

const QUOTED =
  /"([^"]{2,200})"|“([^”]{2,200})”|「([^」]{2,200})」|『([^』]{2,200})』|`([^`]{2,200})`/gu;
/** Sentence marks around a word are no part of it; `+` and `#` behind one are. */
const TRIMMED =
  /^[\s"'“”‘’「」『』()[\]{}<>,.;:!?？！。、，；：…]+|[\s"'“”‘’「」『』()[\]{}<>,.;:!?？！。、，；：…]+$/gu;
/** Han, kana and Hangul stand beside a name without a blank: `gen-lamp后`. */
const NAME_RUN =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、；：？！「」『』"“”`]+/gu;
const SYMBOL_INSIDE = /[\p{L}\p{N}][_./:@=-]+[\p{L}\p{N}]/u;
const SYMBOL_AT_END = /^-{1,2}[\p{L}\p{N}]|[\p{L}][+#]{1,2}$/u;
const MIXED_CASE = /\p{Ll}\p{Lu}/u;
const LETTERS_AND_DIGITS = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{3,}$/u;
const CODE = /^[A-Z][A-Z0-9]{4,}$/;
const MOST = 12;

const flatten = (text: string): string => text.replace(/\s+/gu, " ").trim().toLowerCase();

function isName(word: string): boolean {
  return (
    SYMBOL_INSIDE.test(word) ||
    SYMBOL_AT_END.test(word) ||
    MIXED_CASE.test(word) ||
    LETTERS_AND_DIGITS.test(word) ||
    CODE.test(word)
  );
}

/** A question in capitals has no codes, only words. */
function isShouted(query: string): boolean {
  return !/\p{Ll}/u.test(query) && /\p{Lu}+\s+\p{Lu}+/u.test(query);
}

/** In the order of the question, each once. */
export function findLiterals(query: string): readonly Literal[] {
  const found = new Map<string, Literal>();
  const add = (typed: string, kind: Literal["kind"]): void => {
    const text = flatten(typed);
    if (text !== "" && found.size < MOST && !found.has(text))
      found.set(text, { typed, text, kind });
  };
  for (const match of query.matchAll(QUOTED)) {
    const inside = match.slice(1).find((part) => part !== undefined) ?? "";
    if (/[\p{L}\p{N}]/u.test(inside)) add(inside.trim(), "phrase");
  }
  const shouted = isShouted(query);
  for (const [run] of query.matchAll(NAME_RUN)) {
    const word = run.replace(TRIMMED, "");
    if (isName(word) && !(shouted && CODE.test(word))) add(word, "exact");
  }
  return [...found.values()];
}

const LETTER = /[\p{L}\p{N}]/u;
const LATIN = /[\p{Script=Latin}\p{N}]/u;

function standsAlone(text: string, from: number, to: number): boolean {
  const first = text.charAt(from);
  const last = text.charAt(to - 1);
  const before = text.charAt(from - 1);
  const after = text.charAt(to);
  const cutsBefore = LETTER.test(first) && LATIN.test(before);
  const cutsAfter = LETTER.test(last) && LATIN.test(after);
  return !cutsBefore && !cutsAfter;
}

/** `text` is in lower case, with single blanks where the literal has one. */
function holds(text: string, literal: Literal): boolean {
  for (let at = text.indexOf(literal.text); at !== -1; at = text.indexOf(literal.text, at + 1))
    if (standsAlone(text, at, at + literal.text.length)) return true;
  return false;
}

/** Those of `literals` that stand in the text and do not go on on either side. */
export function findHeld(text: string, literals: readonly Literal[]): readonly Literal[] {
  if (literals.length === 0) return [];
  const lower = text.toLowerCase();
  const flat = literals.some((literal) => literal.text.includes(" ")) ? flatten(lower) : lower;
  return literals.filter((literal) => holds(flat, literal));
}
