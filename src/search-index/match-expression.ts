/** Owns the MATCH expression of a query: quoted tokens and our own operators, never a user's character. */
import type { QueryWord } from "../core/tokenise/query-words.ts";

function quote(tokens: readonly string[]): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"`;
}

/** Any of the words may match; the score prefers turns with more and rarer ones. */
export function matchExpression(words: readonly QueryWord[]): string {
  return words.flatMap((word) => word.phrases.map(quote)).join(" OR ");
}
