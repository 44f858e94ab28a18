/** Owns the order of an append: members, fsync, sidecar lines, fsync; what an earlier crash left behind is cut first. */
import { existsSync } from "node:fs";

import type { ArchiveContext } from "./archive-context.ts";
import { describeEntry } from "./choose-entry.ts";
import { epochPaths, type EpochPaths } from "./entry-paths.ts";
import { fileSize } from "./file-size.ts";
import { loadEpoch } from "./load-epoch.ts";
import type { CaptureStep } from "./prepare-step.ts";
import { renderSidecarLines, type SidecarLine } from "./sidecar-lines.ts";
import { recoverEntry } from "./swap-epoch.ts";

/** Cuts a file to `length`, durably. */
export function cutFile(context: ArchiveContext, path: string, length: number): void {
  if (fileSize(path) <= length) return;
  const { files } = context;
  const descriptor = files.openAppend(path);
  try {
    files.truncate(descriptor, length);
    files.sync(descriptor);
  } finally {
    files.close(descriptor);
  }
}

/** Appends to a file cut to `length` first, durably. */
function appendAt(context: ArchiveContext, path: string, length: number, bytes: Uint8Array): void {
  const { files } = context;
  const size = fileSize(path);
  const descriptor = files.openAppend(path);
  try {
    if (size > length) files.truncate(descriptor, length);
    files.write(descriptor, bytes);
    files.sync(descriptor);
  } finally {
    files.close(descriptor);
  }
}

/** Starts a sidecar over with its header; durable only with the lines that follow. */
function writeHeader(context: ArchiveContext, path: string, header: SidecarLine): number {
  const { files } = context;
  const bytes = renderSidecarLines([header]);
  const size = fileSize(path);
  const descriptor = files.openAppend(path);
  try {
    if (size > 0) files.truncate(descriptor, 0);
    files.write(descriptor, bytes);
  } finally {
    files.close(descriptor);
  }
  return bytes.length;
}

/** Appends lines that commit themselves to a sidecar. Call it with the archive lock held. */
export function appendSidecar(
  context: ArchiveContext,
  paths: EpochPaths,
  lines: readonly SidecarLine[],
): void {
  const { committedBytes } = loadEpoch(paths);
  appendAt(context, paths.sidecar, committedBytes, renderSidecarLines(lines));
}

function gzipOf({ members }: CaptureStep): Buffer {
  return Buffer.concat(members.map(({ bytes }) => bytes));
}

function commitNewEpoch(
  context: ArchiveContext,
  paths: EpochPaths,
  step: CaptureStep,
  header: SidecarLine,
): void {
  const { files } = context;
  files.makeFolder(paths.folder);
  // A leftover is cut before its sidecar starts over: a gzip file beside an empty sidecar would look like a lost sidecar.
  cutFile(context, paths.gz, 0);
  const length = writeHeader(context, paths.sidecar, header);
  appendAt(context, paths.gz, 0, gzipOf(step));
  appendAt(context, paths.sidecar, length, renderSidecarLines(step.lines));
  files.syncFolder(paths.folder);
}

/**
 * Writes one prepared step. False when it no longer fits what lies on disk (another process was faster, or a crash had
 * to be cleaned up first): prepare it again. Call it with the archive lock held.
 */
export function commitStep(context: ArchiveContext, step: CaptureStep): boolean {
  const { choice } = step;
  const { entryId, epoch, state } = choice;
  if (recoverEntry(context, entryId)) return false;
  if (describeEntry(context, entryId, epoch) !== choice.watch) return false;
  const paths = epochPaths(context.root, entryId, epoch);
  if (step.header !== undefined) {
    commitNewEpoch(context, paths, step, step.header);
    return true;
  }
  if (step.members.length > 0 && state !== undefined) {
    if (!existsSync(paths.gz) || fileSize(paths.gz) < state.gzBytes) {
      // Bytes of the archive are gone; appending would hide it. The source goes into a new epoch instead.
      appendSidecar(context, paths, [{ type: "damaged", time: context.now().toISOString() }]);
      return false;
    }
    appendAt(context, paths.gz, state.gzBytes, gzipOf(step));
  }
  appendSidecar(context, paths, step.lines);
  return true;
}
