/** Owns finding the row that stands for a turn just parsed, so that the audit can hold one against the other. */
import type { Turn } from "../core/turn.ts";
import type { Connection } from "./connection.ts";
import { encodeRecordKey, isLocalEntryId } from "./record-key.ts";
import { classCode, isoTime } from "./turn-row.ts";

export interface ParsedTurn {
  /** Archive entry and epoch that the turn was parsed from. */
  readonly entryId: string;
  readonly epoch: number;
  readonly turn: Turn;
}

export interface StoredTurn {
  readonly id: number;
  readonly archiveEntryId: string;
  readonly text: string;
  readonly sameClass: boolean;
  readonly time: string | null;
}

const COLUMNS = `SELECT t.id, t.class, t.time, x.text, e.id AS entry_id FROM turns t
  JOIN turn_texts x ON x.id = t.id JOIN entries e ON e.no = t.entry`;

/**
 * The row with the turn's identity, whoever owns it. A record without a host id is found by its place; where a later
 * epoch repeats it, by the same place in an earlier one. Undefined when there is no row.
 */
export function readStoredTurn(connection: Connection, parsed: ParsedTurn): StoredTurn | undefined {
  const { turn } = parsed;
  const row = isLocalEntryId(turn.entryId)
    ? connection
        .statement(
          `${COLUMNS} WHERE e.id = ? AND t.line = ? AND t.block = ? AND t.epoch <= ? ORDER BY x.text = ? DESC, t.epoch DESC LIMIT 1`,
        )
        .get(parsed.entryId, turn.line, turn.block, parsed.epoch, turn.text)
    : connection
        .statement(`${COLUMNS} WHERE t.record = ? AND t.block = ?`)
        .get(encodeRecordKey(turn.source, turn.entryId), turn.block);
  if (row === undefined) return undefined;
  return {
    id: Number(row["id"]),
    archiveEntryId: String(row["entry_id"]),
    text: String(row["text"]),
    sameClass: Number(row["class"]) === classCode(turn.class),
    time: isoTime(row["time"]),
  };
}

/** Rows whose place lies in the entry. */
export function countRowsOfEntry(connection: Connection, entryId: string): number {
  const row = connection
    .statement(
      "SELECT count(*) AS n FROM turns WHERE entry = (SELECT no FROM entries WHERE id = ?)",
    )
    .get(entryId);
  return Number(row?.["n"] ?? 0);
}
