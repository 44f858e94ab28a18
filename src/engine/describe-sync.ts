/** Owns the answer of import and sync: documented in docs/json-output.md, so fields are added and never changed. */
import { listWarnings, type SyncReport, type SyncWarning } from "./sync-report.ts";

export interface ImportAnswer {
  /** Files looked at. */
  readonly sources: number;
  /** Sessions that got a turn. */
  readonly sessions: number;
  readonly turns: number;
  /** Bytes of transcripts taken into the archive now. */
  readonly bytes: number;
  /** Lines (of whole files for some reasons) that became no turn, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** What could not be taken in, and why. */
  readonly warnings: readonly SyncWarning[];
  readonly durationMs: number;
  /** Files that brought something new. */
  readonly changedFiles: number;
  /** Bytes blanked because a person marked them private. */
  readonly withheldBytes: number;
  /** Record types that this version does not know, by how often each came. */
  readonly unknownTypes: Readonly<Record<string, number>>;
  /** Secrets replaced by marks, by kind. */
  readonly redacted: Readonly<Record<string, number>>;
  /** Files that could not be taken in; the next run tries again. */
  readonly failedFiles: number;
  readonly stoppedEarly: boolean;
}

export function describeSync(report: SyncReport, durationMs: number): ImportAnswer {
  return {
    sources: report.files,
    sessions: report.sessions.size,
    turns: report.turns,
    bytes: report.bytes,
    skipped: Object.fromEntries([...report.skipped].sort(([a], [b]) => (a < b ? -1 : 1))),
    warnings: listWarnings(report),
    durationMs: Math.round(durationMs),
    changedFiles: report.changedFiles,
    withheldBytes: report.withheldBytes,
    unknownTypes: Object.fromEntries(report.unknownTypes),
    redacted: report.secrets,
    failedFiles: report.failedFiles,
    stoppedEarly: report.stoppedEarly,
  };
}
