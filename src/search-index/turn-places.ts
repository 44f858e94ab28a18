/** Owns the order of turns that are alike otherwise: newest first, then by what a rebuild leaves as it is. */
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";
import type { Condition } from "./search-conditions.ts";

export interface TurnPlace {
  readonly id: number;
  /** Milliseconds since 1970; null when unknown. */
  readonly time: number | null;
  readonly session: string;
  readonly epoch: number;
  readonly line: number;
  readonly block: number;
}

function decodePlace(row: SqliteRow): TurnPlace {
  return {
    id: Number(row["id"]),
    time: row["time"] === null ? null : Number(row["time"]),
    session: String(row["session"]),
    epoch: Number(row["epoch"]),
    line: Number(row["line"]),
    block: Number(row["block"]),
  };
}

/** Undated turns last. Never by rowid: another index of the same archive has others. */
export function compareNewestFirst(a: TurnPlace, b: TurnPlace): number {
  if (a.time !== b.time) return (b.time ?? -Infinity) - (a.time ?? -Infinity);
  if (a.session !== b.session) return a.session < b.session ? -1 : 1;
  return b.epoch - a.epoch || b.line - a.line || b.block - a.block;
}

/** Those of `ids` that meet the conditions on the turn `t`, newest first. */
export function readPlaces(
  connection: Connection,
  ids: readonly number[],
  conditions: readonly Condition[],
): readonly TurnPlace[] {
  if (ids.length === 0) return [];
  const where = conditions.map(({ sql }) => sql).join(" AND ");
  return connection
    .statement(
      `SELECT t.id, t.time, t.epoch, t.line, t.block, s.id AS session FROM json_each(?) j
       CROSS JOIN turns t ON t.id = j.value ${SESSION_OF_TURN}${where === "" ? "" : ` WHERE ${where}`}`,
    )
    .all(JSON.stringify(ids), ...conditions.flatMap(({ values }) => values))
    .map(decodePlace)
    .toSorted(compareNewestFirst);
}
