/** Owns whether an archived line may be shown, for looks that go through the archive's own bytes. */
import type { ArchiveEntry } from "../../archive/archive-types.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { isCopy } from "../wanted-lines.ts";

/** True for a line that a person has hidden. */
export type IsHiddenLine = (line: Buffer, epoch: number, number: number) => boolean;

/** For one entry; `"all"` where every line is hidden, undefined where nothing is. */
export function hiddenLinesOf(
  engine: Engine,
  index: SearchIndex | undefined,
  entry: ArchiveEntry,
): IsHiddenLine | "all" | undefined {
  const state = engine.hidden.current();
  if (state.hides.length === 0) return undefined;
  const isWhole =
    state.entries.has(entry.id) ||
    state.sessions.has(entry.session ?? "") ||
    state.sessions.has(entry.fileId ?? "");
  if (isWhole) return "all";
  const places = new Set(
    state.lines.flatMap(({ entryId, epoch, line }) =>
      entryId === entry.id ? [`${epoch} ${line}`] : [],
    ),
  );
  const copies = { recordIds: state.recordIds, texts: [] };
  return (line, epoch, number) =>
    places.has(`${epoch} ${number}`) ||
    isCopy(line.toString("utf8"), copies) ||
    (state.hashes.size > 0 && state.hashes.has(engine.store.keyedHash(line.toString("utf8")))) ||
    index?.isLineHidden({ entryId: entry.id, epoch, line: number }) === true;
}
