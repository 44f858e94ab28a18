/** Owns the audit: the chain source bytes -> archive -> lines -> turns -> index rows, added up and compared link by link. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import type { IndexCounts } from "../search-index/count-rows.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import { auditEntry } from "./audit-entry.ts";
import { auditFiles } from "./audit-files.ts";
import type { AuditFinding, AuditLink, AuditProgress } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { READ_KINDS } from "./index-entry.ts";

export interface AuditResult {
  /** `clean` or `<n> findings`. */
  readonly verdict: string;
  readonly findings: readonly AuditFinding[];
  readonly links: readonly AuditLink[];
  /** Lines that became no turn, by reason; unknown record types by name. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly counts: AuditCounts;
}

export interface AuditCounts {
  readonly entries: number;
  readonly sourceBytes: number;
  readonly storedBytes: number;
  readonly lines: number;
  readonly turns: number;
  readonly sessions: number;
  readonly withheldBytes: number;
  readonly forgottenLines: number;
  readonly prunedLines: number;
  readonly damagedLines: number;
  readonly excludedSessions: number;
  readonly vanishedSources: number;
  readonly rowsPerLine: number;
  /** Turns of the busiest day over the median day. */
  readonly largestDay: number;
}

const REBUILD = { repair: "build the index again from the archive", needsRebuild: true } as const;

/** Reads every archived byte and every row. Changes nothing. */
export function auditStore(engine: Engine, progress?: AuditProgress): AuditResult {
  const findings: AuditFinding[] = [];
  const entries = new Map<string, ArchiveEntry>();
  for (const entryId of engine.archive.entryIds()) {
    const entry = engine.archive.entry(entryId);
    if (entry !== undefined) entries.set(entryId, entry);
    for (const found of engine.archive.verify(entryId)) {
      findings.push({ kind: found.kind, entry: found.entry, detail: found.detail, repair: found.repair, mend: () => engine.archive.repair(found) });
    }
  }
  const all = [...entries.values()];
  const { index, problem } = openForAudit(engine);
  if (problem !== undefined) findings.push(problem);
  const rows = index === undefined ? undefined : auditRows(engine, index, all, progress);
  findings.push(...(rows?.findings ?? []), ...auditFiles(engine));
  const counts = index === undefined ? undefined : index.counts();
  if (counts !== undefined) findings.push(...auditBooks(counts, entries));
  return {
    verdict: findings.length === 0 ? "clean" : `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`,
    findings,
    links: linksOf(all, rows, counts),
    ...sumSkipped(counts),
    counts: sumCounts(engine, all, counts),
  };
}

/** A damaged index is a finding, not the end of the audit. */
function openForAudit(engine: Engine): { readonly index?: SearchIndex; readonly problem?: AuditFinding } {
  try {
    const index = engine.index("read");
    return index === undefined ? {} : { index };
  } catch (error) {
    if (!(error instanceof VarveError) || error.code !== "corrupt") throw error;
    return { problem: { kind: "index-damaged", entry: null, detail: error.message, ...REBUILD } };
  }
}

interface RowAudit {
  readonly derived: number;
  readonly matched: number;
  readonly extra: number;
  readonly findings: readonly AuditFinding[];
}

function auditRows(engine: Engine, index: SearchIndex, entries: readonly ArchiveEntry[], progress?: AuditProgress): RowAudit {
  const findings: AuditFinding[] = [];
  const read = entries.filter((entry) => READ_KINDS.has(entry.kind));
  const archived = read.flatMap((entry) => entry.epochs.map(({ epoch, lines }) => ({ entryId: entry.id, epoch, lines })));
  for (const found of index.verify(archived)) {
    findings.push({ kind: found.id, entry: null, detail: `${found.detail} (${found.count})`, ...REBUILD });
  }
  let derived = 0;
  let matched = 0;
  let extra = 0;
  const sizeOf = (entry: ArchiveEntry): number => entry.epochs.reduce((sum, epoch) => sum + epoch.textBytes, 0);
  progress?.start(read.reduce((sum, entry) => sum + sizeOf(entry), 0), read.length);
  for (const entry of read) {
    try {
      const audited = auditEntry(engine, index, entry);
      derived += audited.derived;
      matched += audited.matched;
      extra += audited.extra;
      findings.push(...audited.findings);
    } catch (error) {
      // A damaged member is named by the archive's own check already; its rows cannot be compared.
      if (!(error instanceof VarveError) || error.code !== "corrupt") throw error;
    }
    progress?.advance(sizeOf(entry));
  }
  return { derived, matched, extra, findings };
}

