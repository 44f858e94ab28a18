/** Owns holding one entry's rows in the index against what its archived lines give now. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { IndexBatch } from "../search-index/index-batch.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { indexEntry } from "./index-entry.ts";

export interface EntryAudit {
  /** Turns that the archived lines give. */
  readonly derived: number;
  /** Of those, turns whose row is there and alike. */
  readonly matched: number;
  /** Rows whose place lies in this entry and that no line gives. */
  readonly extra: number;
  readonly findings: readonly AuditFinding[];
}

const SHOWN_PER_KIND = 3;
const REBUILD = "build the index again from the archive";

/** Reads the entry's lines again with today's readers and rules, and compares turn by turn. */
export function auditEntry(engine: Engine, index: SearchIndex, entry: ArchiveEntry): EntryAudit {
  const differences = new Map<string, { count: number; places: string[] }>();
  const note = (kind: string, place: string): void => {
    const known = differences.get(kind) ?? { count: 0, places: [] };
    known.count += 1;
    if (known.places.length < SHOWN_PER_KIND) known.places.push(place);
    differences.set(kind, known);
  };
  let derived = 0;
  let matched = 0;
  const ownRows = new Set<number>();
  const compare = (batch: IndexBatch): void => {
    for (const turn of batch.turns) {
      derived += 1;
      const row = index.storedTurn({ entryId: entry.id, epoch: batch.epoch, turn });
      const place = `epoch ${batch.epoch} line ${turn.line}`;
      if (row === undefined) note("row-missing", place);
      else {
        if (row.archiveEntryId === entry.id) ownRows.add(row.id);
        if (row.text !== turn.text || !row.sameClass) note("row-text-differs", place);
        else if (row.time !== turn.time) note("row-time-differs", place);
        else matched += 1;
      }
    }
  };
  // No position: every line is read, whatever the index has seen.
  indexEntry(engine, entry, { index: { position: () => undefined }, onBatch: compare });
  const rows = index.rowsOfEntry(entry.id);
  const extra = rows - ownRows.size;
  if (extra > 0) note("row-extra", `${extra} rows more than its lines give`);
  const findings = [...differences].map(([kind, { count, places }]) => ({
    kind,
    entry: entry.id,
    detail: `${count} of ${Math.max(derived, rows)} rows: ${places.join(", ")}`,
    repair: REBUILD,
    needsRebuild: true,
  }));
  return { derived, matched, extra: Math.max(0, extra), findings };
}
