/** Owns what a sync counts and how two counts add up. */
import type { Redactor } from "../core/redactor.ts";
import type { SkipReason } from "../core/source-file.ts";
import type { ApplyResult, IndexBatch } from "../search-index/index-batch.ts";
import { DRIFT_FIX, type Drift } from "./find-drift.ts";

export interface SyncWarning {
  readonly path: string;
  readonly message: string;
}

export interface SyncReport {
  /** Files looked at. */
  files: number;
  /** Files that brought something new into the archive. */
  changedFiles: number;
  /** Sessions that got a turn, helpers apart. */
  sessions: Set<string>;
  turns: number;
  /** Bytes of sources taken into the archive now. */
  bytes: number;
  withheldBytes: number;
  /** Lines (or files, for whole-file reasons) that became no turn, by reason. */
  skipped: Map<SkipReason, number>;
  /** Names of unknown record types with how often each came. */
  unknownTypes: Map<string, number>;
  secrets: Readonly<Record<string, number>>;
  warnings: SyncWarning[];
  /** Files that could not be taken in; a warning names each. The next run tries again. */
  failedFiles: number;
  /** What is odd about the number of rows in the index after the run. */
  drift: readonly Drift[];
  /** True when a time budget ended the run before all was taken in. */
  stoppedEarly: boolean;
}

export function emptySyncReport(): SyncReport {
  return {
    files: 0,
    changedFiles: 0,
    sessions: new Set(),
    turns: 0,
    bytes: 0,
    withheldBytes: 0,
    skipped: new Map(),
    unknownTypes: new Map(),
    secrets: {},
    warnings: [],
    failedFiles: 0,
    drift: [],
    stoppedEarly: false,
  };
}

export function addCount<K>(counts: Map<K, number>, key: K, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/** Adds what became of one batch, once it is in the index. */
export function countBatch(report: SyncReport, result: ApplyResult, batch: IndexBatch): void {
  report.turns += result.turns;
  for (const turn of batch.turns) if (!turn.sidechain) report.sessions.add(turn.session);
  for (const skip of batch.skipped) {
    addCount(report.skipped, skip.reason);
    if (skip.reason === "unknown-type" && skip.detail !== undefined)
      addCount(report.unknownTypes, skip.detail);
  }
}

/** Everything a person should hear of after the run. */
export function listWarnings(report: SyncReport): readonly SyncWarning[] {
  return [
    ...report.warnings,
    ...report.drift.map(({ message }) => ({
      path: "index",
      message: `${message}; run ${DRIFT_FIX}`,
    })),
  ];
}

/** One bad file is named and passed over. */
export function noteFailedFile(
  report: SyncReport,
  redactor: Redactor,
  path: string,
  error: unknown,
): void {
  const message = error instanceof Error ? error.message : String(error);
  report.failedFiles += 1;
  report.warnings.push({ path: redactor.redact(path), message: redactor.redact(message) });
}
