/** Owns the log of one session: every turn that stands in its transcript, its own and copied ones, without the texts. */
import {
  formatSeq,
  TURN_CLASSES,
  TURN_ROLES,
  type TurnClass,
  type TurnRole,
} from "../core/turn.ts";
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown } from "./hidden-mask.ts";
import { SESSION_OF_TURN, TURNS_OF_SESSION } from "./pack-rowid.ts";
import { TURN_FLAGS } from "./schema.ts";
import { isoTime } from "./turn-row.ts";

export interface SessionTurn {
  readonly id: number;
  /** Of the session that owns the record, which a copy in another session only repeats. */
  readonly ref: string;
  readonly isCopy: boolean;
  /** Where it stands in the session asked for: `12`, `12.3`, `12@2`. */
  readonly seq: string;
  readonly time: string | null;
  readonly role: TurnRole;
  readonly class: TurnClass;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  readonly exitStatus: number | null;
  readonly files: readonly string[];
  readonly dropped: boolean;
  readonly sidechain: boolean;
}

const COLUMNS = `t.id, t.epoch, t.line, t.block, t.time, t.role, t.class, t.exit_status, t.call_id, t.files,
  (SELECT text FROM labels WHERE no = t.tool) AS tool, s.id AS owner`;

const OWN_SQL = `SELECT ${COLUMNS}, t.flags, t.epoch AS at_epoch, t.line AS at_line, t.block AS at_block, 0 AS copy
  FROM ${TURNS_OF_SESSION} WHERE s.no = ?1`;

const COPIES_SQL = `SELECT ${COLUMNS}, o.flags, o.epoch AS at_epoch, o.line AS at_line, o.block AS at_block, 1 AS copy
  FROM occurrences o CROSS JOIN turns t ON t.record = o.record AND t.block = o.block ${SESSION_OF_TURN}
  WHERE o.session = ?1 AND s.no <> ?1`;

interface PlacedTurn {
  readonly turn: SessionTurn;
  readonly ms: number | null;
  readonly place: readonly [number, number, number];
}

function decodePlaced(row: SqliteRow): PlacedTurn {
  const own = {
    epoch: Number(row["epoch"]),
    line: Number(row["line"]),
    block: Number(row["block"]),
  };
  const at = {
    epoch: Number(row["at_epoch"]),
    line: Number(row["at_line"]),
    block: Number(row["at_block"]),
  };
  const flags = Number(row["flags"]);
  const { tool, files, call_id: call, time, exit_status: exit } = row;
  return {
    ms: time === null || time === undefined ? null : Number(time),
    place: [at.epoch, at.line, at.block],
    turn: {
      id: Number(row["id"]),
      ref: `t:${String(row["owner"])}#${formatSeq(own)}`,
      isCopy: Number(row["copy"]) === 1,
      seq: formatSeq(at),
      time: isoTime(time),
      role: TURN_ROLES[Number(row["role"])] ?? "system",
      class: TURN_CLASSES[Number(row["class"])] ?? "lifecycle",
      toolName: typeof tool === "string" ? tool : null,
      toolCallId: typeof call === "string" ? call : null,
      exitStatus: exit === null || exit === undefined ? null : Number(exit),
      files: typeof files === "string" ? (JSON.parse(files) as readonly string[]) : [],
      dropped: (flags & TURN_FLAGS.dropped) !== 0,
      sidechain: (flags & TURN_FLAGS.sidechain) !== 0,
    },
  };
}

function byPlace(a: PlacedTurn, b: PlacedTurn): number {
  return a.place[0] - b.place[0] || a.place[1] - b.place[1] || a.place[2] - b.place[2];
}

/**
 * In time order; turns of one instant, and those without a time, as they stand in the file. Some 2 µs a turn. A session
 * of two sources under one id gives the first.
 */
export function listSessionTurns(connection: Connection, session: string): readonly SessionTurn[] {
  const no = connection
    .statement("SELECT no FROM sessions WHERE id = ? ORDER BY no LIMIT 1")
    .get(session)?.["no"];
  if (no === undefined) return [];
  const shown = andShown(connection, "t.id");
  const placed = [
    ...connection.statement(`${OWN_SQL}${shown}`).all(no),
    ...connection.statement(`${COPIES_SQL}${shown}`).all(no),
  ]
    .map(decodePlaced)
    .sort(byPlace);
  let last = Number.NEGATIVE_INFINITY;
  const timed = placed.map((row, at) => {
    last = row.ms ?? last;
    return { turn: row.turn, ms: last, at };
  });
  timed.sort((a, b) => (a.ms === b.ms ? a.at - b.at : a.ms - b.ms));
  return timed.map(({ turn }) => turn);
}
