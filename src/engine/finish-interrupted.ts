/** Owns what comes before anything else under the `worker` lock: what killed runs left is finished and cleared away. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Engine } from "./engine.ts";
import { finishRemoval } from "./remove-for-good.ts";

/** Named by `writeAtomically`. */
const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/;
/** A whole-file write takes milliseconds; what is older belongs to nobody. */
const DEAD_MS = 60_000;

/** Finishes a removal and drops temp files of dead writers. The caller holds the `worker` lock. */
export function finishInterrupted(engine: Engine): void {
  finishRemoval(engine);
  const { home, state, archive } = engine.store.paths;
  for (const folder of [home, state, archive]) removeDeadTemporaries(folder);
}

function removeDeadTemporaries(folder: string): void {
  for (const name of readNames(folder)) {
    if (!TEMPORARY.test(name)) continue;
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > DEAD_MS) rmSync(path, { force: true });
  }
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not made yet
  }
}
