/** Owns making the index from the archive alone: a rebuild, and an index that was deleted or is of other rules. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import { startGeneration, type SearchIndex } from "../search-index/search-index.ts";
import { createBatchQueue, type BatchQueue } from "./batch-queue.ts";
import type { Engine } from "./engine.ts";
import { isExcludedEntry } from "./exclusions.ts";
import { requireReadable } from "./store.ts";
import { indexEntry } from "./index-entry.ts";
import { privacyKey } from "./make-redactor.ts";
import { clearUnfinished, markUnfinished } from "./unfinished-mark.ts";

export interface RebuildProgress {
  start(totalBytes: number, entries: number): void;
  advance(bytes: number): void;
}

export interface RebuildResult {
  readonly generation: string;
  readonly entries: number;
  readonly turns: number;
}

/**
 * Builds a new generation from the archive beside the one in use and switches to it at the end; the old one answers
 * meanwhile. Sources need not exist.
 */
export function rebuildIndex(engine: Engine, progress?: RebuildProgress): RebuildResult {
  requireReadable(engine.store);
  const index = startGeneration({
    folder: engine.store.paths.index,
    mode: "write",
    schemaKey: engine.schemaKey,
    privacyKey: privacyKey(engine.options.settings.userRules),
  });
  let turns = 0;
  try {
    const queue = createBatchQueue(index, { onApplied: (result) => void (turns += result.turns) });
    const entries = fill(engine, queue, progress);
    queue.flush();
    keepSources(engine, index);
    index.publish();
    clearUnfinished(engine);
    index.close();
    return { generation: index.generation(), entries, turns };
  } catch (error) {
    index.discard();
    throw error;
  }
}

/**
 * What the index in use knows of source files holds for the new one too, which has every archived line: without it
 * each answer would call all of them changed until the next sync.
 */
function keepSources(engine: Engine, index: SearchIndex): void {
  try {
    index.putSources([...(engine.index("read")?.sources().values() ?? [])]);
  } catch (error) {
    // It may be what the rebuild is for.
    if (!(error instanceof VarveError)) throw error;
  }
}

/**
 * Brings the index up to the archive, source files apart: it was deleted, the rules changed, or a run was killed after
 * it had archived what the host has deleted since. A failure of the index stays in `queue`.
 */
export function catchUpIndex(engine: Engine, queue: BatchQueue): void {
  markUnfinished(engine);
  try {
    fill(engine, queue);
    queue.flush();
  } catch (error) {
    // The queue keeps it: new bytes are archived first, then the sync ends with it.
    if (queue.failure() === undefined) throw error;
  }
}

function fill(engine: Engine, queue: BatchQueue, progress?: RebuildProgress): number {
  const entries = [...engine.archive.entries()];
  const sizeOf = (entry: (typeof entries)[number]): number =>
    entry.epochs.reduce((sum, epoch) => sum + epoch.textBytes, 0);
  progress?.start(
    entries.reduce((sum, entry) => sum + sizeOf(entry), 0),
    entries.length,
  );
  for (const entry of entries) {
    if (!isExcludedEntry(engine.excluded, entry)) fillEntry(engine, entry, queue);
    progress?.advance(sizeOf(entry));
  }
  return entries.length;
}

/** One damaged entry is the audit's to name; what can be read of it, and all others, is searchable. */
function fillEntry(engine: Engine, entry: ArchiveEntry, queue: BatchQueue): void {
  try {
    indexEntry(engine, entry, { index: queue, onBatch: (batch) => queue.add(batch) });
  } catch (error) {
    if (queue.failure() !== undefined || !(error instanceof VarveError) || error.code !== "corrupt")
      throw error;
  }
}
