/** Owns resealing: the small members of an idle session become few large ones, and its source is checked in full. */
import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { ResealResult } from "./archive-types.ts";
import { checkSource } from "./check-source.ts";
import { appendSidecar } from "./commit-step.ts";
import { epochPaths } from "./entry-paths.ts";
import { loadEpoch, type EpochState } from "./load-epoch.ts";
import { getStates } from "./open-archive-epoch.ts";
import { rewriteEpoch } from "./rewrite-epoch.ts";
import { recoverEntry } from "./swap-epoch.ts";

/** Records that the source no longer has what this epoch holds, so that the next capture compares in full. */
export function markRewritten(context: ArchiveContext, state: EpochState): void {
  if (state.doubt !== undefined) return;
  const paths = epochPaths(context.root, state.entry, state.epoch);
  context.locked(() =>
    appendSidecar(context, paths, [{ type: "rewritten", time: context.now().toISOString() }]),
  );
}

function resealEpoch(
  context: ArchiveContext,
  state: EpochState,
  sourceRewritten: boolean,
): ResealResult {
  const { entry, epoch, members } = state;
  const result = {
    epoch,
    membersBefore: members.length,
    membersAfter: members.length,
    sourceRewritten,
  };
  if (members.every(({ sealed }) => sealed === true)) return { ...result, outcome: "already" };
  try {
    if (!rewriteEpoch(context, entry, epoch, {})) return { ...result, outcome: "busy" };
  } catch (error) {
    if (error instanceof VarveError && error.code === "corrupt")
      return { ...result, outcome: "damaged" };
    throw error;
  }
  const after = loadEpoch(epochPaths(context.root, entry, epoch));
  const membersAfter = after.status === "ok" ? after.state.members.length : members.length;
  return { ...result, membersAfter, outcome: "sealed" };
}

/**
 * Merges the members of every epoch into ones of about 256 KB of text at gzip level 6 and compares the source with the
 * newest epoch in full. Sealed members are copied, so doing it again after a few appends costs little.
 */
export function resealEntry(context: ArchiveContext, entryId: string): readonly ResealResult[] {
  context.locked(() => recoverEntry(context, entryId));
  const states = getStates(context, entryId);
  return states.map((state, index) => {
    const isNewest = index === states.length - 1;
    const rewritten = isNewest && checkSource(context, states).kind === "rewritten";
    if (rewritten) markRewritten(context, state);
    return resealEpoch(context, state, rewritten);
  });
}
