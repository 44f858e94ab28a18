/** Owns one open index database: how it is opened, its statements, and what its errors mean. */
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { VarveError } from "../core/errors.ts";
import {
  isBusyError,
  openSqlite,
  type SqliteDatabase,
  type SqliteStatement,
} from "../platform/sqlite.ts";
import type { Mask } from "./hidden-keys.ts";

export interface Connection {
  readonly path: string;
  readonly database: SqliteDatabase;
  /** Prepared once per text and kept as long as the connection. */
  statement(sql: string): SqliteStatement;
  /** What its answers leave out; undefined where they leave out nothing. */
  readonly mask?: Mask | undefined;
  close(): void;
}

/**
 * Pages of 8 KB hold the texts with half the waste of 4 KB ones. The page size only counts for a new file and must
 * come before WAL.
 */
const WRITE_PRAGMAS = `
PRAGMA page_size=16384;
PRAGMA journal_mode=WAL;
PRAGMA synchronous=NORMAL;
PRAGMA foreign_keys=ON;
PRAGMA temp_store=MEMORY;
PRAGMA cache_size=-32768;
PRAGMA wal_autocheckpoint=1000;
PRAGMA journal_size_limit=16777216;
`;

/** More texts than this means that some caller builds SQL out of data. */
const MOST_STATEMENTS = 200;

function connect(path: string, database: SqliteDatabase): Connection {
  const statements = new Map<string, SqliteStatement>();
  return {
    path,
    database,
    statement(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      const made = database.prepare(sql);
      statements.set(sql, made);
      return made;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** Opens for writing; the file must exist. Waits `busyTimeoutMs` for another writer. */
export function connectForWriting(path: string, busyTimeoutMs: number): Connection {
  // Without mode=rw a generation removed a moment ago would come back as an empty file.
  const database = openSqlite(`${pathToFileURL(path).href}?mode=rw`, { busyTimeoutMs });
  try {
    database.exec(WRITE_PRAGMAS);
  } catch (error) {
    database.close();
    throw error;
  }
  return connect(path, database);
}

/** A search touches some hundred pages all over the file; SQLite's own 2 MB are 120 of them. */
const READ_PRAGMAS = "PRAGMA cache_size=-8192";

function openForReading(location: string, busyTimeoutMs: number): SqliteDatabase {
  const database = openSqlite(location, { readOnly: true, busyTimeoutMs });
  try {
    database.exec(READ_PRAGMAS);
    database.prepare("SELECT count(*) AS n FROM meta").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens read-only. Where not even the `-shm` file may be made (a sandbox) the file is opened as immutable: that
 * ignores the write-ahead log, so it is the last resort.
 */
export function connectForReading(path: string, busyTimeoutMs: number): Connection {
  try {
    return connect(path, openForReading(path, busyTimeoutMs));
  } catch (error) {
    if (isBusyError(error) || isCorruptError(error)) throw error;
    const immutable = `${pathToFileURL(path).href}?immutable=1`;
    return connect(path, openForReading(immutable, busyTimeoutMs));
  }
}

/** Creates an empty file with mode 0600; SQLite gives its `-wal` and `-shm` the same mode. */
export function createDatabaseFile(path: string): void {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600));
}

export function isCorruptError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /not a database|malformed|vtable constructor failed|SQLITE_CORRUPT|SQLITE_NOTADB|no such table|database corruption/i.test(
      error.message,
    )
  );
}

function isFullError(error: unknown): boolean {
  return (
    error instanceof Error && /SQLITE_FULL|database or disk is full|ENOSPC/i.test(error.message)
  );
}

/** Runs `work` and turns the binding's errors into ones that say what to do. */
export function explainErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof VarveError) throw error;
    if (isBusyError(error)) {
      throw new VarveError(
        "busy",
        "another process is writing the search index",
        "try again in a moment",
        error,
      );
    }
    if (isCorruptError(error)) {
      throw new VarveError(
        "corrupt",
        `the search index ${path} is damaged`,
        "run varve rebuild",
        error,
      );
    }
    if (!existsSync(path)) {
      throw new VarveError(
        "corrupt",
        `the search index ${path} is gone`,
        "run varve rebuild",
        error,
      );
    }
    if (isFullError(error)) {
      throw new VarveError(
        "disk-full",
        "no space left for the search index",
        "free some space, then run varve sync",
        error,
      );
    }
    throw error;
  }
}
