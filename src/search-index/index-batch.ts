/** Owns the shape of what a writer hands to the index: the turns of some lines of one archived file. */
import type { SessionFacts } from "../core/session-facts.ts";
import type { SkipReason, SourceFileKind } from "../core/source-file.ts";
import type { SourceId, Turn } from "../core/turn.ts";

export interface SkippedLine {
  readonly reason: SkipReason;
  readonly line: number;
  readonly detail?: string | undefined;
}

export interface RewindRow {
  readonly parentEntryId: string;
  readonly line: number;
  /** Line of the parent when the reader knows it (0: before the first line); it need not be a turn. */
  readonly parentLine?: number;
}

/** Whole lines `fromLine` to `toLine` (1-based, both included) of one epoch of one archived file. */
export interface IndexBatch {
  /** Archive entry: stable for a source file, whatever its path. */
  readonly entryId: string;
  readonly epoch: number;
  readonly source: SourceId;
  readonly kind: SourceFileKind;
  /** Project slug. */
  readonly project: string;
  /** Session the file belongs to, when its name tells. */
  readonly session: string | null;
  readonly fromLine: number;
  readonly toLine: number;
  readonly turns: readonly Turn[];
  readonly skipped: readonly SkippedLine[];
  readonly facts: readonly SessionFacts[];
  readonly rewinds: readonly RewindRow[];
  /** Reader state after `toLine`, for the next batch. */
  readonly state: string;
  /** Bytes of the source up to and including `toLine`. */
  readonly sourceBytes: number;
}

export interface ApplyResult {
  /** Turns that became rows of their own. */
  readonly turns: number;
  /** Turns whose record another session owns. */
  readonly copies: number;
  /** Turns whose record the same session holds already. */
  readonly duplicates: number;
  /** True when the lines were indexed before and nothing was done. */
  readonly known: boolean;
}
