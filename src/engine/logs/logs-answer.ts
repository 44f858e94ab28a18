/** Owns the shape of an answer of logs: that of search, with what only a look through everything has to say. */
import type { TurnClass, TurnRole } from "../../core/turn.ts";
import type { SearchHeader, SearchHit } from "../search-answer.ts";

export type LogsMode = "words" | "exact" | "regex";

export interface LogsHeader extends SearchHeader {
  readonly mode: LogsMode;
  readonly allBytes: boolean;
  /** Time down to which everything was looked at when the look had to stop; null when it went to the end. */
  readonly lookedBackTo: string | null;
  /** Turns in scope of which the index holds a part only; counted when less was found than asked for. */
  readonly cappedTurns: number | null;
}

/** A turn, or with `--all-bytes` an archived line that gave none: thinking, bookkeeping, files that came along. */
export interface LogHit extends Omit<SearchHit, "kind" | "type" | "role"> {
  readonly kind: "turn" | "line";
  readonly type: TurnClass | null;
  readonly role: TurnRole | null;
  /** `dropped` for what a rewind left behind. */
  readonly branch: "live" | "dropped";
}

export interface LogsAnswer {
  readonly header: LogsHeader;
  readonly hits: readonly LogHit[];
  readonly truncated: boolean;
  /** Opaque; good for the same question and the same index. */
  readonly cursor: string | null;
  readonly durationMs: number;
}
