/** Owns the index for commands that can do nothing without one. */
import { VarveError } from "../core/errors.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { whyNoIndex } from "./why-no-index.ts";

/** Throws VarveError `not-found` with what to do when there is none. */
export function readableIndex(engine: Engine): SearchIndex {
  const index = engine.index("read");
  if (index !== undefined) return index;
  const [reason = "", fix = ""] = whyNoIndex(engine).split(/: (?=run )/);
  throw new VarveError("not-found", reason, fix);
}
