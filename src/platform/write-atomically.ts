/** Owns whole-file replacement: a reader sees the old bytes or the new ones, never a part. */
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";

import { nodeFileOps, type FileOps } from "./file-ops.ts";

/**
 * Writes `bytes` to a temp file in the same folder, fsyncs, renames over `path`, fsyncs the folder.
 * The temp file is removed when a step fails; after kill -9 it stays as `.<name>.<hex>.tmp` and means nothing.
 */
export function writeAtomically(
  path: string,
  bytes: Uint8Array | string,
  files: FileOps = nodeFileOps,
): void {
  const folder = dirname(path);
  files.makeFolder(folder);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  const descriptor = files.openNew(temporary);
  try {
    try {
      files.write(descriptor, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
      files.sync(descriptor);
    } finally {
      files.close(descriptor);
    }
    files.rename(temporary, path);
  } catch (error) {
    files.remove(temporary);
    throw error;
  }
  files.syncFolder(folder);
}
