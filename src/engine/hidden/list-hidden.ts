/** Owns the list of what is hidden. */
import type { Engine } from "../engine.ts";
import type { HideCaller } from "./hide.ts";

export interface ListedHide {
  readonly id: string;
  readonly at: string;
  readonly by: HideCaller;
  readonly refs: readonly string[];
  /** Turns that went when it was done. */
  readonly turns: number;
  readonly reason: string | null;
}

/** What stands, newest first. Needs no index. */
export function listHidden(engine: Engine): readonly ListedHide[] {
  return engine.hidden
    .current()
    .hides.toReversed()
    .map(({ id, at, by, refs, turns, reason }) => ({ id, at, by, refs, turns, reason }));
}
