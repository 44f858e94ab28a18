/** Owns the forget use-case: bytes destroyed everywhere varve can reach, and a list of what it cannot. */
import { existsSync } from "node:fs";

import type { Engine } from "./engine.ts";
import { writableIndex } from "./engine.ts";
import { createBatchQueue } from "./batch-queue.ts";
import { selectForgotten, type ForgetSelection, type ForgetTargets } from "./forget-selection.ts";
import { indexEntry } from "./index-entry.ts";

export interface ForgetResult {
  readonly matched: { readonly sessions: number; readonly turns: number; readonly lines: number; readonly bytes: number };
  readonly done: boolean;
  /** Where the same words may still stand, beyond varve's reach. */
  readonly unreachable: readonly { readonly path: string; readonly reason: string }[];
}

/** Counts what would go, and where copies stay. Changes nothing. */
export function planForget(engine: Engine, targets: ForgetTargets): ForgetResult {
  return describe(engine, selectForgotten(engine, targets), false);
}

/**
 * Destroys it: the archive notes keyed hashes first, so that an unchanged source imported again stays forgotten, then
 * every file of the archive and of the index is rewritten. The caller holds the worker lock.
 */
export function purge(engine: Engine, targets: ForgetTargets, reason: string): ForgetResult {
  const selection = selectForgotten(engine, targets);
  const index = writableIndex(engine);
  for (const [entryId, lines] of selection.entries) {
    if (lines === "all") engine.archive.forget({ entryId, lines: "all", reason });
    else for (const [epoch, numbers] of lines) engine.archive.forget({ entryId, epoch, lines: numbers, reason });
  }
  for (const entryId of selection.entries.keys()) index.dropEntry(entryId);
  // The placeholders are read again, so that the books still account for every line.
  const queue = createBatchQueue(index, () => undefined);
  for (const entryId of selection.entries.keys()) {
    const entry = engine.archive.entry(entryId);
    if (entry !== undefined) indexEntry(engine, entry, { index, onBatch: (batch) => queue.add(batch) });
  }
  queue.flush();
  index.checkpoint();
  return describe(engine, selection, true);
}

function describe(engine: Engine, selection: ForgetSelection, done: boolean): ForgetResult {
  const unreachable: { path: string; reason: string }[] = [];
  for (const entryId of selection.entries.keys()) {
    const path = engine.archive.entry(entryId)?.path;
    if (path != null && existsSync(path)) unreachable.push({ path, reason: "the host's own file: delete it yourself" });
  }
  unreachable.push({ path: "backups", reason: "copies made with `varve backup` or by other tools still hold the bytes" });
  return {
    matched: { sessions: selection.sessions.size, turns: selection.turns, lines: selection.lines, bytes: selection.bytes },
    done,
    unreachable,
  };
}
