/** Owns making deleted text leave the bytes of the file, not only the tables. */
import type { Connection } from "./connection.ts";
import { FULL_TEXT_TABLES } from "./schema.ts";
import { keepFrequentTokens } from "./token-turns.ts";

/** Empties the write-ahead log into the database; false while another process still reads an older state. */
export function checkpointFile(connection: Connection): boolean {
  const row = connection.database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  return Number(row?.["busy"] ?? 0) === 0;
}

/** How long the end of a sync waits for readers: the next sync empties the log as well. */
const BRIEF_WAIT_MS = 100;

/** As {@link checkpointFile}, but an open reader is hardly waited for. */
export function checkpointBriefly(connection: Connection): boolean {
  const { database } = connection;
  const patience = Number(database.prepare("PRAGMA busy_timeout").get()?.["timeout"] ?? 0);
  database.exec(`PRAGMA busy_timeout=${Math.min(patience, BRIEF_WAIT_MS)}`);
  try {
    return checkpointFile(connection);
  } finally {
    database.exec(`PRAGMA busy_timeout=${patience}`);
  }
}

function setSecureDelete(connection: Connection, on: 0 | 1): void {
  for (const table of FULL_TEXT_TABLES) {
    connection.database.exec(`INSERT INTO ${table}(${table}, rank) VALUES('secure-delete', ${on})`);
  }
}

/** Merges all segments into one. */
function optimizeFullText(connection: Connection): void {
  for (const table of FULL_TEXT_TABLES)
    connection.database.exec(`INSERT INTO ${table}(${table}) VALUES('optimize')`);
}

/** Merges the full text and gives free pages back to the file system; seconds on a large index. */
export function compactFile(connection: Connection): void {
  optimizeFullText(connection);
  keepFrequentTokens(connection);
  checkpointFile(connection);
  connection.database.exec("VACUUM");
  checkpointFile(connection);
}

/**
 * Runs `remove` (one transaction) with secure deletion on, then rewrites full text and file so that no byte of what
 * was removed is left. Secure deletion is off otherwise: it makes a delete 50 times slower. `clean` is false when a
 * reader kept the log from being emptied; running it again later finishes.
 */
export function removeSecurely<T>(
  connection: Connection,
  remove: () => T,
): { readonly result: T; readonly clean: boolean } {
  const { database } = connection;
  database.exec("PRAGMA secure_delete=ON");
  setSecureDelete(connection, 1);
  let result: T;
  try {
    result = remove();
    optimizeFullText(connection);
  } finally {
    setSecureDelete(connection, 0);
    database.exec("PRAGMA secure_delete=OFF");
  }
  checkpointFile(connection);
  database.exec("VACUUM");
  return { result, clean: checkpointFile(connection) };
}
