/**
 * Owns the quick count of rows against what batches gave: cheap enough for the end of every sync, where a writer that
 * is not varve, or a fault of its own, shows before anybody searches.
 */
import type { Connection } from "./connection.ts";

/** Key in `meta`: rows that batches gave, less those taken out again. */
const GIVEN_KEY = "rows";

export interface RowTally {
  readonly turns: number;
  /** Rows that batches gave and nobody took out; undefined in a generation that was made without the count. */
  readonly given: number | undefined;
  readonly fullTextRows: number;
  readonly lines: number;
  readonly sessions: number;
  /** Archive entries that rows may belong to though no batch of theirs was taken in. */
  readonly strayEntries: readonly string[];
}

export function startGivenRows(connection: Connection): void {
  connection.statement("INSERT INTO meta(key, value) VALUES(?, '0')").run(GIVEN_KEY);
}

/** Call it in the transaction that adds or removes the rows. */
export function countGivenRows(connection: Connection, more: number): void {
  connection
    .statement("UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE key = ?")
    .run(more, GIVEN_KEY);
}

function one(connection: Connection, sql: string): number {
  return Number(connection.statement(sql).get()?.["n"] ?? 0);
}

/** Counts come from page headers of the narrowest trees, not from rows: some milliseconds at a million turns. */
export function tallyRows(connection: Connection): RowTally {
  const given = connection.statement("SELECT value FROM meta WHERE key = ?").get(GIVEN_KEY)?.[
    "value"
  ];
  const stray = connection
    .statement(
      "SELECT id FROM entries e WHERE NOT EXISTS (SELECT 1 FROM epochs p WHERE p.entry = e.no)",
    )
    .all();
  return {
    turns: one(connection, "SELECT count(*) AS n FROM turns"),
    given: given === undefined ? undefined : Number(given),
    fullTextRows: one(connection, "SELECT count(*) AS n FROM fts_docsize"),
    lines: one(connection, "SELECT coalesce(sum(lines), 0) AS n FROM epochs"),
    sessions: one(connection, "SELECT count(*) AS n FROM sessions"),
    strayEntries: stray.map((row) => String(row["id"])),
  };
}

/** Archive entries that the index knows, those that came last first; at most `limit`. */
export function listIndexedEntries(connection: Connection, limit: number): readonly string[] {
  return connection
    .statement("SELECT id FROM entries ORDER BY no DESC LIMIT ?")
    .all(limit)
    .map((row) => String(row["id"]));
}

export interface EntryRows {
  /** Null for a number that names no entry. */
  readonly entryId: string | null;
  readonly rows: number;
}

/** Rows by the entry they claim, whether or not a batch of it was ever taken in. */
export function countRowsByEntry(connection: Connection): readonly EntryRows[] {
  return connection
    .statement(
      `SELECT e.id, n.rows FROM (SELECT entry, count(*) AS rows FROM turns INDEXED BY turns_place GROUP BY entry) n
       LEFT JOIN entries e ON e.no = n.entry`,
    )
    .all()
    .map((row) => ({
      entryId: typeof row["id"] === "string" ? row["id"] : null,
      rows: Number(row["rows"]),
    }));
}
