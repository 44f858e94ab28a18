/** Owns the counts that the audit adds up. */
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";

export interface SkippedCount {
  readonly reason: string;
  /** Name of an unknown record type and the like; empty when there is none. */
  readonly detail: string;
  /** Lines that became no record, counted under their first reason. */
  readonly lines: number;
  /** Lines and blocks, also those of lines that became a record. */
  readonly count: number;
}

export interface EpochCounts {
  readonly entryId: string;
  readonly epoch: number;
  readonly source: string;
  readonly kind: string;
  /** Lines indexed so far; equals `recordLines` plus the lines of all reasons. */
  readonly lines: number;
  /** Lines that gave at least one turn, owned here or elsewhere. */
  readonly recordLines: number;
  readonly turns: number;
  /** Turns whose record another session owns. */
  readonly copies: number;
  readonly sourceBytes: number;
  readonly skipped: readonly SkippedCount[];
}

export interface IndexCounts {
  readonly epochs: readonly EpochCounts[];
  /** Local time plays no part: UTC days, turns owned. */
  readonly perDay: readonly { readonly day: string; readonly turns: number }[];
  readonly totals: {
    readonly sessions: number;
    readonly turns: number;
    readonly copies: number;
    /** Turns that must have a full-text row: all of them. */
    readonly eligible: number;
    readonly fullTextRows: number;
    readonly textBytes: number;
  };
}

function one(connection: Connection, sql: string): number {
  return Number(connection.statement(sql).get()?.["n"] ?? 0);
}

function keyOf(row: SqliteRow): string {
  return `${Number(row["entry"])}:${Number(row["epoch"])}`;
}

function countsBy(connection: Connection, sql: string): ReadonlyMap<string, number> {
  const rows = connection.statement(sql).all();
  return new Map(rows.map((row) => [keyOf(row), Number(row["n"])]));
}

function skippedBy(connection: Connection): ReadonlyMap<string, readonly SkippedCount[]> {
  const found = new Map<string, SkippedCount[]>();
  const rows = connection
    .statement("SELECT * FROM skipped WHERE count <> 0 ORDER BY reason, detail")
    .all();
  for (const row of rows) {
    const counts = found.get(keyOf(row)) ?? [];
    found.set(keyOf(row), counts);
    counts.push({
      reason: String(row["reason"]),
      detail: String(row["detail"]),
      lines: Number(row["lines"]),
      count: Number(row["count"]),
    });
  }
  return found;
}

const COPIES = `FROM occurrences o JOIN turns t ON t.record = o.record AND t.block = o.block
  WHERE NOT (t.entry = o.entry AND t.epoch = o.epoch AND t.line = o.line)`;

function countEpochs(connection: Connection): readonly EpochCounts[] {
  const turns = countsBy(
    connection,
    "SELECT entry, epoch, count(*) AS n FROM turns GROUP BY entry, epoch",
  );
  const copies = countsBy(
    connection,
    `SELECT o.entry, o.epoch, count(*) AS n ${COPIES} GROUP BY o.entry, o.epoch`,
  );
  const skipped = skippedBy(connection);
  return connection
    .statement(
      "SELECT p.*, e.id, e.source, e.kind FROM epochs p JOIN entries e ON e.no = p.entry ORDER BY e.id, p.epoch",
    )
    .all()
    .map((row) => ({
      entryId: String(row["id"]),
      epoch: Number(row["epoch"]),
      source: String(row["source"]),
      kind: String(row["kind"]),
      lines: Number(row["lines"]),
      recordLines: Number(row["record_lines"]),
      turns: turns.get(keyOf(row)) ?? 0,
      copies: copies.get(keyOf(row)) ?? 0,
      sourceBytes: Number(row["source_bytes"]),
      skipped: skipped.get(keyOf(row)) ?? [],
    }));
}

/** One pass over the narrow tables; some 100 ms at a million turns. */
export function countRows(connection: Connection): IndexCounts {
  const days = connection
    .statement(
      `SELECT strftime('%Y-%m-%d', time / 1000, 'unixepoch') AS day, count(*) AS n FROM turns
       WHERE time IS NOT NULL GROUP BY day ORDER BY day`,
    )
    .all();
  const turns = one(connection, "SELECT count(*) AS n FROM turns");
  return {
    epochs: countEpochs(connection),
    perDay: days.map((row) => ({ day: String(row["day"]), turns: Number(row["n"]) })),
    totals: {
      sessions: one(connection, "SELECT count(*) AS n FROM sessions"),
      turns,
      copies: one(connection, `SELECT count(*) AS n ${COPIES}`),
      eligible: turns,
      fullTextRows: one(connection, "SELECT count(*) AS n FROM fts_docsize"),
      textBytes: one(connection, "SELECT sum(octet_length(text)) AS n FROM turn_texts"),
    },
  };
}
