/** Owns the audit of the index: against itself, against the archive's lines, and for rows of nothing that is archived. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import type { IndexCounts, IndexFinding, SearchIndex } from "../search-index/search-index.ts";
import { textBytesOf } from "./audit-archive.ts";
import { auditEntry } from "./audit-entry.ts";
import { BY_REBUILD, type AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { isExcludedEntry } from "./exclusions.ts";
import { findDrift } from "./find-drift.ts";
import { READ_KINDS } from "./index-entry.ts";

export interface IndexAudit {
  readonly generation: string;
  /** Entries whose lines give turns. */
  readonly read: readonly ArchiveEntry[];
  readonly counts: IndexCounts;
  readonly derived: number;
  readonly held: number;
  readonly stale: number;
  readonly extra: number;
  readonly fromTheFuture: number;
  /** Ids of what the index found about itself. */
  readonly own: readonly IndexFinding[];
}

export interface IndexAuditResult {
  /** Undefined when there is no index that can be read. */
  readonly audit: IndexAudit | undefined;
  readonly findings: readonly AuditFinding[];
}

/** Never throws for what the index holds. `onEntry` is called with the text bytes of each entry once it is compared. */
export function auditIndex(
  engine: Engine,
  entries: readonly ArchiveEntry[],
  onEntry: (textBytes: number) => void,
): IndexAuditResult {
  const read = entries.filter(
    (entry) => READ_KINDS.has(entry.kind) && !isExcludedEntry(engine.excluded, entry),
  );
  try {
    const index = engine.index("read");
    if (index === undefined)
      return { audit: undefined, findings: read.length === 0 ? [] : [missingIndex(read)] };
    return auditRows(engine, index, { entries, read, onEntry });
  } catch (error) {
    if (!(error instanceof VarveError) || error.code !== "corrupt") throw error;
    return {
      audit: undefined,
      findings: [{ kind: "index-damaged", entry: null, detail: error.message, ...BY_REBUILD }],
    };
  }
}

function missingIndex(read: readonly ArchiveEntry[]): AuditFinding {
  return {
    kind: "index-missing",
    entry: null,
    detail: `${read.length} archived files and no index of this version's tables, tokens and rules`,
    ...BY_REBUILD,
  };
}

interface RowAuditInput {
  readonly entries: readonly ArchiveEntry[];
  /** Those that give turns. */
  readonly read: readonly ArchiveEntry[];
  readonly onEntry: (textBytes: number) => void;
}

function auditRows(engine: Engine, index: SearchIndex, input: RowAuditInput): IndexAuditResult {
  const { entries, read, onEntry } = input;
  const archived = read
    .filter((entry) => entry.fileId !== null)
    .flatMap((entry) =>
      entry.epochs.map(({ epoch, lines }) => ({ entryId: entry.id, epoch, lines })),
    );
  const own = index.verify(archived);
  const findings: AuditFinding[] = own.map(({ id, detail, count }) => ({
    kind: id,
    entry: null,
    detail: `${detail} (${count})`,
    ...BY_REBUILD,
  }));
  const sums = { derived: 0, held: 0, stale: 0, extra: 0, fromTheFuture: 0 };
  for (const entry of entries) {
    if (READ_KINDS.has(entry.kind)) {
      const audited = tryEntry(engine, index, entry);
      if (audited !== undefined) {
        for (const name of SUMMED) sums[name] += audited[name];
        findings.push(...audited.findings);
      }
    }
    onEntry(textBytesOf(entry));
  }
  const held = new Set(entries.map(({ id }) => id));
  for (const { entryId, rows } of index.rowsByEntry()) {
    if (entryId !== null && held.has(entryId)) continue;
    sums.extra += rows;
    findings.push({
      kind: "foreign-source",
      entry: entryId,
      detail: `${rows} rows of a source that the archive does not hold`,
      ...BY_REBUILD,
    });
  }
  findings.push(...driftFindings(engine, index, findings));
  return {
    audit: { generation: index.generation(), read, counts: index.counts(), ...sums, own },
    findings,
  };
}

const SUMMED = ["derived", "held", "stale", "extra", "fromTheFuture"] as const;

/** Undefined for a damaged entry: the archive's own check names it, and its rows cannot be compared. */
function tryEntry(
  engine: Engine,
  index: SearchIndex,
  entry: ArchiveEntry,
): ReturnType<typeof auditEntry> | undefined {
  try {
    return auditEntry(engine, index, entry);
  } catch (error) {
    if (error instanceof VarveError && error.code === "corrupt" && !isReadable(engine, entry))
      return undefined;
    throw error;
  }
}

/** Tells a damaged archive from a damaged index: both are `corrupt`. */
function isReadable(engine: Engine, entry: ArchiveEntry): boolean {
  try {
    for (const { epoch } of entry.epochs)
      engine.archive.readLines(entry.id, epoch, 1, () => undefined);
    return true;
  } catch {
    return false;
  }
}

/** What a sync would warn about, unless a finding of that kind says it already. */
function driftFindings(
  engine: Engine,
  index: SearchIndex,
  found: readonly AuditFinding[],
): readonly AuditFinding[] {
  const kinds = new Set(found.map(({ kind }) => kind));
  return findDrift(engine, index)
    .filter(({ kind }) => !kinds.has(kind))
    .map(({ kind, message }) => ({ kind, entry: null, detail: message, ...BY_REBUILD }));
}
