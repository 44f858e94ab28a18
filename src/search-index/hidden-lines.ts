/** Owns whether an archived line is one that a person has hidden, as far as the index knows the line. */
import type { Connection } from "./connection.ts";
import type { HiddenLine } from "./hidden-keys.ts";

const AT_PLACE = "e.id = ?1 AND p.epoch = ?2 AND p.line = ?3";

/** True when the line gave a turn that is hidden, or repeats its record; false where nothing is hidden. */
export function isLineHidden(
  connection: Connection,
  { entryId, epoch, line }: HiddenLine,
): boolean {
  const { mask } = connection;
  if (mask === undefined) return false;
  const row = connection
    .statement(
      `SELECT 1 FROM entries e CROSS JOIN turns p ON p.entry = e.no
       WHERE ${AT_PLACE} AND NOT ${mask.condition("p.id")}
       UNION ALL SELECT 1 FROM entries e CROSS JOIN occurrences p ON p.entry = e.no
       CROSS JOIN turns t ON t.record = p.record AND t.block = p.block
       WHERE ${AT_PLACE} AND NOT ${mask.condition("t.id")} LIMIT 1`,
    )
    .get(entryId, epoch, line);
  return row !== undefined;
}
