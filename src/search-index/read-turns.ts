/** Owns reading turns back by reference and by place. */
import { parseSeq, type Seq } from "../core/turn.ts";
import type { Connection } from "./connection.ts";
import { andShown } from "./hidden-mask.ts";
import { blockOfRowidSql, BLOCK_SIZE, SESSION_OF_TURN, TURNS_OF_SESSION } from "./pack-rowid.ts";
import type { SessionRow } from "./list-sessions.ts";
import { decodeTurn, TURN_COLUMNS, type IndexedTurn } from "./turn-row.ts";

const TEXT_AND_NAMES = `CROSS JOIN turn_texts x ON x.id = t.id CROSS JOIN projects p ON p.no = s.project
  CROSS JOIN entries e ON e.no = t.entry`;

function readById(connection: Connection, id: number): IndexedTurn | undefined {
  const row = connection
    .statement(
      `SELECT ${TURN_COLUMNS} FROM turns t ${SESSION_OF_TURN} ${TEXT_AND_NAMES} WHERE t.id = ?${andShown(connection, "t.id")}`,
    )
    .get(id);
  return row === undefined ? undefined : decodeTurn(row);
}

/** In the order of `ids`; those without a row are left out. One statement: fifty would take twice as long. */
export function readTurnsById(
  connection: Connection,
  ids: readonly number[],
): readonly IndexedTurn[] {
  const rows = connection
    .statement(
      `SELECT ${TURN_COLUMNS} FROM json_each(?) j CROSS JOIN turns t ON t.id = j.value
       ${SESSION_OF_TURN} ${TEXT_AND_NAMES} WHERE 1${andShown(connection, "t.id")}`,
    )
    .all(JSON.stringify(ids));
  const turns = new Map(rows.map(decodeTurn).map((turn) => [turn.id, turn]));
  return ids.flatMap((id) => turns.get(id) ?? []);
}

/** Id of the row that a place of a session stands for: its own, or the owner's when the record is a copy. */
export function findTurnId(connection: Connection, session: number, seq: Seq): number | undefined {
  const own = connection
    .statement(
      `SELECT t.id FROM session_entries se CROSS JOIN turns t ON t.entry = se.entry
       WHERE se.session = ? AND t.epoch = ? AND t.line = ? AND t.block = ?
       AND EXISTS (SELECT 1 FROM blocks b WHERE b.no = ${blockOfRowidSql("t.id")} AND b.session = se.session)`,
    )
    .get(session, seq.epoch, seq.line, seq.block);
  if (own !== undefined) return Number(own["id"]);
  const copy = connection
    .statement(
      `SELECT t.id FROM session_entries se CROSS JOIN occurrences o ON o.entry = se.entry
       CROSS JOIN turns t ON t.record = o.record AND t.block = o.block
       WHERE se.session = ? AND o.session = se.session AND o.epoch = ? AND o.line = ? AND o.block = ?`,
    )
    .get(session, seq.epoch, seq.line, seq.block);
  return copy === undefined ? undefined : Number(copy["id"]);
}

/** The turn a reference means, through any copy of its record; `seq` as in core/turn.ts. */
export function readTurn(
  connection: Connection,
  session: SessionRow,
  seq: string,
): IndexedTurn | undefined {
  const place = parseSeq(seq);
  if (place === undefined) return undefined;
  const id = findTurnId(connection, session.no, place);
  return id === undefined ? undefined : readById(connection, id);
}

export interface OrdinalRange {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

/** Turns that the session owns, in the order in which they were indexed. Ordinals may have gaps. */
export function readTurns(
  connection: Connection,
  session: SessionRow,
  range: OrdinalRange,
): readonly IndexedTurn[] {
  return connection
    .statement(
      `SELECT ${TURN_COLUMNS} FROM ${TURNS_OF_SESSION} ${TEXT_AND_NAMES}
       WHERE s.no = ? AND b.first_ordinal + (t.id & ${BLOCK_SIZE - 1}) BETWEEN ? AND ?
       AND b.first_ordinal BETWEEN ? AND ?${andShown(connection, "t.id")} ORDER BY b.first_ordinal, t.id`,
    )
    .all(session.no, range.from, range.to, range.from - BLOCK_SIZE + 1, range.to)
    .map(decodeTurn);
}
