/** Owns appending one line to a state file that may not grow without end. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** State files are turned over at this size. */
export const STATE_FILE_LIMIT_BYTES = 5 * 1024 * 1024;

function openForAppend(path: string): number {
  const open = (): number => openSync(path, "a", 0o600);
  try {
    return open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeStateFolder(dirname(path));
    return open();
  }
}

function makeStateFolder(folder: string): void {
  try {
    // Not recursive: a store that a person deleted is not brought back by a hook.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Hooks of one moment race for the first folder; whoever made it, it is there.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Appends `line` with one write. Returns "full" and writes nothing when the file has reached the limit.
 * Throws node's own errors; a file that another process moved away and deleted meanwhile is written anew.
 */
export function appendBounded(path: string, line: string): "written" | "full" {
  for (let attempt = 0; ; attempt += 1) {
    const descriptor = openForAppend(path);
    try {
      if (fstatSync(descriptor).size > STATE_FILE_LIMIT_BYTES) return "full";
      writeSync(descriptor, line);
      if (fstatSync(descriptor).nlink > 0 || attempt === 1) return "written";
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Appends `line`; a full file first becomes `<name>.1` (replacing the one before). Throws node's own errors. */
export function appendRotating(path: string, line: string): void {
  if (appendBounded(path, line) === "written") return;
  renameSync(path, `${path}.1`);
  appendBounded(path, line);
}
