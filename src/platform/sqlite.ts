/**
 * Owns the SQLite binding: one code path on the `node:sqlite` API. The built-in module on Node >= 22.13,
 * the @photostructure/sqlite package (same API, N-API binaries inside) below.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type { DatabaseSync as DatabaseSyncType } from "@photostructure/sqlite";

import { VarveError } from "../core/errors.ts";

export type SqliteValue = null | number | bigint | string | Uint8Array;
export type SqliteRow = Record<string, SqliteValue>;

export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  get(...values: SqliteValue[]): SqliteRow | undefined;
  all(...values: SqliteValue[]): SqliteRow[];
  iterate(...values: SqliteValue[]): Iterable<SqliteRow>;
}

export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface OpenSqliteOptions {
  readonly readOnly?: boolean;
  /** How long a statement waits for another writer, in milliseconds. */
  readonly busyTimeoutMs: number;
}

type Binding = { readonly DatabaseSync: typeof DatabaseSyncType };

let loaded: Binding | undefined;

function hasBuiltIn(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

function loadBinding(): Binding {
  if (loaded !== undefined) return loaded;
  const require = createRequire(import.meta.url);
  if (hasBuiltIn()) {
    // Node 22 announces node:sqlite as experimental on stderr, which a host would show to the person.
    const emit = process.emitWarning;
    process.emitWarning = () => undefined;
    try {
      loaded = require("node:sqlite") as Binding;
    } finally {
      process.emitWarning = emit;
    }
  } else {
    loaded = requireNative(require);
  }
  return loaded;
}

/**
 * The native file that the package would choose, asked for by its name: the package's own way there is three more
 * files and 3 ms of every start. Undefined where it was built on this machine or is missing.
 */
function requirePrebuilt(require: NodeJS.Require): Binding | undefined {
  try {
    const folder = dirname(require.resolve("@photostructure/sqlite/package.json"));
    const place = `${process.platform}-${process.arch}`;
    const isMusl = process.platform === "linux" && existsSync("/etc/alpine-release");
    const name = `@photostructure+sqlite.${isMusl ? "musl" : "glibc"}.node`;
    return require(join(folder, "prebuilds", place, name)) as Binding;
  } catch {
    return undefined;
  }
}

/** The package's native file may be missing, cut short or made for another platform: then every use of the store fails alike. */
function requireNative(require: NodeJS.Require): Binding {
  const prebuilt = requirePrebuilt(require);
  if (prebuilt !== undefined) return prebuilt;
  try {
    return require("@photostructure/sqlite") as Binding;
  } catch (cause) {
    const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new VarveError(
      "io",
      `SQLite cannot be loaded by Node ${process.versions.node} (${process.platform} ${process.arch}): ${reason}`,
      "install varve again with the Node that runs it: npm install -g varve (in a checkout: npm ci). Nothing that was kept is harmed",
      cause,
    );
  }
}

/**
 * Opens a database file. `busy_timeout` is set first: without it and BEGIN IMMEDIATE, four writers lose 10-25 %
 * of their transactions. Throws the binding's own error when the file is missing (read-only) or no database.
 */
export function openSqlite(path: string, options: OpenSqliteOptions): SqliteDatabase {
  const { DatabaseSync } = loadBinding();
  const database = new DatabaseSync(path, { readOnly: options.readOnly === true });
  database.exec(`PRAGMA busy_timeout=${Math.round(options.busyTimeoutMs)}`);
  return database;
}

/** Runs `work` in one immediate transaction; rolls back and rethrows when it throws. */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** SQLite has rolled back by itself after a full disk or a failed read; the error that led here is the one to tell. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    return;
  }
}

/** True for SQLITE_BUSY and SQLITE_LOCKED, whatever the binding calls them. */
export function isBusyError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /\b(?:SQLITE_BUSY|SQLITE_LOCKED|database (?:table )?is locked)\b/i.test(error.message)
  );
}
