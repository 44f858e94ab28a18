/** Owns what ranking needs to know of the whole index and of a session: how often the words of a question stand there. */

/** For the words of one question, in their order. */
export interface CorpusFacts {
  /** Rows that are searchable. */
  readonly turns: number;
  /** Tokens of an average row. */
  readonly averageTokens: number;
  /** For each word, the rows that hold it; an estimate where counting was too dear. */
  readonly frequencies: readonly number[];
}

/** How often a session speaks of the words, over all its turns. */
export interface SessionCounts {
  /** Turns of the session that are searchable. */
  readonly turns: number;
  /** For each word, the turns of the session that hold it. */
  readonly frequencies: readonly number[];
}
