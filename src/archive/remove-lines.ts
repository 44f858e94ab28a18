/** Owns taking chosen lines out of an epoch, whatever the reason. */
import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { Removed } from "./archive-types.ts";
import { withEpoch } from "./open-archive-epoch.ts";
import { parsePlaceholder, type RemovalReason } from "./placeholder.ts";
import { readLines } from "./read-lines.ts";
import { rewriteEpoch } from "./rewrite-epoch.ts";

export type IsChosen = (line: Buffer, number: number) => boolean;

const TRIES = 20;

/** Counts chosen lines that are still there, and their bytes. */
export function countLines(
  context: ArchiveContext,
  options: { readonly entryId: string; readonly epoch: number; readonly isChosen: IsChosen },
): Removed {
  let lines = 0;
  let bytes = 0;
  withEpoch(context, options.entryId, options.epoch, (open) =>
    readLines(open, 1, (line, number) => {
      if (parsePlaceholder(line) !== undefined || !options.isChosen(line, number)) return;
      lines += 1;
      bytes += line.length;
    }),
  );
  return { lines, bytes };
}

/** Replaces chosen lines of one epoch by placeholders and returns what was taken out. Writes nothing when none is chosen. */
export function removeLines(
  context: ArchiveContext,
  options: {
    readonly entryId: string;
    readonly epoch: number;
    readonly reason: RemovalReason;
    readonly isChosen: IsChosen;
  },
): Removed {
  const { entryId, epoch, reason, isChosen } = options;
  const found = countLines(context, options);
  if (found.lines === 0) return found;
  const remove = (line: Buffer, number: number): RemovalReason | undefined =>
    isChosen(line, number) ? reason : undefined;
  // A live session may append between reading and replacing; then the work is done again on what is there now.
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (rewriteEpoch(context, entryId, epoch, { remove })) return found;
  }
  throw new VarveError(
    "busy",
    `${entryId} is being written to all the time.`,
    "Run the same command again.",
  );
}
