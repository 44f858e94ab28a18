/** Owns the audit of the archive: every stored byte against its hash, every source that still exists against both. */
import { statSync } from "node:fs";

import type { ArchiveFinding, FindingKind } from "../archive/archive-types.ts";
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { isExcludedEntry } from "./exclusions.ts";

export interface ArchiveAudit {
  readonly entries: readonly ArchiveEntry[];
  readonly findings: readonly AuditFinding[];
  /** Entries whose source is ahead of the archive or no longer what it was. */
  readonly unlikeSource: ReadonlySet<string>;
  /** Bytes of whole lines in sources that are not archived yet. */
  readonly behindBytes: number;
  /** Sources that were rewritten since. */
  readonly rewritten: number;
}

/** Mending these changes what lines the archive gives, so the index is made again. */
const CHANGES_LINES: ReadonlySet<FindingKind> = new Set([
  "torn-member",
  "short-file",
  "missing-file",
  "missing-sidecar",
  "damaged-sidecar",
  "damaged-member",
  "unfinished-rewrite",
  "forgotten-present",
]);

/** Mending these is done by taking the source in again. */
const NEEDS_CAPTURE: ReadonlySet<FindingKind> = new Set([
  "short-file",
  "missing-file",
  "missing-sidecar",
  "damaged-sidecar",
  "damaged-member",
  "content-mismatch",
  "source-rewritten",
  "source-behind",
]);

/** `onEntry` is called with the archived text bytes of each entry once it is checked. */
export function auditArchive(engine: Engine, onEntry: (textBytes: number) => void): ArchiveAudit {
  const entries: ArchiveEntry[] = [];
  const found: ArchiveFinding[] = [];
  for (const entryId of engine.archive.entryIds()) {
    const entry = engine.archive.entry(entryId);
    if (entry !== undefined) entries.push(entry);
    // Permissions are checked for the whole store at once; the source of an excluded session is not followed.
    const isExcluded = entry !== undefined && isExcludedEntry(engine.excluded, entry);
    const ignored = isExcluded
      ? ["permissions", "source-behind", "source-rewritten"]
      : ["permissions"];
    found.push(...engine.archive.verify(entryId).filter(({ kind }) => !ignored.includes(kind)));
    onEntry(entry === undefined ? 0 : textBytesOf(entry));
  }
  const ofSource = found.filter(
    ({ kind }) => kind === "source-behind" || kind === "source-rewritten",
  );
  return {
    entries,
    findings: found
      .filter((finding) => !isBeingWritten(engine, finding))
      .map((finding) => toAuditFinding(engine, finding)),
    unlikeSource: new Set(ofSource.map(({ entry }) => entry)),
    behindBytes: ofSource.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    rewritten: ofSource.filter(({ kind }) => kind === "source-rewritten").length,
  };
}

/** An agent at work is ahead of the archive until its turn ends: said with the bytes, and no finding before this long. */
const LIVE_MS = 10 * 60_000;

function isBeingWritten(engine: Engine, { kind, entry }: ArchiveFinding): boolean {
  if (kind !== "source-behind") return false;
  const path = engine.archive.entry(entry)?.path;
  const stats = path == null ? undefined : statSync(path, { throwIfNoEntry: false });
  // The file's own clock: what counts as now for questions about the past plays no part.
  return stats !== undefined && Date.now() - stats.mtimeMs < LIVE_MS;
}

function toAuditFinding(engine: Engine, found: ArchiveFinding): AuditFinding {
  return {
    kind: found.kind,
    entry: found.entry,
    detail: found.epoch === 1 ? found.detail : `epoch ${found.epoch}: ${found.detail}`,
    repair: found.repair,
    mend: () => engine.archive.repair(found),
    needsRebuild: CHANGES_LINES.has(found.kind),
    needsCapture: NEEDS_CAPTURE.has(found.kind),
  };
}

export function textBytesOf(entry: ArchiveEntry): number {
  return entry.epochs.reduce((sum, epoch) => sum + epoch.textBytes, 0);
}
