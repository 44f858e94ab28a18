/** Owns what of the hosts' files waits to be taken in: changed since the last sync saw them, by size, time and inode. */
import type { SourceFile } from "../core/source-file.ts";
import { VarveError } from "../core/errors.ts";
import type { KnownSource } from "../search-index/source-cache.ts";
import { formatOf } from "../transcripts/formats.ts";
import { discoverSources } from "./discover-sources.ts";
import type { Engine } from "./engine.ts";

export interface Backlog {
  /** Every session file that the hosts have now. */
  readonly sessions: readonly SourceFile[];
  /** Files that the last sync did not see as they are now; undefined when none looked at files since the index was made. */
  readonly waiting: readonly SourceFile[] | undefined;
}

/** Compares what a listing of the hosts' folders says with what the last sync noted; reads no file. */
export function measureBacklog(engine: Engine): Backlog {
  const known = knownSources(engine);
  const sessions: SourceFile[] = [];
  const waiting: SourceFile[] = [];
  for (const root of engine.options.roots) {
    for (const file of discoverSources(root, formatOf(root.source)).files) {
      if (file.kind === "session") sessions.push(file);
      const seen = known.get(engine.store.keyedHash(file.path));
      const isSame =
        seen !== undefined &&
        seen.sizeBytes === file.sizeBytes &&
        seen.mtimeMs === file.mtimeMs &&
        seen.inode === file.inode;
      if (!isSame) waiting.push(file);
    }
  }
  return { sessions, waiting: known.size === 0 ? undefined : waiting };
}

/** None where the index cannot be read: its own check says so. */
function knownSources(engine: Engine): ReadonlyMap<string, KnownSource> {
  try {
    return engine.index("read")?.sources() ?? new Map<string, KnownSource>();
  } catch (error) {
    if (error instanceof VarveError) return new Map<string, KnownSource>();
    throw error;
  }
}
