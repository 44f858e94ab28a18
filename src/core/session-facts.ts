/** Owns what the rows of a transcript state about their session. */

/** Facts about a session that its rows state; later rows win, except `ownRowsFrom` and `cwd` (first wins). */
export interface SessionFacts {
  readonly session?: string;
  /** Parent session of a helper or, for a fork, the session it was forked from. */
  readonly parent?: string;
  readonly relation?: "subagent" | "fork";
  readonly title?: string;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly hostVersion?: string;
  readonly model?: string;
  /** Time of the first row that no other file can hold a copy of, though it is no turn. */
  readonly ownRowsFrom?: string;
}
