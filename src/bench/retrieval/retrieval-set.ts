/** Owns the shape of a set of questions with the transcripts that they are asked of. */
import type { RetrievalQuestion } from "./retrieval-question.ts";

export interface RetrievalSet {
  readonly name: string;
  /** What it is and what was left out, for the page of results. */
  readonly note: string;
  readonly questions: readonly RetrievalQuestion[];
  /** Questions about what none of the transcripts holds. */
  readonly absent: readonly string[];
  /** Transcripts: a folder laid out like a host's, or one of plain JSONL files. */
  readonly folder: string;
}
