/** Owns what an audit finds, whatever it looked at. */

/** One thing that is not as it should be. */
export interface AuditFinding {
  /** Such as `row-missing`; docs/durability.md lists them. */
  readonly kind: string;
  /** Archive entry, file or table it is about; null for the whole store. */
  readonly entry: string | null;
  readonly detail: string;
  /** What `audit --repair` does about it; empty when only a person can. */
  readonly repair: string;
  /** Mends it; absent for findings that a rebuild of the index mends, and for those only a person can. */
  readonly mend?: () => string;
  /** True when a rebuild of the index mends it. */
  readonly needsRebuild?: boolean;
}

/** One link of the chain from source bytes to index rows. */
export interface AuditLink {
  readonly link: string;
  readonly expected: number;
  readonly found: number;
  readonly missing: number;
  readonly extra: number;
}

export interface AuditProgress {
  start(totalBytes: number, entries: number): void;
  advance(bytes: number): void;
}
