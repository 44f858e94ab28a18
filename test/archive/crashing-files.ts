/** Owns file operations that stop a process, or fail it, at a chosen call. */
import { nodeFileOps, type FileOps } from "../../src/platform/file-ops.ts";

export class Crash extends Error {}

/**
 * Lets `calls` operations through, then dies: a write gets half of its bytes out first, and every later call dies too,
 * as in a process that is gone. `ran` says how many calls were made.
 */
export function crashingFiles(
  calls: number,
  files: FileOps = nodeFileOps,
): FileOps & { readonly ran: () => number; readonly crashed: () => boolean } {
  let left = calls;
  let ran = 0;
  let dead = false;
  const step = (half?: () => void): void => {
    if (dead) throw new Crash("gone");
    ran += 1;
    left -= 1;
    if (left >= 0) return;
    dead = true;
    half?.();
    throw new Crash("crash");
  };
  return {
    ran: () => ran,
    crashed: () => dead,
    makeFolder: (path) => (step(), files.makeFolder(path)),
    openAppend: (path) => (step(), files.openAppend(path)),
    openNew: (path) => (step(), files.openNew(path)),
    write(descriptor, bytes) {
      step(() => files.write(descriptor, bytes.subarray(0, Math.floor(bytes.length / 2))));
      files.write(descriptor, bytes);
    },
    sync: (descriptor) => (step(), files.sync(descriptor)),
    truncate: (descriptor, length) => (step(), files.truncate(descriptor, length)),
    close(descriptor) {
      // The kernel closes descriptors of a dead process.
      files.close(descriptor);
    },
    rename: (from, to) => (step(), files.rename(from, to)),
    remove: (path) => (step(), files.remove(path)),
    syncFolder: (path) => (step(), files.syncFolder(path)),
  };
}

/** Fails every write, or every open for writing, with one error code. */
export function failingFiles(code: "ENOSPC" | "EROFS" | "EACCES"): FileOps {
  const fail = (): never => {
    throw Object.assign(new Error(`${code}: made up`), { code });
  };
  if (code !== "ENOSPC")
    return { ...nodeFileOps, makeFolder: fail, openAppend: fail, openNew: fail };
  return {
    ...nodeFileOps,
    write(descriptor, bytes) {
      nodeFileOps.write(descriptor, bytes.subarray(0, Math.floor(bytes.length / 3)));
      fail();
    },
  };
}
