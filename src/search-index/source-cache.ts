/** Owns what is known of source files, so that unchanged ones are passed over after one stat. */
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";

export interface KnownSource {
  /** Names the path; the caller may hash one that holds a secret. */
  readonly pathKey: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Archive entry that holds its bytes. */
  readonly entryId: string;
  readonly epoch: number;
  /** Bytes of the source that the archive has. */
  readonly capturedBytes: number;
}

function decodeSource(row: SqliteRow): KnownSource {
  return {
    pathKey: String(row["path_key"]),
    sizeBytes: Number(row["size_bytes"]),
    mtimeMs: Number(row["mtime_ms"]),
    inode: Number(row["inode"]),
    entryId: String(row["entry_id"]),
    epoch: Number(row["epoch"]),
    capturedBytes: Number(row["captured_bytes"]),
  };
}

export function readSources(connection: Connection): Map<string, KnownSource> {
  const rows = connection.statement("SELECT * FROM sources").all().map(decodeSource);
  return new Map(rows.map((source) => [source.pathKey, source]));
}

/** The sources of some paths; those that are not known are missing. */
export function readSourcesOf(
  connection: Connection,
  pathKeys: readonly string[],
): Map<string, KnownSource> {
  const statement = connection.statement("SELECT * FROM sources WHERE path_key = ?");
  const found = new Map<string, KnownSource>();
  for (const pathKey of pathKeys) {
    const row = statement.get(pathKey);
    if (row !== undefined) found.set(pathKey, decodeSource(row));
  }
  return found;
}

/** What a stat tells of a file. */
export type SourceStat = Pick<KnownSource, "inode" | "sizeBytes" | "mtimeMs">;

/**
 * Tells whether a file with these stats is known, whatever its path; a false may be wrong. All sources come out of SQL
 * as one list of numbers: a row each as an object costs four times as much, and to ask by path needs a keyed hash.
 */
export function readSourceStats(connection: Connection): (file: SourceStat) => boolean {
  const row = connection
    .statement(
      `SELECT '[' || group_concat(inode || ',' || size_bytes || ',' || CAST(mtime_ms * 1000 AS INTEGER)) || ']' AS stats FROM sources`,
    )
    .get();
  const stats = JSON.parse(String(row?.["stats"] ?? "[]")) as readonly number[];
  const places = new Map<number, number>();
  for (let at = 0; at < stats.length; at += 3) places.set(stats[at] ?? 0, at);
  return ({ inode, sizeBytes, mtimeMs }) => {
    const at = places.get(inode);
    if (at === undefined || stats[at + 1] !== sizeBytes) return false;
    return stats[at + 2] === Math.trunc(mtimeMs * 1000);
  };
}

export function writeSource(connection: Connection, source: KnownSource): void {
  connection
    .statement("INSERT OR REPLACE INTO sources VALUES(?, ?, ?, ?, ?, ?, ?)")
    .run(
      source.pathKey,
      source.sizeBytes,
      source.mtimeMs,
      source.inode,
      source.entryId,
      source.epoch,
      source.capturedBytes,
    );
}

export function deleteSource(connection: Connection, pathKey: string): void {
  connection.statement("DELETE FROM sources WHERE path_key = ?").run(pathKey);
}
