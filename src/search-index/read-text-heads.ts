/** Owns reading the beginnings of many texts without the rest. */
import type { Connection } from "./connection.ts";

/** The first `chars` characters of the turns `ids`, by id. */
export function readTextHeads(
  connection: Connection,
  ids: readonly number[],
  chars: number,
): ReadonlyMap<number, string> {
  const rows = connection
    .statement(
      `SELECT x.id, substr(x.text, 1, ?) AS head FROM json_each(?) j CROSS JOIN turn_texts x ON x.id = j.value`,
    )
    .all(chars, JSON.stringify(ids));
  return new Map(rows.map((row) => [Number(row["id"]), String(row["head"])]));
}
