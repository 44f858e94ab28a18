/** Owns hiding a secret that became known only now in rows that were indexed before. */
import type { SearchIndex } from "../search-index/search-index.ts";
import { createBatchQueue } from "./batch-queue.ts";
import type { Engine } from "./engine.ts";
import { indexEntry } from "./index-entry.ts";

/** Hits looked at in one round; a further round follows while it finds something. */
const HITS = 200;
const MAX_ROUNDS = 50;

/** Indexes again every archived file whose rows hold a value that a `.env` file brought in this run. */
export function hideLearned(engine: Engine, index: SearchIndex): void {
  const values = engine.redactor.takeLearned();
  for (let round = 0; round < MAX_ROUNDS && values.length > 0; round += 1) {
    const entries = new Set(values.flatMap((value) => findEntries(index, value)));
    if (entries.size === 0) return;
    index.dropEntries([...entries]);
    const queue = createBatchQueue(index);
    for (const entryId of entries) {
      const entry = engine.archive.entry(entryId);
      if (entry !== undefined)
        indexEntry(engine, entry, { index, onBatch: (batch) => queue.add(batch) });
    }
    queue.flush();
  }
}

function findEntries(index: SearchIndex, value: string): readonly string[] {
  const { hits } = index.search({
    query: value,
    projects: "all",
    limit: HITS,
    offset: 0,
    order: "relevance",
    includeLifecycle: true,
  });
  return hits
    .filter(({ text }) => text.includes(value))
    .map(({ archiveEntryId }) => archiveEntryId);
}
