/** Owns where else the record of a turn stands: forks repeat what was said before them. */
import { formatSeq } from "../core/turn.ts";
import type { Connection } from "./connection.ts";

export interface RecordCopy {
  readonly session: string;
  /** `12`, `12.3`, `12@2` in that session. */
  readonly seq: string;
  readonly archiveEntryId: string;
  readonly epoch: number;
  readonly line: number;
}

/** All places of the record but the one that owns it, by session; empty for a record that stands in one file. */
export function listCopies(connection: Connection, id: number): readonly RecordCopy[] {
  return connection
    .statement(
      `SELECT s.id AS session, e.id AS entry, o.epoch, o.line, o.block FROM turns t
       CROSS JOIN occurrences o ON o.record = t.record AND o.block = t.block
       CROSS JOIN sessions s ON s.no = o.session CROSS JOIN entries e ON e.no = o.entry
       WHERE t.id = ? AND o.id <> t.id ORDER BY s.id`,
    )
    .all(id)
    .map((row) => {
      const place = { epoch: Number(row["epoch"]), line: Number(row["line"]) };
      return {
        session: String(row["session"]),
        seq: formatSeq({ ...place, block: Number(row["block"]) }),
        archiveEntryId: String(row["entry"]),
        ...place,
      };
    });
}
