/** Owns what a lane of logs hands over: hits in its order, and how far it came. */
import type { LogHit } from "./logs-answer.ts";
import type { Mark } from "./logs-cursor.ts";

export interface FoundLog {
  readonly hit: LogHit;
  /** The next page goes on behind it. */
  readonly mark: Mark;
}

export interface LaneResult {
  /** One more than the limit when there are more. */
  readonly found: readonly FoundLog[];
  /** Where the look stopped because its time was over; undefined when it went to the end or found enough. */
  readonly stoppedAt: Mark | undefined;
  /** Time down to which everything was looked at, where it stopped. */
  readonly lookedBackTo: string | null;
  /** Hits on all pages, where the lane knows; else those up to here. */
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly outsideScope: number;
  readonly passive: readonly string[];
  /** What was passed over, and why. */
  readonly skipped: readonly { readonly lane: string; readonly reason: string }[];
}

export const NO_RESULT: LaneResult = {
  found: [],
  stoppedAt: undefined,
  lookedBackTo: null,
  total: 0,
  totalIsExact: true,
  outsideScope: 0,
  passive: [],
  skipped: [],
};
