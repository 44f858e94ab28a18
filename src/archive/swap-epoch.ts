/**
 * Owns replacing the gzip file and the sidecar of an epoch together. Both wait under their `.next` names; the gzip file
 * is renamed first, so a waiting sidecar without a waiting gzip file means: one rename is left to do.
 */
import { statSync } from "node:fs";
import { join } from "node:path";

import type { ArchiveContext } from "./archive-context.ts";
import { epochPaths, listEpochFiles, type EpochPaths } from "./entry-paths.ts";
import { renderSidecarLines, type SidecarLine } from "./sidecar-lines.ts";

/** A rewrite that died this long ago is not coming back for its temp file. */
const STALE_TEMPORARY_MS = 60 * 60 * 1000;

/** Writes a new file whole and durably. */
function writeNew(context: ArchiveContext, path: string, bytes: Uint8Array): void {
  const { files } = context;
  const descriptor = files.openNew(path);
  try {
    files.write(descriptor, bytes);
    files.sync(descriptor);
  } finally {
    files.close(descriptor);
  }
}

/** Puts a finished, durable gzip file and its sidecar in place. Call it with the archive lock held. */
export function swapEpoch(
  context: ArchiveContext,
  paths: EpochPaths,
  next: { readonly temporaryGz: string; readonly lines: readonly SidecarLine[] },
): void {
  const { files } = context;
  files.rename(next.temporaryGz, paths.nextGz);
  writeNew(context, paths.nextSidecar, renderSidecarLines(next.lines));
  files.syncFolder(paths.folder);
  files.rename(paths.nextGz, paths.gz);
  files.syncFolder(paths.folder);
  files.rename(paths.nextSidecar, paths.sidecar);
  files.syncFolder(paths.folder);
}

function isStale(context: ArchiveContext, path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && context.now().getTime() - stat.mtimeMs > STALE_TEMPORARY_MS;
}

/**
 * Finishes or takes back a rewrite that a crash interrupted, and clears temp files of dead ones. True when a rewrite
 * was found. Call it with the archive lock held.
 */
export function recoverEntry(context: ArchiveContext, entryId: string): boolean {
  const { files } = context;
  let found = false;
  for (const epoch of listEpochFiles(context.root, entryId)) {
    const paths = epochPaths(context.root, entryId, epoch.epoch);
    if (epoch.nextSidecar && !epoch.nextGz) {
      files.rename(paths.nextSidecar, paths.sidecar);
      found = true;
    } else if (epoch.nextGz) {
      // The sidecar first: left alone it would look like the half-done case above.
      files.remove(paths.nextSidecar);
      files.remove(paths.nextGz);
      found = true;
    }
    for (const name of epoch.temporaries) {
      const path = join(paths.folder, name);
      if (isStale(context, path)) files.remove(path);
    }
    if (found) files.syncFolder(paths.folder);
  }
  return found;
}
