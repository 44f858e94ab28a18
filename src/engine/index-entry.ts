/** Owns bringing the index up to what the archive holds of one entry: from the last indexed line to the last archived one. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { IndexBatch } from "../search-index/index-batch.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { readEntry } from "./read-entry.ts";

/** Kinds whose lines are read for turns; the others only come along into the archive. */
export const READ_KINDS: ReadonlySet<string> = new Set(["session", "subagent", "history"]);

/** Project of sessions whose rows never state a working folder. */
export const UNKNOWN_PROJECT = "unknown";

export interface IndexEntryOptions {
  /** Where the index stands is asked of it. */
  readonly index: Pick<SearchIndex, "position">;
  readonly onBatch: (batch: IndexBatch) => void;
}

/**
 * Hands over the batches of every epoch of `entry` from where the index stands. Each is whole lines with the reader's
 * state behind them, so a kill between two leaves a position from which the next run goes on.
 * @returns the line where a person asked to leave the session out, undefined when nowhere.
 */
export function indexEntry(
  engine: Engine,
  entry: ArchiveEntry,
  options: IndexEntryOptions,
): number | undefined {
  if (!READ_KINDS.has(entry.kind) || entry.fileId === null) return undefined;
  const { fileId } = entry;
  let excludedAt: number | undefined;
  for (const epoch of entry.epochs) {
    const position = options.index.position(entry.id, epoch.epoch);
    const fromLine = (position?.lines ?? 0) + 1;
    if (fromLine > epoch.lines) continue;
    readEntry(
      {
        source: entry.source,
        kind: entry.kind,
        fileId,
        session: entry.session,
        fromLine,
        state: position?.state,
        redactor: engine.privateWords.masking(engine.redactor, entry.session ?? fileId),
        keyedHash: (text) => engine.store.keyedHash(text),
        skipTools: new Set(engine.options.settings.skipTools),
        eachLine: (onLine) => engine.archive.readLines(entry.id, epoch.epoch, fromLine, onLine),
      },
      ({ excludedAt: excluded, ...batch }) => {
        excludedAt ??= excluded;
        options.onBatch({
          entryId: entry.id,
          epoch: epoch.epoch,
          source: entry.source,
          kind: entry.kind,
          project: entry.project ?? UNKNOWN_PROJECT,
          // A helper's turns are a session of their own, under the parent that the archive files them with.
          session: entry.kind === "subagent" ? fileId : entry.session,
          sourceBytes: epoch.sourceBytes,
          ...batch,
        });
      },
    );
  }
  return excludedAt;
}
