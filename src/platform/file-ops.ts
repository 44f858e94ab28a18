/**
 * Owns the file-system seam: every write of the store goes through one of these, so that a test can stop the
 * process, fill the disk or fail a call between any two of them.
 */
import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** Synchronous, unbuffered file operations. All throw node's own errors (ENOSPC, EROFS, EACCES ...). */
export interface FileOps {
  /** Creates the folder and its parents, mode 0700. */
  makeFolder(path: string): void;
  /** Opens for append, mode 0600, creating it; returns a descriptor. */
  openAppend(path: string): number;
  /** Creates a file that must not exist yet, mode 0600; returns a descriptor. */
  openNew(path: string): number;
  write(descriptor: number, bytes: Uint8Array): void;
  sync(descriptor: number): void;
  truncate(descriptor: number, length: number): void;
  close(descriptor: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes a rename or creation in the folder durable. */
  syncFolder(path: string): void;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done);
}

/** Node's own recursive mkdir spins for ever where a file system, such as /proc, refuses every new name as missing. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirOnce(path);
  }
}

function mkdirOnce(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was as fast.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The real file system. */
export const nodeFileOps: FileOps = {
  makeFolder,
  openAppend: (path) =>
    openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600),
  openNew: (path) => openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600),
  write: writeAll,
  sync: fsyncSync,
  truncate: ftruncateSync,
  close: closeSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  syncFolder,
};
