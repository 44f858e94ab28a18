/** Owns how a turn is stored: codes of closed unions, and decoding a row back. */
import type { SqliteRow, SqliteValue } from "../platform/sqlite.ts";
import {
  formatSeq,
  TURN_CLASSES,
  TURN_ROLES,
  type SourceId,
  type TokenUsage,
  type Turn,
  type TurnClass,
  type TurnRole,
} from "../core/turn.ts";
import { unpackRowid } from "./pack-rowid.ts";
import { decodeRecordKey, type RecordKey } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";

export function roleCode(role: TurnRole): number {
  return TURN_ROLES.indexOf(role);
}

export function classCode(turnClass: TurnClass): number {
  return TURN_CLASSES.indexOf(turnClass);
}

/** One turn as the index holds it. */
export interface IndexedTurn extends Turn {
  /** Packed rowid: project, session, ordinal. */
  readonly id: number;
  readonly project: string;
  /** `12`, `12.3`, `12@2`: the part of a reference behind `#`. */
  readonly seq: string;
  readonly epoch: number;
  /** Archive entry that holds the line. */
  readonly archiveEntryId: string;
  /** Position among the turns of its session as they were indexed. */
  readonly ordinal: number;
}

/** Columns that {@link decodeTurn} needs, of turn `t`, text `x`, block `b`, session `s`, project `p`, entry `e`. */
export const TURN_COLUMNS = `t.id, t.epoch, t.line, t.block, t.time, t.flags, t.role, t.class, t.prompt, t.record,
  b.first_ordinal, t.exit_status, t.call_id, t.usage, t.files, x.text, s.id AS session, s.source, p.slug, e.id AS entry_id,
  (SELECT text FROM labels WHERE no = t.tool) AS tool, (SELECT text FROM labels WHERE no = t.model) AS model,
  (SELECT text FROM labels WHERE no = t.cwd) AS cwd, (SELECT text FROM labels WHERE no = t.git_branch) AS git_branch`;

function textOrNull(value: SqliteValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function numberOrNull(value: SqliteValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

export function isoTime(ms: SqliteValue | undefined): string | null {
  const number = numberOrNull(ms);
  return number === null ? null : new Date(number).toISOString();
}

export function decodeTurn(row: SqliteRow): IndexedTurn {
  const id = Number(row["id"]);
  const flags = Number(row["flags"]);
  const place = {
    epoch: Number(row["epoch"]),
    line: Number(row["line"]),
    block: Number(row["block"]),
  };
  const record = row["record"];
  const files = textOrNull(row["files"]);
  const usage = textOrNull(row["usage"]);
  return {
    id,
    source: row["source"] as SourceId,
    session: String(row["session"]),
    project: String(row["slug"]),
    seq: formatSeq(place),
    ...place,
    archiveEntryId: String(row["entry_id"]),
    entryId: record === null ? `line:${place.line}` : decodeRecordKey(record as RecordKey),
    ordinal: Number(row["first_ordinal"]) + unpackRowid(id).ordinal,
    time: isoTime(row["time"]),
    timeInferred: (flags & TURN_FLAGS.timeInferred) !== 0,
    role: TURN_ROLES[Number(row["role"])] ?? "system",
    class: TURN_CLASSES[Number(row["class"])] ?? "lifecycle",
    promptNumber: Number(row["prompt"]),
    text: String(row["text"]),
    textTruncated: (flags & TURN_FLAGS.truncated) !== 0,
    toolName: textOrNull(row["tool"]),
    toolCallId: textOrNull(row["call_id"]),
    files: files === null ? [] : (JSON.parse(files) as readonly string[]),
    exitStatus: numberOrNull(row["exit_status"]),
    model: textOrNull(row["model"]),
    usage: usage === null ? null : (JSON.parse(usage) as TokenUsage),
    branch: (flags & TURN_FLAGS.dropped) === 0 ? "live" : "dropped",
    sidechain: (flags & TURN_FLAGS.sidechain) !== 0,
    cwd: textOrNull(row["cwd"]),
    gitBranch: textOrNull(row["git_branch"]),
  };
}
