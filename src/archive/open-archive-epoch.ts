/** Owns opening an epoch by its number, or the newest one. */
import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import { epochPaths, listEpochFiles } from "./entry-paths.ts";
import { loadStates } from "./list-entries.ts";
import type { EpochState } from "./load-epoch.ts";
import { openEpoch, type OpenEpoch } from "./read-lines.ts";

/** Epochs that can be read, oldest first, at least one. Throws `not-found`. */
export function getStates(context: ArchiveContext, entryId: string): readonly EpochState[] {
  const states = loadStates(context, entryId, listEpochFiles(context.root, entryId));
  if (states.length > 0) return states;
  throw new VarveError(
    "not-found",
    `The archive holds nothing under ${entryId}.`,
    "List what there is: varve sessions",
  );
}

/** Runs `work` with an open epoch and closes it. Throws `not-found`, `corrupt` or `busy`. */
export function withEpoch<T>(
  context: ArchiveContext,
  entryId: string,
  epoch: number,
  work: (open: OpenEpoch) => T,
): T {
  const open = openEpoch(epochPaths(context.root, entryId, epoch), entryId, epoch);
  try {
    return work(open);
  } finally {
    open.close();
  }
}
