/**
 * Owns one run over the hosts' files: what changed is archived first and indexed after, file by file, so that a kill
 * at any moment leaves whole steps and the next run finishes.
 */
import { VarveError } from "../core/errors.ts";
import type { SourceFile } from "../core/source-file.ts";
import type { SourceId } from "../core/turn.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { KnownSource } from "../search-index/source-cache.ts";
import { formatOf } from "../transcripts/formats.ts";
import { createBatchQueue, type BatchQueue } from "./batch-queue.ts";
import { captureFile } from "./capture-file.ts";
import { wantCompaction } from "./compact-index.ts";
import { discoverSources } from "./discover-sources.ts";
import { captureOnly, openForSync } from "./capture-only.ts";
import type { Engine } from "./engine.ts";
import { applyRules, excludeMarked, removeSessions } from "./exclude-session.ts";
import { hideLearned } from "./hide-learned.ts";
import { indexEntry } from "./index-entry.ts";
import { findDrift } from "./find-drift.ts";
import { noteVanished } from "./note-vanished.ts";
import { catchUpIndex } from "./fill-index.ts";
import {
  addCount,
  countBatch,
  emptySyncReport,
  noteFailedFile,
  type SyncReport,
} from "./sync-report.ts";
import { nameApart } from "./name-apart.ts";
import { clearUnfinished, isUnfinished, markUnfinished } from "./unfinished-mark.ts";

export interface SyncProgress {
  /** Bytes of changed files to take in, once known. */
  start(totalBytes: number, files: number): void;
  advance(bytes: number): void;
}

export interface SyncOptions {
  /** Only these files; by default everything below the configured roots. */
  readonly files?: readonly SourceFile[];
  /** Only this agent's files. */
  readonly source?: SourceId;
  readonly progress?: SyncProgress;
  /**
   * False where no person started the run: archived sessions that a rule of the settings now leaves out get no new
   * bytes, but what is archived is taken out only by a run that a person started. A typo must not destroy anything.
   */
  readonly purgesByRule?: boolean;
  /** Stop before the next file once this many milliseconds are over. */
  readonly budgetMs?: number;
  /** An answer waits for the run over `files`: whatever looks at more than them is left to the next whole run. */
  readonly isForRead?: boolean;
}

/** Sessions go before what belongs to them, so that a helper finds its parent's project. */
const KIND_ORDER: Readonly<Record<SourceFile["kind"], number>> = {
  session: 0,
  subagent: 1,
  "tool-result": 2,
  meta: 3,
  history: 4,
};

/** From here on a run is an import, whose files share their fsyncs; a live turn is made durable by itself. */
const BULK_FILES = 16;

interface Run {
  readonly engine: Engine;
  readonly index: SearchIndex;
  readonly queue: BatchQueue;
  readonly report: SyncReport;
  readonly purgesByRule: boolean;
  /** Archived sessions that a rule leaves out now and that nobody has taken out yet: nothing more of them is taken in. */
  readonly held: ReadonlySet<string>;
}

/**
 * Takes in every changed file of the configured hosts, or only `options.files`. One bad file is a warning, not the
 * end; a full disk or a store that may not be written ends the run with a VarveError. Bytes need no index: where it is
 * a newer varve's they are archived with a warning, where it is damaged they are archived before `corrupt` is thrown.
 */
export function syncSources(engine: Engine, options: SyncOptions = {}): SyncReport {
  const report = emptySyncReport();
  const files =
    options.files === undefined
      ? discoverAll(engine, report, options.source)
      : nameApart(engine, options.files);
  report.files = files.length;
  const keyed = files.map((file) => ({ file, pathKey: engine.store.keyedHash(file.path) }));
  const { opened, problem } = openForSync(
    engine,
    options.isForRead === true ? keyed.map(({ pathKey }) => pathKey) : undefined,
  );
  if (opened === undefined) return captureOnly(engine, files, report, problem);
  const { index, known } = opened;
  const queue = createBatchQueue(index, {
    onApplied: (result, batch) => countBatch(report, result, batch),
    beforeWrite: () => engine.groupSync.flush(),
  });
  const purgesByRule = options.purgesByRule ?? true;
  if (opened.isEmpty || isUnfinished(engine)) catchUpIndex(engine, queue);
  const late = applyRules(engine, index, { purge: purgesByRule });
  const run: Run = {
    engine,
    index,
    queue,
    report,
    purgesByRule,
    held: purgesByRule ? new Set() : late,
  };
  if (late.size > 0) addCount(report.skipped, "excluded", late.size);
  if (run.held.size > 0)
    report.warnings.push({
      path: "exclude",
      message: `${late.size} archived sessions match an exclusion; \`varve sync --yes\` takes them out`,
    });
  const changed = keyed
    .filter(({ file, pathKey }) => isChanged(file, known.get(pathKey)))
    .sort(
      (a, b) =>
        KIND_ORDER[a.file.kind] - KIND_ORDER[b.file.kind] || a.file.mtimeMs - b.file.mtimeMs,
    );
  options.progress?.start(
    changed.reduce((sum, { file }) => sum + file.sizeBytes, 0),
    changed.length,
  );
  if (changed.length > 0) markUnfinished(engine);
  const deadline = options.budgetMs === undefined ? Infinity : Date.now() + options.budgetMs;
  const isBulk = changed.length >= BULK_FILES;
  if (isBulk) engine.groupSync.begin();
  try {
    for (const { file, pathKey } of changed) {
      if (Date.now() > deadline) {
        report.stoppedEarly = true;
        break;
      }
      syncFile(run, file, pathKey);
      options.progress?.advance(file.sizeBytes);
    }
    queue.flush();
  } finally {
    if (isBulk) engine.groupSync.end();
  }
  hideLearned(engine, index);
  clearUnfinished(engine);
  if (options.files === undefined && options.source === undefined)
    noteVanished(engine, index, known, new Set(keyed.map(({ pathKey }) => pathKey)));
  wantCompaction(engine, report.turns);
  if (report.turns > 0) index.checkpoint();
  if (options.isForRead !== true)
    report.drift = findDrift(
      engine,
      index,
      options.files === undefined && report.bytes > 0 ? "all" : "newest",
    );
  report.secrets = engine.redactor.counts();
  return report;
}

