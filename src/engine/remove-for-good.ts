/**
 * Owns taking lines out of index and archive together. What goes is noted first, so that a kill at any moment leaves a
 * removal that the next run finishes, never half a session.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { VarveError } from "../core/errors.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import { createBatchQueue } from "./batch-queue.ts";
import type { Engine } from "./engine.ts";
import { isExcludedEntry } from "./exclusions.ts";
import { indexEntry } from "./index-entry.ts";

export interface LineRemoval {
  readonly kind: "forget" | "prune";
  readonly reason: string;
  /** Lines by epoch, or whole entries. */
  readonly entries: readonly (readonly [
    entryId: string,
    lines: "all" | readonly (readonly [epoch: number, lines: readonly number[]])[],
  ])[];
  /** The placeholders are read again, so that the books still account for every line; never those of excluded sessions. */
  readonly reindex: boolean;
}

function notePath(engine: Engine): string {
  return join(engine.store.paths.archive, "unfinished-removal.json");
}

/** True when a killed run left a removal to finish. */
export function isRemovalUnfinished(engine: Engine): boolean {
  return existsSync(notePath(engine));
}

/** Removes it. The caller holds the worker lock. */
export function removeForGood(engine: Engine, index: SearchIndex, removal: LineRemoval): void {
  if (removal.entries.length === 0) return;
  writeAtomically(notePath(engine), `${JSON.stringify({ v: 1, ...removal })}\n`);
  apply(engine, index, removal);
  rmSync(notePath(engine), { force: true });
}

/** Finishes what a killed run began; does nothing when there is nothing. The caller holds the worker lock. */
export function finishRemoval(engine: Engine): void {
  const path = notePath(engine);
  // What a newer varve began is its own to finish.
  if (!existsSync(path) || engine.store.newerFormat !== undefined) return;
  apply(engine, indexIfSound(engine), readNote(path));
  rmSync(path, { force: true });
}

function readNote(path: string): LineRemoval {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LineRemoval;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new VarveError(
      "corrupt",
      `${path}, which names what a forget or prune had left to do, is no JSON`,
      "delete the file, then run that forget or prune again",
      cause,
    );
  }
}

/** A damaged index is made again from the archive, so the archive's part is enough then. */
function indexIfSound(engine: Engine): SearchIndex | undefined {
  try {
    return engine.index("write");
  } catch (error) {
    if (error instanceof VarveError && error.code === "corrupt") return undefined;
    throw error;
  }
}

/** Every step may be done again. Out of the index first: what is searched must not outlive its bytes. */
function apply(engine: Engine, index: SearchIndex | undefined, removal: LineRemoval): void {
  const ids = removal.entries.map(([entryId]) => entryId);
  index?.dropEntries(ids);
  for (const [entryId, lines] of removal.entries)
    removeFromArchive(engine, removal, entryId, lines);
  if (index === undefined) return;
  if (removal.reindex) {
    const queue = createBatchQueue(index);
    for (const entryId of ids) {
      const entry = engine.archive.entry(entryId);
      if (entry !== undefined && !isExcludedEntry(engine.excluded, entry))
        indexEntry(engine, entry, { index, onBatch: (batch) => queue.add(batch) });
    }
    queue.flush();
  }
  index.checkpoint();
}

function removeFromArchive(
  engine: Engine,
  removal: LineRemoval,
  entryId: string,
  lines: LineRemoval["entries"][number][1],
): void {
  const { archive } = engine;
  if (archive.entry(entryId) === undefined) return;
  if (lines === "all") {
    if (removal.kind === "forget") archive.forget({ entryId, lines, reason: removal.reason });
    else archive.prune({ entryId, lines });
    return;
  }
  for (const [epoch, numbers] of lines) {
    const chosen = new Set(numbers);
    if (removal.kind === "forget")
      archive.forget({ entryId, epoch, lines: chosen, reason: removal.reason });
    else archive.prune({ entryId, epoch, lines: (line) => chosen.has(line) });
  }
}
