/** Owns making the index from the archive alone: a rebuild, and an index that was deleted or is of other rules. */
import type { SearchIndex } from "../search-index/search-index.ts";
import { startGeneration } from "../search-index/search-index.ts";
import { createBatchQueue, type BatchQueue } from "./batch-queue.ts";
import type { Engine } from "./engine.ts";
import { indexEntry } from "./index-entry.ts";

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
  const index = startGeneration({ folder: engine.store.paths.index, mode: "write", schemaKey: engine.schemaKey });
  let turns = 0;
  try {
    const queue = createBatchQueue(index, (result) => void (turns += result.turns));
    const entries = fill(engine, index, queue, progress);
    queue.flush();
    index.publish();
    return { generation: index.generation(), entries, turns };
  } finally {
    index.close();
  }
}

/** Fills an index that holds nothing while the archive holds something: it was deleted, or the rules changed. */
export function fillEmptyIndex(engine: Engine, index: SearchIndex, queue: BatchQueue): void {
  if (!index.isEmpty()) return;
  fill(engine, index, queue);
  queue.flush();
}

function fill(engine: Engine, index: SearchIndex, queue: BatchQueue, progress?: RebuildProgress): number {
  const entries = [...engine.archive.entries()];
  const sizeOf = (entry: (typeof entries)[number]): number => entry.epochs.reduce((sum, epoch) => sum + epoch.textBytes, 0);
  progress?.start(entries.reduce((sum, entry) => sum + sizeOf(entry), 0), entries.length);
  for (const entry of entries) {
    if (!engine.excluded.has(entry.session ?? "")) indexEntry(engine, entry, { index, onBatch: (batch) => queue.add(batch) });
    progress?.advance(sizeOf(entry));
  }
  return entries.length;
}
