/**
 * Owns compacting the index after a large import, in the worker's idle time: merging the full-text segments and giving
 * free pages back takes a tenth of an import, and nobody should wait for it.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import { writeAtomically } from "../platform/write-atomically.ts";
import { writableIndex, type Engine } from "./engine.ts";

/** From here on a run leaves enough segments behind to be worth it. */
const MANY_TURNS = 5_000;

const markOf = (engine: Engine): string => join(engine.store.paths.state, "compact-wanted");

export function wantCompaction(engine: Engine, turns: number): void {
  if (turns >= MANY_TURNS) writeAtomically(markOf(engine), "");
}

/** True when it was done. The caller holds the worker lock. */
export function compactWhenWanted(engine: Engine): boolean {
  const mark = markOf(engine);
  if (!existsSync(mark)) return false;
  writableIndex(engine).compact();
  rmSync(mark, { force: true });
  return true;
}
