/**
 * Owns gathering the batches of many small files into one index transaction. Sources are remembered only after the
 * rows that came from them, so that a crash in between makes the next run look again, which changes nothing twice.
 */
import type { ApplyResult, IndexBatch } from "../search-index/index-batch.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { KnownSource } from "../search-index/source-cache.ts";

/** One transaction holds at most about this much, so that no other writer waits long. */
const MAX_TURNS = 6_000;
const MAX_BATCHES = 200;

/**
 * Throws what the index throws. After a failure nothing more is written: what follows rows that are missing must not
 * be remembered as done.
 */
export interface BatchQueue extends Pick<SearchIndex, "position"> {
  add(batch: IndexBatch): void;
  remember(source: KnownSource): void;
  /** Throws the first failure again when there was one. */
  flush(): void;
  /** What the index threw first. */
  failure(): unknown;
}

export interface BatchQueueOptions {
  /** Called for each batch once it is in the index. */
  readonly onApplied?: (result: ApplyResult, batch: IndexBatch) => void;
  /** Called before anything is written: the archived bytes have to be on disk before the index speaks of them. */
  readonly beforeWrite?: () => void;
}

export function createBatchQueue(index: SearchIndex, options: BatchQueueOptions = {}): BatchQueue {
  let batches: IndexBatch[] = [];
  let sources: KnownSource[] = [];
  let turns = 0;
  let failed: { readonly error: unknown } | undefined;
  const guard = <T>(work: () => T): T => {
    if (failed !== undefined) throw failed.error;
    try {
      return work();
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
  const write = (): void => {
    if (batches.length > 0) {
      const done = batches;
      batches = [];
      turns = 0;
      index.applyAll(done).forEach((result, at) => {
        const batch = done[at];
        if (batch !== undefined) options.onApplied?.(result, batch);
      });
    }
    if (sources.length > 0) {
      const done = sources;
      sources = [];
      index.putSources(done);
    }
  };
  const flush = (): void => guard(write);
  return {
    position: (entryId, epoch) => guard(() => index.position(entryId, epoch)),
    failure: () => failed?.error,
    add(batch) {
      batches.push(batch);
      turns += batch.turns.length;
      if (turns >= MAX_TURNS || batches.length >= MAX_BATCHES) flush();
    },
    remember(source) {
      sources.push(source);
      if (sources.length >= 1_000) flush();
    },
    flush,
  };
}
