/** Owns listing the turns of a range of time over all sessions, in the order in which things happened. */
import type { Connection } from "./connection.ts";
import { rangeLookup, type TimeRangeFilter } from "./count-range.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";

export interface RangeTurn {
  readonly id: number;
  readonly session: string;
}

/** At most `limit`, the first ones; lifecycle turns, dropped ones and hidden histories are left out. */
export function listRange(
  connection: Connection,
  filter: TimeRangeFilter,
  limit: number,
): readonly RangeTurn[] {
  const { where, values } = rangeLookup(connection, filter);
  return connection
    .statement(
      `SELECT t.id, s.id AS session FROM turns t ${SESSION_OF_TURN}
       WHERE ${where} AND s.hidden = 0 ORDER BY t.time, t.id LIMIT ?`,
    )
    .all(...values, limit)
    .map((row) => ({ id: Number(row["id"]), session: String(row["session"]) }));
}
