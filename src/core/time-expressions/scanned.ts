/** Owns the shapes that pass between the steps of reading a question. */
import type { Lexeme, Meaning } from "./meaning.ts";

/** A question cut into time words. */
export interface Scanned {
  readonly query: string;
  /** The question folded. */
  readonly text: string;
  readonly lexemes: readonly Lexeme[];
  readonly thisYear: number;
}

/** A piece to put in place of the `used` lexemes from a place on; `pops`: it swallows the piece before as well. */
export interface Joined {
  readonly meaning: Meaning | null;
  readonly used: number;
  readonly pops?: boolean;
}
