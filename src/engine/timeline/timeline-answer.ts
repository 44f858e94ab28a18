/** Owns the shape of a timeline: turns in time order, a session by its requests, or a range as counts. */
import type { BudgetLimit } from "../../core/budget.ts";
import type { TurnClass, TurnRole } from "../../core/turn.ts";
import type { HeaderRange } from "../search-answer.ts";
import type { RangeDigest } from "./digest-range.ts";

export interface TimelineHeader {
  /** What was asked for, redacted. */
  readonly anchor: string;
  readonly range: HeaderRange | null;
  readonly zone: string;
  readonly scope: string;
  readonly shown: number;
  /** Turns, or requests of an outline. */
  readonly total: number;
  /** Bytes of transcripts that the index does not hold yet. */
  readonly indexLag: number;
  readonly limitedBy: BudgetLimit | null;
  readonly next: string | null;
}

/** One turn on one line. */
export interface TimelineTurn {
  readonly ref: string;
  readonly date: string | null;
  readonly session: string;
  readonly role: TurnRole;
  readonly type: TurnClass;
  readonly tool: string | null;
  readonly exitStatus: number | null;
  /** Work of a helper. */
  readonly helper: boolean;
  /** The turn that was asked for. */
  readonly isAnchor: boolean;
  /** Its beginning, redacted, on one line. */
  readonly text: string;
}

/** One request and what came of it, or several old ones on one line. */
export interface OutlineRequest {
  /** Of the prompt; of the first one of a group. */
  readonly ref: string;
  readonly date: string | null;
  /** 1 for a request of its own. */
  readonly requests: number;
  readonly text: string;
  readonly edits: number;
  readonly calls: number;
  /** Calls that ended in an error or with another exit status than 0. */
  readonly failed: number;
  /** Last parts of the paths that were changed, at most five. */
  readonly files: readonly string[];
}

export interface TimelineAnswer {
  readonly header: TimelineHeader;
  readonly turns: readonly TimelineTurn[];
  readonly outline: readonly OutlineRequest[];
  readonly digest: RangeDigest | null;
  readonly truncated: boolean;
  readonly durationMs: number;
}
