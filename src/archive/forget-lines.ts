/** Owns destroying lines for good: noted first so that they stay out, then taken out of every epoch. */
import { join } from "node:path";

import type { ArchiveContext } from "./archive-context.ts";
import type { ForgetRequest, Removed } from "./archive-types.ts";
import { listNames, locateEntry } from "./entry-paths.ts";
import type { EpochState } from "./load-epoch.ts";
import { getStates, withEpoch } from "./open-archive-epoch.ts";
import { parsePlaceholder } from "./placeholder.ts";
import { readLines } from "./read-lines.ts";
import { removeLines, type IsChosen } from "./remove-lines.ts";
import { recoverEntry } from "./swap-epoch.ts";

/** Hashes under which a stored line may come back: as it is stored, and as the host has it. */
function collectHashes(
  context: ArchiveContext,
  state: EpochState,
  isChosen: (line: number) => boolean,
): readonly string[] {
  const hashes: string[] = [];
  withEpoch(context, state.entry, state.epoch, (open) => {
    readLines(open, 1, (line, number) => {
      if (line.length === 0 || !isChosen(number) || parsePlaceholder(line) !== undefined) return;
      hashes.push(context.hash.short("line", line));
    });
    for (const member of open.state.members) {
      for (const record of member.withheld ?? []) {
        if (isChosen(record.line)) hashes.push(record.lineHash);
      }
    }
  });
  return hashes;
}

function chooseForgotten(context: ArchiveContext, state: EpochState): IsChosen {
  const hashes = context.forgotten.hashesOf(state.header.fileKey ?? state.entry);
  const withheld = new Map<number, string>();
  for (const member of state.members) {
    for (const record of member.withheld ?? []) withheld.set(record.line, record.lineHash);
  }
  if (hashes.size === 0) return () => false;
  return (line, number) =>
    hashes.has(context.hash.short("line", line)) || hashes.has(withheld.get(number) ?? "");
}

/** Lines noted as forgotten that still stand in an epoch. Throws `corrupt` when it cannot be read. */
export function hasForgotten(context: ArchiveContext, state: EpochState): boolean {
  if (context.forgotten.hashesOf(state.header.fileKey ?? state.entry).size === 0) return false;
  const isForgotten = chooseForgotten(context, state);
  let found = false;
  withEpoch(context, state.entry, state.epoch, (open) =>
    readLines(open, 1, (line, number) => {
      found = parsePlaceholder(line) === undefined && isForgotten(line, number);
      return !found;
    }),
  );
  return found;
}

/** Copies that a repair set aside, and what a killed rewrite left, may hold the same lines. */
function removeCopies(context: ArchiveContext, entryId: string): void {
  const { folder, base } = locateEntry(context.root, entryId);
  for (const name of listNames(folder)) {
    const isAside = name.startsWith(`${base}.`) && /\.damaged-[0-9a-f]+$/.test(name);
    const isTemporary = name.startsWith(`.${base}.`) && name.endsWith(".tmp");
    if (isAside || isTemporary) context.files.remove(join(folder, name));
  }
}

/** Takes every line out of every epoch of the entry that was noted as forgotten. */
export function applyForgotten(context: ArchiveContext, entryId: string): Removed {
  context.locked(() => recoverEntry(context, entryId));
  let lines = 0;
  let bytes = 0;
  for (const state of getStates(context, entryId)) {
    const isChosen = chooseForgotten(context, state);
    const removed = removeLines(context, {
      entryId,
      epoch: state.epoch,
      reason: "forgotten",
      isChosen,
    });
    lines += removed.lines;
    bytes += removed.bytes;
  }
  // Also when no line was left to take out: a run that was killed may have got no further than the epochs.
  context.locked(() => removeCopies(context, entryId));
  return { lines, bytes };
}

/**
 * Destroys lines in every epoch of an entry; a later capture of the same bytes leaves them out. Returns what was taken
 * out. When it is interrupted after the note, `verify` reports what still stands and `repair` finishes.
 */
export function forgetLines(context: ArchiveContext, request: ForgetRequest): Removed {
  const { entryId, lines } = request;
  const states = getStates(context, entryId);
  const chosen = states.find(({ epoch }) => epoch === request.epoch) ?? states.at(-1);
  if (chosen === undefined) return { lines: 0, bytes: 0 };
  const isChosen = (line: number): boolean => lines === "all" || lines.has(line);
  const searched = lines === "all" ? states : [chosen];
  const hashes = new Set(searched.flatMap((state) => collectHashes(context, state, isChosen)));
  const { header } = chosen;
  context.locked(() =>
    context.forgotten.append({
      source: header.source,
      session: chosen.session,
      entry: entryId,
      fileId: header.fileId,
      fileKey: header.fileKey ?? entryId,
      hashes: [...hashes],
      time: context.now().toISOString(),
      reason: context.redact(request.reason),
    }),
  );
  return applyForgotten(context, entryId);
}
