/** Owns saying why there is no index to ask, and what to do, so that a missing index never looks like an empty one. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Engine } from "./engine.ts";

/** One sentence. Other rules or another version make another index: the archive is whole, a sync makes the rows again. */
export function whyNoIndex(engine: Engine): string {
  if (existsSync(join(engine.store.paths.index, "current")))
    return "the index has to be made again (other rules or another version): run varve sync";
  if (!engine.archive.entryIds()[Symbol.iterator]().next().done)
    return "the index is gone, the archive is whole: run varve sync";
  return "nothing is indexed yet: run varve import";
}
