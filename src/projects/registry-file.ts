/** Owns projects.jsonl on disk: reads what was added since the last look, appends whole lines under a lock. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { VarveError } from "../core/errors.ts";
import type { FileOps } from "../platform/file-ops.ts";
import { takeLock } from "../platform/lock.ts";
import { parseRegistryLine, renderRegistryLine, type RegistryLine } from "./registry-line.ts";
import { applyLine, emptyRegistry, type Registry } from "./registry.ts";

const LOCK_WAIT_MS = 2_000;

export interface RegistryFile {
  /** The registry as of now. One stat; the same object as long as the file only grew. */
  current(): Registry;
  /** Changes whenever the registry does. */
  version(): number;
  /**
   * Calls `plan` with the newest registry under the lock, appends the lines it returns in one write with one fsync.
   * Throws VarveError `busy`, `disk-full`, `store-readonly`; then nothing of this call counts.
   */
  update(plan: (registry: Registry) => readonly RegistryLine[]): void;
}

export interface RegistryFileOptions {
  readonly file: string;
  readonly lockPath: string;
  readonly files: FileOps;
}

interface Loaded {
  registry: Registry;
  /** Bytes taken in: always the end of a whole line. */
  readTo: number;
  inode: number;
  version: number;
}

export function openRegistryFile(options: RegistryFileOptions): RegistryFile {
  const loaded: Loaded = { registry: emptyRegistry(), readTo: 0, inode: 0, version: 0 };
  return {
    current() {
      refresh(options.file, loaded);
      return loaded.registry;
    },
    version: () => loaded.version,
    update(plan) {
      try {
        updateLocked(options, loaded, plan);
      } catch (error) {
        // What was planned may stand in memory already and not on disk.
        Object.assign(loaded, {
          registry: emptyRegistry(),
          readTo: 0,
          inode: 0,
          version: loaded.version + 1,
        });
        throw asVarveError(options.file, error);
      }
    },
  };
}

function refresh(file: string, loaded: Loaded): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  const size = stats?.size ?? 0;
  const inode = stats?.ino ?? 0;
  if (inode !== loaded.inode || size < loaded.readTo) {
    Object.assign(loaded, {
      registry: emptyRegistry(),
      readTo: 0,
      inode,
      version: loaded.version + 1,
    });
  }
  if (size > loaded.readTo) readOn(file, size, loaded);
}

function readOn(file: string, size: number, loaded: Loaded): void {
  const bytes = Buffer.alloc(size - loaded.readTo);
  const descriptor = openSync(file, "r");
  let length = 0;
  try {
    length = readSync(descriptor, bytes, 0, bytes.length, loaded.readTo);
  } finally {
    closeSync(descriptor);
  }
  const end = bytes.lastIndexOf(0x0a, length - 1) + 1;
  if (length === 0 || end === 0) return; // a line that another process is still writing
  for (const text of bytes.toString("utf8", 0, end).split("\n")) {
    const line = parseRegistryLine(text);
    if (line !== undefined) applyLine(loaded.registry, line);
  }
  loaded.readTo += end;
  loaded.version += 1;
}

function updateLocked(
  options: RegistryFileOptions,
  loaded: Loaded,
  plan: (registry: Registry) => readonly RegistryLine[],
): void {
  const { file, files } = options;
  const lock = takeLock(options.lockPath, LOCK_WAIT_MS);
  if (lock === undefined) {
    throw new VarveError(
      "busy",
      "the project registry is locked by another varve",
      "try again in a moment",
    );
  }
  try {
    refresh(file, loaded);
    const lines = plan(loaded.registry);
    if (lines.length === 0) return;
    const isNewFile = !existsSync(file);
    // A torn last line (power loss) is closed, so that it spoils itself only and not the next one.
    const size = isNewFile ? 0 : statSync(file).size;
    const text = (size > loaded.readTo ? "\n" : "") + lines.map(renderRegistryLine).join("");
    files.makeFolder(dirname(file));
    appendDurably(file, text, files);
    if (isNewFile) files.syncFolder(dirname(file));
    refresh(file, loaded);
  } finally {
    lock.release();
  }
}

function appendDurably(file: string, text: string, files: FileOps): void {
  const descriptor = files.openAppend(file);
  try {
    files.write(descriptor, Buffer.from(text));
    files.sync(descriptor);
  } finally {
    files.close(descriptor);
  }
}

function asVarveError(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new VarveError(
      "disk-full",
      `no space left to write ${file}`,
      "free some space and try again",
      error,
    );
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new VarveError(
      "store-readonly",
      `cannot write ${file} (${code})`,
      "make the store writable, or set VARVE_HOME",
      error,
    );
  }
  return error;
}
