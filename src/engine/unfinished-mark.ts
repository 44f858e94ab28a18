/**
 * Owns the mark that a run is changing archive and index: when it is still there at the start of the next run, a crash
 * may have left the index behind the archive, for files too whose source is gone by now.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import { writeAtomically } from "../platform/write-atomically.ts";
import type { Engine } from "./engine.ts";

/** In the index folder: who deletes the index needs no mark, an empty index is filled anyway. */
function markPath(engine: Engine): string {
  return join(engine.store.paths.index, "unfinished");
}

/** True when an earlier run did not come to its end. The caller holds the worker lock. */
export function isUnfinished(engine: Engine): boolean {
  return existsSync(markPath(engine));
}

/** Durable before the first byte that it is about. */
export function markUnfinished(engine: Engine): void {
  if (!isUnfinished(engine)) writeAtomically(markPath(engine), "");
}

export function clearUnfinished(engine: Engine): void {
  rmSync(markPath(engine), { force: true });
}
