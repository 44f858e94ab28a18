/** Owns the backup: a copy of the truth files into another folder, file by file, each whole or not at all. */
import {
  copyFileSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  chmodSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

import { VarveError } from "../core/errors.ts";
import { nodeFileOps } from "../platform/file-ops.ts";
import type { Engine } from "./engine.ts";

/** What a store cannot be made again from anything else. Everything else is rebuilt from these. */
export const TRUTH_FILES: readonly string[] = [
  "store.json",
  "key",
  "config.toml",
  "schemas",
  "projects.jsonl",
  "memories",
  "history",
  "proposals",
  "archive",
  "usage.jsonl",
  "hidden.jsonl",
];

export interface BackupProgress {
  start(totalBytes: number, files: number): void;
  advance(bytes: number): void;
}

export interface BackupResult {
  readonly to: string;
  readonly files: number;
  readonly bytes: number;
  /** Files that were there already with the same size and time. */
  readonly skipped: number;
}

/**
 * Copies the truth files to `to`. A second backup to the same folder copies only what changed; a file that the store
 * no longer has stays. The caller holds the worker lock. Throws `refused` for a folder inside the store.
 */
export function backupStore(engine: Engine, to: string, progress?: BackupProgress): BackupResult {
  const { home } = engine.store.paths;
  const target = resolve(to);
  if (target === resolve(home) || target.startsWith(resolve(home) + sep)) {
    throw new VarveError(
      "refused",
      `${target} lies inside the store`,
      "name a folder elsewhere, best on another disk",
    );
  }
  const files = TRUTH_FILES.flatMap((name) => listFiles(join(home, name)));
  progress?.start(
    files.reduce((sum, path) => sum + statSync(path).size, 0),
    files.length,
  );
  nodeFileOps.makeFolder(target);
  let copied = 0;
  let bytes = 0;
  for (const path of files) {
    const size = statSync(path).size;
    if (copyFile(path, join(target, relative(home, path)))) {
      copied += 1;
      bytes += size;
    }
    progress?.advance(size);
  }
  return { to: target, files: copied, bytes, skipped: files.length - copied };
}

function listFiles(path: string): readonly string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return [];
  if (stats.isFile()) return [path];
  if (!stats.isDirectory()) return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

/** False when the copy has the same size and time already. */
function copyFile(from: string, to: string): boolean {
  const source = statSync(from);
  const known = statSync(to, { throwIfNoEntry: false });
  if (
    known !== undefined &&
    known.size === source.size &&
    Math.abs(known.mtimeMs - source.mtimeMs) < 1
  )
    return false;
  nodeFileOps.makeFolder(dirname(to));
  const temporary = `${to}.${process.pid}.tmp`;
  try {
    copyFileSync(from, temporary);
    chmodSync(temporary, 0o600);
    utimesSync(temporary, source.atime, source.mtime);
    renameSync(temporary, to);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return true;
}
