/** Owns the rows of a full-text table that match an expression within conditions. */
import type { SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import type { Condition } from "./search-conditions.ts";

export interface RowMatch {
  readonly table: "fts" | "singles";
  readonly match: string;
  /** On the full-text row `f`. */
  readonly rows: readonly Condition[];
  /** On the turn `t`; when empty, no turn is read. */
  readonly turns: readonly Condition[];
}

export interface MatchSql {
  /** FROM and WHERE, with `f` the full-text row and `t` the turn where it is joined. */
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

/** The full-text table first and CROSS JOIN: some SQLite versions otherwise probe it once per turn. */
export function matchSql(rows: RowMatch): MatchSql {
  const conditions = [...rows.rows, ...rows.turns];
  const join = rows.turns.length === 0 ? "" : " CROSS JOIN turns t ON t.id = f.rowid";
  const where = [`f.${rows.table} MATCH ?`, ...conditions.map(({ sql }) => sql)].join(" AND ");
  return {
    sql: `FROM ${rows.table} f${join} WHERE ${where}`,
    values: [rows.match, ...conditions.flatMap(({ values }) => values)],
  };
}

/** Counts no further than `most`. */
export function countMatches(connection: Connection, rows: RowMatch, most: number): number {
  const { sql, values } = matchSql(rows);
  const row = connection
    .statement(`SELECT count(*) AS n FROM (SELECT 1 ${sql} LIMIT ?)`)
    .get(...values, most);
  return Number(row?.["n"]);
}

/** Numbers that SQL joined with commas, which costs a twentieth of a row for each. */
export function splitNumbers(list: SqliteValue | undefined): readonly number[] {
  return typeof list === "string" && list !== "" ? list.split(",").map(Number) : [];
}

/** Rowids in the order of the table, no more than `most`. */
export function listMatches(
  connection: Connection,
  rows: RowMatch,
  most: number,
): readonly number[] {
  const { sql, values } = matchSql(rows);
  const row = connection
    .statement(`SELECT group_concat(id) AS ids FROM (SELECT f.rowid AS id ${sql} LIMIT ?)`)
    .get(...values, most);
  return splitNumbers(row?.["ids"]);
}
