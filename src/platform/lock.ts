/** Owns locks between processes: one small SQLite file each, held by BEGIN IMMEDIATE, released by the kernel on kill -9. */
import { chmodSync, mkdirSync, truncateSync } from "node:fs";
import { dirname } from "node:path";

import { isBusyError, openSqlite, type SqliteDatabase } from "./sqlite.ts";

export interface Lock {
  release(): void;
}

/** A lock file that is taken again and again by one process: opening it costs more than taking it. */
export interface LockFile {
  /** The lock, or undefined when another process still holds it after `waitMs`. Throws when it cannot be written. */
  take(waitMs: number): Lock | undefined;
  close(): void;
}

/** Touches no file until it is first taken. */
export function openLockFile(path: string): LockFile {
  let database: SqliteDatabase | undefined;
  return {
    take(waitMs) {
      database ??= openSound(path);
      const held = database;
      try {
        held.exec(`PRAGMA busy_timeout=${Math.round(waitMs)}`);
        // Rollback journal: the lock then lives in the file itself and needs no -wal or -shm beside it.
        held.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if (isBusyError(error)) return undefined;
        throw error;
      }
      return { release: () => held.exec("ROLLBACK") };
    },
    close() {
      database?.close();
      database = undefined;
    },
  };
}

/** A lock file holds nothing, so a damaged one is emptied: the inode stays, and with it the lock of whoever did so first. */
function openSound(path: string): SqliteDatabase {
  try {
    return openDatabase(path);
  } catch (error) {
    if (!/not a database|NOTADB|malformed|CORRUPT/i.test(String(error))) throw error;
    truncateSync(path, 0);
    return openDatabase(path);
  }
}

function openDatabase(path: string): SqliteDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = openSqlite(path, { busyTimeoutMs: 0 });
  // Nothing is ever written: a journal file per taking would only cost.
  try {
    chmodSync(path, 0o600);
    database.exec("PRAGMA journal_mode=MEMORY");
    // Reads the first page, so that damage shows here and not when the lock is taken.
    database.prepare("PRAGMA schema_version").all();
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Takes a lock once; as {@link LockFile.take}, and closed when it is released. */
export function takeLock(path: string, waitMs: number): Lock | undefined {
  const file = openLockFile(path);
  let lock: Lock | undefined;
  try {
    lock = file.take(waitMs);
  } finally {
    if (lock === undefined) file.close();
  }
  if (lock === undefined) return undefined;
  const held = lock;
  return {
    release() {
      held.release();
      file.close();
    },
  };
}
