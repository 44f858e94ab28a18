/** Owns the shape of an answer of search and logs: documented in docs/json-output.md, so fields are added and never changed. */
import type { BudgetLimit } from "../core/budget.ts";
import type { TimePrecision } from "../core/time-expressions/time-query.ts";
import type { TurnClass, TurnRole } from "../core/turn.ts";
import type { RangeDigest } from "./timeline/digest-range.ts";

export interface HeaderRange {
  /** ISO instants; `to` no longer counts; null is open. */
  readonly from: string | null;
  readonly to: string | null;
  readonly precision: TimePrecision;
  /** The words that were read as time; null when flags gave the range. */
  readonly words: string | null;
  /** What the same words may also mean, likelier first. */
  readonly alternatives: readonly { readonly from: string | null; readonly to: string | null }[];
}

export interface SearchHeader {
  /** Redacted. */
  readonly query: string;
  readonly range: HeaderRange | null;
  readonly zone: string;
  readonly scope: string;
  /** What was looked through: `words`, `phrase`, `characters`, `tails`. */
  readonly lanes: readonly string[];
  readonly skippedLanes: readonly { readonly lane: string; readonly reason: string }[];
  /** Words too frequent to find anything by; they count for the order alone. */
  readonly passiveWords: readonly string[];
  readonly order: "relevance" | "time";
  readonly shown: number;
  /** Turns in scope and range that hold any of the words. */
  readonly total: number;
  /** False where counting was given up: there are `total` or more. */
  readonly totalIsExact: boolean;
  /** Matches in other projects; counted when there is none here. */
  readonly outsideScope: number;
  /** Matches at other times; counted when there is none in the range. */
  readonly outsideRange: number;
  /** Bytes of transcripts that the index does not hold yet. */
  readonly indexLag: number;
  /** The limit that cut the page; null when all was shown. */
  readonly limitedBy: BudgetLimit | null;
  /** The call that reads on; null when there is nothing more. */
  readonly next: string | null;
}

export interface SearchHit {
  readonly ref: string;
  readonly kind: "turn";
  readonly title: string | null;
  readonly date: string | null;
  readonly project: string;
  readonly type: TurnClass;
  readonly role: TurnRole;
  readonly session: string;
  /** Session that the turn's helper worked for; null for turns of a session itself. */
  readonly helperOf: string | null;
  readonly snippet: string;
  /** UTF-16 ranges of matched words in `snippet`. */
  readonly marks: readonly { readonly from: number; readonly to: number }[];
  /** File in the archive, relative to the store, and the line in it; null for a line that is not archived yet. */
  readonly path: string | null;
  readonly anchor: string;
  readonly score: number;
  readonly why: string;
}

export interface SearchAnswer {
  readonly header: SearchHeader;
  readonly hits: readonly SearchHit[];
  /** What happened in the range, for a question that is a date alone. */
  readonly digest: RangeDigest | null;
  readonly truncated: boolean;
  /** Opaque; good for the same question and the same index. */
  readonly cursor: string | null;
  readonly durationMs: number;
}
