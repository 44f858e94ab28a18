/** Owns which epoch is written back, and what it lacks. */
import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { EpochChoice, RestorePlan } from "./archive-types.ts";
import { sumRemoved, sumWithheld } from "./list-entries.ts";
import type { EpochState } from "./load-epoch.ts";
import { getStates, withEpoch } from "./open-archive-epoch.ts";
import { readText } from "./read-lines.ts";

/** True when `older` begins with everything that `newer` holds. False when either cannot be read. */
function isPrefixOf(context: ArchiveContext, newer: EpochState, older: EpochState): boolean {
  if (newer.textBytes > older.textBytes || newer.last.to > older.last.to) return false;
  const sharesHead =
    newer.last.head.len > older.last.head.len || newer.last.head.sha === older.last.head.sha;
  if (newer.last.to >= older.last.head.len && !sharesHead) return false;
  try {
    return withEpoch(context, newer.entry, newer.epoch, (short) =>
      withEpoch(context, older.entry, older.epoch, (long) =>
        startsWith(readText(long), readText(short)),
      ),
    );
  } catch {
    return false;
  }
}

/** True when the pieces of `long` begin with all pieces of `short`. */
export function startsWith(long: Iterable<Buffer>, short: Iterable<Buffer>): boolean {
  const pieces = long[Symbol.iterator]();
  let left: Buffer = Buffer.alloc(0);
  for (let wanted of short) {
    while (wanted.length > 0) {
      if (left.length === 0) {
        const next = pieces.next();
        if (next.done === true) return false;
        left = next.value;
      }
      const length = Math.min(left.length, wanted.length);
      if (!left.subarray(0, length).equals(wanted.subarray(0, length))) return false;
      left = left.subarray(length);
      wanted = wanted.subarray(length);
    }
  }
  return true;
}

function listChoices(
  context: ArchiveContext,
  states: readonly EpochState[],
): readonly EpochChoice[] {
  return states.map((state, index) => {
    const older = states.slice(0, index).find((candidate) => isPrefixOf(context, state, candidate));
    return {
      epoch: state.epoch,
      lines: state.lines,
      bytes: state.textBytes,
      capturedAt: state.last.time,
      prefixOf: older?.epoch ?? null,
    };
  });
}

function defaultTarget(state: EpochState): string | null {
  const { owner } = state;
  if (owner.redacted || owner.path === "") return null;
  // What is archived of a compressed file is its content.
  return owner.compressed ? owner.path.replace(/\.zst$/, "") : owner.path;
}

/**
 * Plans writing back one entry: the epoch asked for, else the newest that is not merely the beginning of an older one.
 * Throws `not-found` for an unknown entry or epoch.
 */
export function planRestore(context: ArchiveContext, entryId: string, epoch?: number): RestorePlan {
  const states = getStates(context, entryId);
  const epochs = listChoices(context, states);
  const wanted = epoch ?? epochs.findLast(({ prefixOf }) => prefixOf === null)?.epoch;
  const state = states.find((candidate) => candidate.epoch === wanted);
  if (state === undefined) {
    const known = states.map((candidate) => candidate.epoch).join(", ");
    throw new VarveError(
      "not-found",
      `There is no epoch ${epoch} of ${entryId}.`,
      `Epochs: ${known}`,
    );
  }
  return {
    entryId,
    epoch: state.epoch,
    target: defaultTarget(states.at(-1) ?? state),
    lines: state.lines,
    bytes: state.textBytes,
    withheldBytes: sumWithheld(state.members),
    forgotten: sumRemoved(state.members, "forgotten"),
    pruned: sumRemoved(state.members, "pruned"),
    damaged: sumRemoved(state.members, "damaged"),
    epochs,
  };
}
