/** Owns the shape of a question whose right answers are known. */

export interface RetrievalQuestion {
  readonly query: string;
  /** References of the turns that answer it, or words that such a turn holds; empty when nothing does. */
  readonly expect: readonly string[];
  /** Working folder that it is asked in. */
  readonly cwd: string;
  /** Asked there instead: slug, name or path. */
  readonly project?: string;
  /** Groups rows of the result: `cause`, `temporal`. */
  readonly kind: string;
  /** Further groups that it counts in. */
  readonly groups?: readonly string[];
  readonly language?: string;
  readonly wording?: "exact" | "paraphrase";
  /** Not looked at while weights are chosen. */
  readonly isHeldOut?: boolean;
  /** When it was asked; now unless given. */
  readonly askedMs?: number;
}
