/** Owns leaving out a whole session that a person marked: its bytes go back out of the archive, its turns out of the index. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { removeForGood } from "./remove-for-good.ts";

/** Writes the mark first, so that a crash in between never lets the session back in. */
export function excludeSession(engine: Engine, index: SearchIndex, entry: ArchiveEntry): void {
  const session = entry.session ?? entry.fileId;
  if (session === null) return;
  engine.excluded.add({ fileId: session, source: entry.source, at: engine.now().toISOString() });
  const entries = entriesOfSession(engine, session).map(({ id }) => [id, "all"] as const);
  removeForGood(engine, index, { kind: "forget", reason: "excluded", entries, reindex: false });
}

/** The session's own entry, its helpers, tool results and meta files. */
export function entriesOfSession(engine: Engine, session: string): readonly ArchiveEntry[] {
  return [...engine.archive.entries()].filter((entry) => entry.session === session || entry.fileId === session);
}
