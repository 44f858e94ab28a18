/** Owns the audit: the chain source bytes -> archive -> lines -> turns -> index rows, added up and compared link by link. */
import { TOKENISER_VERSION } from "../core/tokenise/index-text.ts";
import { auditArchive, textBytesOf } from "./audit-archive.ts";
import { auditFiles, folderBytes } from "./audit-files.ts";
import { auditIndex, type IndexAudit } from "./audit-index.ts";
import { linksOf, sumCounts, sumSkipped, type AuditCounts } from "./audit-links.ts";
import { measurePending } from "./audit-pending.ts";
import type { AuditFinding, AuditLink, AuditProgress } from "./audit-types.ts";
import { requireReadable } from "./store.ts";
import type { Engine } from "./engine.ts";

export interface AuditResult {
  /** `clean` or `<n> findings`. */
  readonly verdict: string;
  readonly findings: readonly AuditFinding[];
  readonly links: readonly AuditLink[];
  /** Lines that became no turn, by reason; unknown record types by name. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly counts: AuditCounts;
  readonly index: IndexHealth;
}

/** What the index says of itself; null where there is no index that can be read. */
export interface IndexHealth {
  readonly generation: string | null;
  readonly tokeniser: number;
  readonly sqlite: boolean | null;
  readonly foreignKeys: boolean | null;
  readonly fullText: boolean | null;
}

/**
 * Reads every archived byte, every source that still exists, and every row; one page of rows and one member at a time.
 * Changes nothing. Throws `store-newer` for a store that this version does not understand.
 */
export function auditStore(engine: Engine, progress?: AuditProgress): AuditResult {
  requireReadable(engine.store);
  const onEntry = (bytes: number): void => progress?.advance(bytes);
  startProgress(engine, progress);
  const archive = auditArchive(engine, onEntry);
  const { audit, findings: ofIndex } = auditIndex(engine, archive.entries, onEntry);
  const findings = [...archive.findings, ...ofIndex, ...auditFiles(engine)];
  const pending = measurePending(archive.entries, archive.unlikeSource);
  return {
    verdict:
      findings.length === 0
        ? "clean"
        : `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`,
    findings,
    links: linksOf(archive, audit),
    ...sumSkipped(audit?.counts),
    counts: sumCounts(engine, {
      entries: archive.entries,
      index: audit,
      pending,
      indexBytes: indexBytes(engine, audit),
    }),
    index: healthOf(audit),
  };
}

/** Every archived byte is read twice: for its hash, and for the turns it gives. */
function startProgress(engine: Engine, progress: AuditProgress | undefined): void {
  if (progress === undefined) return;
  let bytes = 0;
  let entries = 0;
  for (const entry of engine.archive.entries()) {
    bytes += 2 * textBytesOf(entry);
    entries += 1;
  }
  progress.start(bytes, entries);
}

/** Of the generation in use: those of other versions are removed by age. */
function indexBytes(engine: Engine, audit: IndexAudit | undefined): number {
  return folderBytes(engine.store.paths.index, audit === undefined ? "" : `${audit.generation}.db`);
}

function healthOf(audit: IndexAudit | undefined): IndexHealth {
  const without = (...ids: readonly string[]): boolean | null =>
    audit === undefined ? null : !audit.own.some(({ id }) => ids.includes(id));
  return {
    generation: audit?.generation ?? null,
    tokeniser: TOKENISER_VERSION,
    sqlite: without("integrity"),
    foreignKeys: without("foreign-keys"),
    fullText: without(
      "full-text-damaged",
      "full-text-missing",
      "full-text-orphan",
      "full-text-tokens",
    ),
  };
}
