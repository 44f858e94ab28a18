/**
 * Owns gathering the batches of many small files into one index transaction. Sources are remembered only after the
 * rows that came from them, so that a crash in between makes the next run look again, which changes nothing twice.
 */
import type { ApplyResult, IndexBatch } from "../search-index/index-batch.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { KnownSource } from "../search-index/source-cache.ts";

/** One transaction holds at most about this much, so that no other writer waits long. */
const MAX_TURNS = 2_000;
const MAX_BATCHES = 200;

export interface BatchQueue {
  add(batch: IndexBatch): void;
  remember(source: KnownSource): void;
  flush(): void;
}

/** `onApplied` is called for each batch once it is in the index. */
export function createBatchQueue(index: SearchIndex, onApplied: (result: ApplyResult, batch: IndexBatch) => void): BatchQueue {
  let batches: IndexBatch[] = [];
  let sources: KnownSource[] = [];
  let turns = 0;
  const flush = (): void => {
    if (batches.length > 0) {
      const done = batches;
      batches = [];
      turns = 0;
      index.applyAll(done).forEach((result, at) => {
        const batch = done[at];
        if (batch !== undefined) onApplied(result, batch);
      });
    }
    if (sources.length > 0) {
      const done = sources;
      sources = [];
      index.putSources(done);
    }
  };
  return {
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
