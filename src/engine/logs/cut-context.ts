/** Owns cutting what stands around a match: so many characters on either side, on one line. */

export interface Context {
  readonly text: string;
  /** UTF-16 range of the match in `text`. */
  readonly marks: readonly { readonly from: number; readonly to: number }[];
}

/** Where a match stands in a text, in UTF-16 units. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

/** More of one match says nothing more. */
const LONGEST_MATCH = 300;

/** `chars` characters of `text` on either side of `span`, white space as single blanks, never half a surrogate pair. */
export function cutContext(text: string, { at, length }: Span, chars: number): Context {
  const end = at + length;
  const from = atCharacter(text, Math.max(0, at - chars), 1);
  const to = atCharacter(text, Math.min(text.length, end + chars), -1);
  const shownEnd = Math.max(at, Math.min(end, atCharacter(text, at + LONGEST_MATCH, -1)));
  const isCut = shownEnd < end;
  const before = (from > 0 ? "…" : "") + onOneLine(text.slice(from, at)).trimStart();
  const match = onOneLine(text.slice(at, shownEnd));
  const after =
    (isCut ? "…" : "") + onOneLine(text.slice(end, to)).trimEnd() + (to < text.length ? "…" : "");
  return {
    text: before + match + after,
    marks: [{ from: before.length, to: before.length + match.length }],
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** `at`, moved by `step` when it lies inside a surrogate pair. */
function atCharacter(text: string, at: number, step: 1 | -1): number {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff ? at + step : at;
}