function discoverAll(
  engine: Engine,
  report: SyncReport,
  source: SourceId | undefined,
): SourceFile[] {
  const files: SourceFile[] = [];
  for (const root of engine.options.roots) {
    if (source !== undefined && source !== root.source) continue;
    const found = discoverSources(root, formatOf(root.source));
    files.push(...found.files);
    for (const skipped of found.skipped) {
      if (skipped.reason === "symlink-outside") addCount(report.skipped, "symlink-outside");
      else
        report.warnings.push({
          path: engine.redactor.redact(skipped.path),
          message: "cannot be read",
        });
    }
  }
  return files;
}

/** True when a stat shows that the file is not as the index took it in. */
export function isChanged(file: SourceFile, known: KnownSource | undefined): boolean {
  return (
    known === undefined ||
    known.sizeBytes !== file.sizeBytes ||
    known.mtimeMs !== file.mtimeMs ||
    known.inode !== file.inode
  );
}

function syncFile(run: Run, file: SourceFile, pathKey: string): void {
  const { engine, index, queue, report } = run;
  const remember = (entryId: string, epoch: number): void =>
    queue.remember({
      pathKey,
      sizeBytes: file.sizeBytes,
      mtimeMs: file.mtimeMs,
      inode: file.inode,
      entryId,
      epoch,
      capturedBytes: file.sizeBytes,
    });
  if (run.held.has(file.fileId) || run.held.has(file.session ?? "")) return;
  try {
    const captured = captureFile(engine, file);
    if (captured.kind === "skipped") {
      addCount(report.skipped, captured.reason);
      if (captured.reason === "excluded") removeArchived(run, file);
      remember("", 0);
      return;
    }
    const { outcome } = captured;
    report.bytes += outcome.bytes;
    report.withheldBytes += outcome.withheldBytes;
    if (outcome.outcome !== "unchanged") report.changedFiles += 1;
    const entry = outcome.epoch === 0 ? undefined : engine.archive.entry(outcome.entryId);
    // A failing index does not keep the rest of the files from being archived.
    if (queue.failure() !== undefined) return;
    const excludedAt =
      entry === undefined
        ? undefined
        : indexEntry(engine, entry, { index: queue, onBatch: (batch) => queue.add(batch) });
    if (entry !== undefined && excludedAt !== undefined) {
      queue.flush();
      excludeMarked(engine, index, {
        id: entry.session ?? entry.fileId ?? "",
        source: entry.source,
      });
      addCount(report.skipped, "excluded");
    }
    for (const id of captured.marked) {
      queue.flush();
      excludeMarked(engine, index, { id, source: file.source });
    }
    remember(outcome.entryId, outcome.epoch);
  } catch (error) {
    if (error instanceof VarveError && ENDS_THE_RUN.has(error.code)) throw error;
    if (queue.failure() !== undefined) return;
    noteFailedFile(report, engine.redactor, file.path, error);
  }
}

/** What was archived of a file before it was known to be excluded: its folder was stated late, or its parent's rule is new. */
function removeArchived({ engine, index, queue, purgesByRule }: Run, file: SourceFile): void {
  if (!purgesByRule) return;
  const entry = engine.archive.find(file.fileId, file.source);
  const isLeft =
    entry?.epochs.some((epoch) => epoch.forgotten.lines + epoch.pruned.lines < epoch.lines) ===
    true;
  if (!isLeft || entry.fileId === null) return;
  queue.flush();
  removeSessions(engine, index, new Set([entry.fileId]));
}

/** Failures of the store itself: the next file would meet them again. */
const ENDS_THE_RUN: ReadonlySet<VarveError["code"]> = new Set(["disk-full", "store-readonly"]);
