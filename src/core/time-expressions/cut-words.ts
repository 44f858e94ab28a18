/** Owns the question that remains when its time words are gone. */

export type Cut = readonly [number, number];

const COMMA_AT_END = /[,、，]\s*$/;
const COMMA_AT_START = /^\s*[,、，]/;

/** Two parts with one blank between them where the cut words stood apart; a comma that separated nothing goes. */
function joinParts(left: string, right: string): string {
  const needless = COMMA_AT_START.test(right) && (left.trim() === "" || COMMA_AT_END.test(left));
  const rest = needless ? right.replace(COMMA_AT_START, "") : right;
  const apart = (/\s$/.test(left) && !/^[,.;:!?)、。，]/.test(rest)) || /^\s/.test(rest);
  return `${left.trimEnd()}${apart ? " " : ""}${rest.trimStart()}`;
}

/** `query` without the cuts, which are in order. Empty when neither letter nor digit is left. */
export function cutWords(query: string, cuts: readonly Cut[]): string {
  let rest = query;
  for (const [from, to] of [...cuts].reverse()) {
    rest = joinParts(rest.slice(0, from), rest.slice(to));
  }
  return /[\p{L}\p{N}]/u.test(rest) ? rest.trim() : "";
}
