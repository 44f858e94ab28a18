/** Owns dropping lines that a retention rule no longer wants, without losing count of them. */
import type { ArchiveContext } from "./archive-context.ts";
import type { PruneRequest, Removed } from "./archive-types.ts";
import { getStates } from "./open-archive-epoch.ts";
import { countLines, removeLines } from "./remove-lines.ts";
import { recoverEntry } from "./swap-epoch.ts";

/**
 * Takes chosen lines out of one epoch (default the newest), or with "all" every line out of every epoch, and leaves
 * placeholders: line numbers stay and an unchanged source is not taken in again. Returns what was (with `dryRun`:
 * would be) taken out.
 */
export function pruneLines(context: ArchiveContext, request: PruneRequest): Removed {
  const { entryId, lines, dryRun } = request;
  if (dryRun !== true) context.locked(() => recoverEntry(context, entryId));
  const epochs = getStates(context, entryId).map(({ epoch }) => epoch);
  const wanted = lines === "all" ? epochs : epochs.slice(-1);
  const chosen =
    request.epoch === undefined ? wanted : epochs.filter((epoch) => epoch === request.epoch);
  const isChosen = (_: Buffer, number: number): boolean => lines === "all" || lines(number);
  let total: Removed = { lines: 0, bytes: 0 };
  for (const epoch of chosen) {
    const options = { entryId, epoch, isChosen };
    const removed =
      dryRun === true
        ? countLines(context, options)
        : removeLines(context, { ...options, reason: "pruned" });
    total = { lines: total.lines + removed.lines, bytes: total.bytes + removed.bytes };
  }
  return total;
}
