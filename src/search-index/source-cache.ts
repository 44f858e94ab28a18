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
