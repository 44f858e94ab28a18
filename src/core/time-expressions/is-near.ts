/** Owns how far apart two words of one time phrase may stand. */
import type { Lexeme } from "./meaning.ts";
import { MOST_BLANKS } from "./word-index.ts";

const COMMA = /^[ ,、]*$/;

/** Only blanks, and at most a comma, lie between the two. */
export function isNear(text: string, left: Lexeme | undefined, right: Lexeme | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const gap = right.from - left.to;
  return gap >= 0 && gap <= MOST_BLANKS && COMMA.test(text.slice(left.to, right.from));
}
