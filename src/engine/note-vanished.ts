/** Owns noticing that a source is gone: the host deleted it, or it moved and was found elsewhere in the same run. */
import { existsSync } from "node:fs";

import type { SearchIndex } from "../search-index/search-index.ts";
import type { KnownSource } from "../search-index/source-cache.ts";
import type { Engine } from "./engine.ts";

/**
 * Logs every source that the index knew and this run did not find, once, and takes it out of the stat cache.
 * Its archive and its turns stay.
 */
export function noteVanished(
  engine: Engine,
  index: SearchIndex,
  known: ReadonlyMap<string, KnownSource>,
  present: ReadonlySet<string>,
): void {
  for (const [pathKey, source] of known) {
    if (present.has(pathKey)) continue;
    const entry = source.entryId === "" ? undefined : engine.archive.entry(source.entryId);
    const isThere = entry?.path != null && !entry.pathRedacted && existsSync(entry.path);
    // A file imported by its path lies outside the hosts' folders: it is not gone as long as it exists.
    if (isThere && engine.store.keyedHash(entry.path ?? "") === pathKey) continue;
    if (entry !== undefined && !isThere) engine.archive.noteVanished(entry.id);
    index.removeSource(pathKey);
  }
}