/** The equation, entry by entry: lines = records + skipped by reason; and no rows of anything the archive does not hold. */
function auditBooks(counts: IndexCounts, entries: ReadonlyMap<string, ArchiveEntry>): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  for (const epoch of counts.epochs) {
    const held = entries.get(epoch.entryId)?.epochs.find((each) => each.epoch === epoch.epoch);
    if (held === undefined) {
      findings.push({ kind: "foreign-source", entry: epoch.entryId, detail: `${epoch.turns} rows of a source that the archive does not hold`, ...REBUILD });
      continue;
    }
    const skipped = epoch.skipped.reduce((sum, skip) => sum + skip.lines, 0);
    if (epoch.lines !== epoch.recordLines + skipped) {
      findings.push({ kind: "lines-unaccounted", entry: epoch.entryId, detail: `${epoch.lines} lines, ${epoch.recordLines} records and ${skipped} skipped`, ...REBUILD });
    }
  }
  const { lines, turns } = growthOf(counts);
  if (isGrowthAnomaly(turns, lines)) {
    findings.push({ kind: "growth-anomaly", entry: null, detail: `${turns} rows for ${lines} source lines`, ...REBUILD });
  }
  return findings;
}

/** A host writes a line per record: more rows than lines means that something was indexed twice. */
const MAX_ROWS_PER_LINE = 1.05;

export function isGrowthAnomaly(rows: number, lines: number): boolean {
  return rows > lines * MAX_ROWS_PER_LINE + 20;
}

function growthOf(counts: IndexCounts): { readonly lines: number; readonly turns: number } {
  return { lines: counts.epochs.reduce((sum, epoch) => sum + epoch.lines, 0), turns: counts.totals.turns };
}

function linksOf(entries: readonly ArchiveEntry[], rows: RowAudit | undefined, counts: IndexCounts | undefined): readonly AuditLink[] {
  const sum = (pick: (epoch: ArchiveEntry["epochs"][number]) => number, kinds?: ReadonlySet<string>): number =>
    entries.filter((entry) => kinds === undefined || kinds.has(entry.kind)).reduce((total, entry) => total + entry.epochs.reduce((part, epoch) => part + pick(epoch), 0), 0);
  const link = (name: string, expected: number, found: number): AuditLink => ({
    link: name,
    expected,
    found,
    missing: Math.max(0, expected - found),
    extra: Math.max(0, found - expected),
  });
  const links = [link("source bytes→archive", sum((epoch) => epoch.sourceBytes), sum((epoch) => epoch.textBytes + missingBytes(epoch)))];
  if (counts === undefined || rows === undefined) return links;
  const skipped = counts.epochs.reduce((total, epoch) => total + epoch.skipped.reduce((part, skip) => part + skip.lines, 0), 0);
  const records = counts.epochs.reduce((total, epoch) => total + epoch.recordLines, 0);
  return [
    ...links,
    link("lines→records+skipped", sum((epoch) => epoch.lines, READ_KINDS), records + skipped),
    { ...link("turns→rows", rows.derived, rows.matched), extra: rows.extra },
    link("rows→full text", counts.totals.eligible, counts.totals.fullTextRows),
  ];
}

/** What a placeholder is shorter than the line it stands for. */
function missingBytes(epoch: ArchiveEntry["epochs"][number]): number {
  const removed = epoch.forgotten.lines + epoch.pruned.lines + epoch.damaged.lines;
  return removed === 0 ? 0 : epoch.sourceBytes - epoch.textBytes;
}

function sumSkipped(counts: IndexCounts | undefined): Pick<AuditResult, "skipped" | "unknownTypes"> {
  const skipped: Record<string, number> = {};
  const unknownTypes: Record<string, number> = {};
  for (const epoch of counts?.epochs ?? []) {
    for (const skip of epoch.skipped) {
      skipped[skip.reason] = (skipped[skip.reason] ?? 0) + skip.count;
      if (skip.reason === "unknown-type" && skip.detail !== "") unknownTypes[skip.detail] = (unknownTypes[skip.detail] ?? 0) + skip.count;
    }
  }
  return { skipped, unknownTypes };
}

function sumCounts(engine: Engine, entries: readonly ArchiveEntry[], counts: IndexCounts | undefined): AuditCounts {
  const sum = (pick: (epoch: ArchiveEntry["epochs"][number]) => number): number =>
    entries.reduce((total, entry) => total + entry.epochs.reduce((part, epoch) => part + pick(epoch), 0), 0);
  const days = (counts?.perDay ?? []).map((day) => day.turns).sort((a, b) => a - b);
  const median = days[Math.floor(days.length / 2)] ?? 0;
  const { lines, turns } = counts === undefined ? { lines: 0, turns: 0 } : growthOf(counts);
  return {
    entries: entries.length,
    sourceBytes: sum((epoch) => epoch.sourceBytes),
    storedBytes: sum((epoch) => epoch.storedBytes),
    lines: sum((epoch) => epoch.lines),
    turns,
    sessions: counts?.totals.sessions ?? 0,
    withheldBytes: sum((epoch) => epoch.withheldBytes),
    forgottenLines: sum((epoch) => epoch.forgotten.lines),
    prunedLines: sum((epoch) => epoch.pruned.lines),
    damagedLines: sum((epoch) => epoch.damaged.lines),
    excludedSessions: engine.excluded.size,
    vanishedSources: engine.archive.vanished().length,
    rowsPerLine: lines === 0 ? 0 : Math.round((turns / lines) * 100) / 100,
    largestDay: median === 0 ? 0 : Math.round(((days.at(-1) ?? 0) / median) * 10) / 10,
  };
}
