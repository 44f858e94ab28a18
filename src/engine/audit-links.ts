/** Owns adding up an audit: the chain link by link, lines by reason, sizes. */
import type { ArchiveEntry, ArchiveEpoch } from "../archive/archive-types.ts";
import type { IndexCounts } from "../search-index/search-index.ts";
import type { ArchiveAudit } from "./audit-archive.ts";
import type { IndexAudit } from "./audit-index.ts";
import type { Pending } from "./audit-pending.ts";
import type { AuditLink } from "./audit-types.ts";
import type { Engine } from "./engine.ts";

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
  /** Behind the last newline of sources: not archived until the host ends the line. */
  readonly pendingBytes: number;
  readonly pendingFiles: number;
  /** Turns that the host dated more than a day ahead of this machine's clock; kept as they are. */
  readonly turnsFromTheFuture: number;
  readonly rowsPerLine: number;
  /** Turns of the busiest day over the median day. */
  readonly largestDay: number;
  readonly textBytes: number;
  readonly indexBytes: number;
}

function sumEpochs(
  entries: readonly ArchiveEntry[],
  pick: (epoch: ArchiveEpoch) => number,
): number {
  let total = 0;
  for (const entry of entries) for (const epoch of entry.epochs) total += pick(epoch);
  return total;
}

function makeLink(
  link: string,
  expected: number,
  found: number,
  more: Partial<AuditLink> = {},
): AuditLink {
  return {
    link,
    expected,
    found,
    missing: Math.max(0, expected - found),
    extra: Math.max(0, found - expected),
    dup: 0,
    stale: 0,
    ...more,
  };
}

/** What a placeholder is shorter than the line it stands for. */
function removedBytes(epoch: ArchiveEpoch): number {
  const removed = epoch.forgotten.lines + epoch.pruned.lines + epoch.damaged.lines;
  return removed === 0 ? 0 : epoch.sourceBytes - epoch.textBytes;
}

export function linksOf(
  archive: ArchiveAudit,
  index: IndexAudit | undefined,
): readonly AuditLink[] {
  const { entries } = archive;
  const archived = makeLink(
    "source bytes→archive",
    sumEpochs(entries, (epoch) => epoch.sourceBytes) + archive.behindBytes,
    sumEpochs(entries, (epoch) => epoch.textBytes + removedBytes(epoch)),
    { stale: archive.rewritten },
  );
  if (index === undefined) return [archived];
  const { counts, own } = index;
  const countOf = (...ids: readonly string[]): number =>
    own.filter(({ id }) => ids.includes(id)).reduce((sum, { count }) => sum + count, 0);
  const skipped = counts.epochs.reduce(
    (total, epoch) => total + epoch.skipped.reduce((part, skip) => part + skip.lines, 0),
    0,
  );
  const records = counts.epochs.reduce((total, epoch) => total + epoch.recordLines, 0);
  const { turns, fullTextRows } = counts.totals;
  return [
    archived,
    makeLink(
      "lines→records+skipped",
      sumEpochs(index.read, (epoch) => epoch.lines),
      records + skipped,
    ),
    makeLink("turns→rows", index.derived, index.held, {
      extra: index.extra,
      dup: countOf("duplicate-record"),
      stale: index.stale,
    }),
    makeLink("rows→full text", turns, fullTextRows, {
      missing: Math.max(turns - fullTextRows, countOf("full-text-missing")),
      extra: Math.max(fullTextRows - turns, countOf("full-text-orphan")),
      stale: countOf("full-text-tokens"),
    }),
  ];
}

export interface SkippedSums {
  readonly skipped: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export function sumSkipped(counts: IndexCounts | undefined): SkippedSums {
  const skipped: Record<string, number> = {};
  const unknownTypes: Record<string, number> = {};
  for (const epoch of counts?.epochs ?? []) {
    for (const skip of epoch.skipped) {
      skipped[skip.reason] = (skipped[skip.reason] ?? 0) + skip.count;
      if (skip.reason === "unknown-type" && skip.detail !== "")
        unknownTypes[skip.detail] = (unknownTypes[skip.detail] ?? 0) + skip.count;
    }
  }
  return { skipped, unknownTypes };
}

const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;

export interface CountParts {
  readonly entries: readonly ArchiveEntry[];
  readonly index: IndexAudit | undefined;
  readonly pending: Pending;
  readonly indexBytes: number;
}

export function sumCounts(engine: Engine, parts: CountParts): AuditCounts {
  const { entries, index, pending } = parts;
  const counts = index?.counts;
  const days = (counts?.perDay ?? []).map((day) => day.turns).sort((a, b) => a - b);
  const median = days[Math.floor(days.length / 2)] ?? 0;
  const turns = counts?.totals.turns ?? 0;
  const indexedLines = (counts?.epochs ?? []).reduce((sum, epoch) => sum + epoch.lines, 0);
  return {
    entries: entries.length,
    sourceBytes: sumEpochs(entries, (epoch) => epoch.sourceBytes),
    storedBytes: sumEpochs(entries, (epoch) => epoch.storedBytes),
    lines: sumEpochs(entries, (epoch) => epoch.lines),
    turns,
    sessions: counts?.totals.sessions ?? 0,
    withheldBytes: sumEpochs(entries, (epoch) => epoch.withheldBytes),
    forgottenLines: sumEpochs(entries, (epoch) => epoch.forgotten.lines),
    prunedLines: sumEpochs(entries, (epoch) => epoch.pruned.lines),
    damagedLines: sumEpochs(entries, (epoch) => epoch.damaged.lines),
    excludedSessions: engine.excluded.size,
    vanishedSources: engine.archive.vanished().length,
    pendingBytes: pending.bytes,
    pendingFiles: pending.files,
    turnsFromTheFuture: index?.fromTheFuture ?? 0,
    rowsPerLine: indexedLines === 0 ? 0 : round(turns / indexedLines, 2),
    largestDay: median === 0 ? 0 : round((days.at(-1) ?? 0) / median, 1),
    textBytes: counts?.totals.textBytes ?? 0,
    indexBytes: parts.indexBytes,
  };
}
