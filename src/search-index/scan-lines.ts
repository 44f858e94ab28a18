/** Owns what the index knows of archived lines: which files are newest, and which turns a line gave. */
import { formatSeq } from "../core/turn.ts";
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown } from "./hidden-mask.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";
import { decodeTurn, TURN_COLUMNS, type IndexedTurn } from "./turn-row.ts";

export interface ScanEntry {
  /** Archive entry. */
  readonly id: string;
  /** Milliseconds since 1970 of its last turn; null when that is undated. */
  readonly lastTime: number | null;
}

/** Entries with turns, those with the newest last turn first; ties by id. */
export function listScanEntries(connection: Connection): readonly ScanEntry[] {
  const rows = connection
    .statement(
      `SELECT e.id, (SELECT t.time FROM turns t WHERE t.entry = e.no
         ORDER BY t.epoch DESC, t.line DESC, t.block DESC LIMIT 1) AS last FROM entries e`,
    )
    .all();
  const entries = rows.map((row): ScanEntry => ({
    id: String(row["id"]),
    lastTime: row["last"] === null ? null : Number(row["last"]),
  }));
  return entries.sort((a, b) => {
    const byTime = (b.lastTime ?? 0) - (a.lastTime ?? 0);
    return byTime !== 0 ? byTime : a.id < b.id ? -1 : 1;
  });
}

const TURN_SOURCES = `${SESSION_OF_TURN} CROSS JOIN turn_texts x ON x.id = t.id
  CROSS JOIN projects p ON p.no = s.project`;

/** A turn and how its own line is called: a record that a fork repeats belongs to the other session. */
export interface LineTurn {
  readonly turn: IndexedTurn;
  readonly ref: string;
}

function refOf(row: SqliteRow): string {
  const place = {
    epoch: Number(row["at_epoch"]),
    line: Number(row["at_line"]),
    block: Number(row["at_block"]),
  };
  return `t:${String(row["holder"])}#${formatSeq(place)}`;
}

/** Turns that a line of an archive entry gave, by block; none for bookkeeping and thinking. */
export function readLineTurns(
  connection: Connection,
  line: { readonly entryId: string; readonly epoch: number; readonly line: number },
): readonly LineTurn[] {
  const shown = andShown(connection, "t.id");
  const own = connection
    .statement(
      `SELECT ${TURN_COLUMNS}, s.id AS holder, t.epoch AS at_epoch, t.line AS at_line, t.block AS at_block
       FROM entries e CROSS JOIN turns t ON t.entry = e.no ${TURN_SOURCES}
       WHERE e.id = ? AND t.epoch = ? AND t.line = ?${shown} ORDER BY t.block`,
    )
    .all(line.entryId, line.epoch, line.line);
  const copies = connection
    .statement(
      `SELECT ${TURN_COLUMNS}, h.id AS holder, o.epoch AS at_epoch, o.line AS at_line, o.block AS at_block
       FROM entries a CROSS JOIN occurrences o ON o.entry = a.no CROSS JOIN sessions h ON h.no = o.session
       CROSS JOIN turns t ON t.record = o.record AND t.block = o.block ${TURN_SOURCES}
       CROSS JOIN entries e ON e.no = t.entry
       WHERE a.id = ? AND o.epoch = ? AND o.line = ? AND h.no <> s.no${shown} ORDER BY o.block`,
    )
    .all(line.entryId, line.epoch, line.line);
  return [...own, ...copies].map((row) => ({ turn: decodeTurn(row), ref: refOf(row) }));
}
