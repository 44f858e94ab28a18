/** Owns locks between processes: one small SQLite file each, held by BEGIN IMMEDIATE, released by the kernel on kill -9. */
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { isBusyError, openSqlite, type SqliteDatabase } from "./sqlite.ts";

export interface Lock {
  release(): void;
}

/**
 * Takes the lock at `path` or returns undefined when another process still holds it after `waitMs`.
 * Throws when the folder cannot be written.
 */
export function takeLock(path: string, waitMs: number): Lock | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let database: SqliteDatabase | undefined;
  try {
    database = openSqlite(path, { busyTimeoutMs: waitMs });
    chmodSync(path, 0o600);
    // Rollback journal: the lock then lives in the file itself and needs no -wal or -shm beside it.
    database.exec("BEGIN IMMEDIATE");
  } catch (error) {
    database?.close();
    if (isBusyError(error)) return undefined;
    throw error;
  }
  const held = database;
  return {
    release() {
      held.exec("ROLLBACK");
      held.close();
    },
  };
}
