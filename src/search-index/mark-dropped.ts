/** Owns what a rewind does: the turns it left behind stay, labelled dropped, and are no hits by default. */
import type { Connection } from "./connection.ts";
import { encodeRecordKey } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";
import type { SourceId } from "../core/turn.ts";

export interface Rewind {
  readonly entry: number;
  readonly epoch: number;
  readonly source: SourceId;
  /** Host entry id from which the talk went on. */
  readonly parentEntryId: string;
  /** Line of the prompt that went on from there. */
  readonly line: number;
  /** Line of that entry, which need not be a turn; looked up among the turns when it is not given. */
  readonly parentLine?: number;
}

function lineOfParent(connection: Connection, rewind: Rewind): number | undefined {
  const record = encodeRecordKey(rewind.source, rewind.parentEntryId);
  for (const table of ["turns", "occurrences"]) {
    const row = connection
      .statement(
        `SELECT max(line) AS line FROM ${table} WHERE record = ? AND entry = ? AND epoch = ?`,
      )
      .get(record, rewind.entry, rewind.epoch);
    if (typeof row?.["line"] === "number") return row["line"];
  }
  return undefined;
}

/** Labels the turns between the parent and the line; does nothing when the parent stands nowhere in this file. */
export function markDroppedLines(connection: Connection, rewind: Rewind): void {
  const after = rewind.parentLine ?? lineOfParent(connection, rewind);
  if (after === undefined) return;
  for (const table of ["turns", "occurrences"]) {
    connection
      .statement(
        `UPDATE ${table} SET flags = flags | ${TURN_FLAGS.dropped} WHERE entry = ? AND epoch = ? AND line > ? AND line < ?`,
      )
      .run(rewind.entry, rewind.epoch, after, rewind.line);
  }
}
