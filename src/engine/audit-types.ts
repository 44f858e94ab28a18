/** Owns what an audit finds, whatever it looked at. */
import type { AuditKind } from "./finding-kinds.ts";

/** One thing that is not as it should be. */
export interface AuditFinding {
  readonly kind: AuditKind;
  /** Archive entry, file or table it is about; null for the whole store. */
  readonly entry: string | null;
  readonly detail: string;
  /** What `audit --repair` does about it; empty when only a person can. */
  readonly repair: string;
  /** Mends it; absent for findings that a rebuild of the index mends, and for those only a person can. */
  readonly mend?: () => string;
  /** True when a rebuild of the index mends it, or must follow the mending. */
  readonly needsRebuild?: boolean;
  /** True when the source is to be read again after the mending, though its size and time did not change. */
  readonly needsCapture?: boolean;
}

/** One link of the chain from source bytes to index rows. */
export interface AuditLink {
  readonly link: string;
  readonly expected: number;
  readonly found: number;
  readonly missing: number;
  readonly extra: number;
  /** Records that stand twice. */
  readonly dup: number;
  /** There, but not what the link before gives now. */
  readonly stale: number;
}

export interface AuditProgress {
  start(totalBytes: number, entries: number): void;
  advance(bytes: number): void;
}

/** What mends everything that is wrong with the index alone. */
export const BY_REBUILD = {
  repair: "build the index again from the archive",
  needsRebuild: true,
} as const;
