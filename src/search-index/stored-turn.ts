/** Owns holding rows against turns parsed again, so that the audit can say which row is not what its line gives. */
import type { Turn } from "../core/turn.ts";
import type { SqliteRow, SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { blockOfRowidSql } from "./pack-rowid.ts";
import { encodeRecordKey, isLocalEntryId } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";
import { classCode, roleCode } from "./turn-row.ts";

/** Where a row says that its turn stands in the archive entry. */
export interface RowPlace {
  readonly epoch: number;
  readonly line: number;
  readonly block: number;
}

/** A row at its place; what it holds is compared by {@link differingFields} alone. */
export interface PlacedRow extends RowPlace {
  readonly id: number;
  readonly columns: SqliteRow;
}

const PAGE_SQL = `SELECT t.*, x.text, s.id AS session_id,
  (SELECT text FROM labels WHERE no = t.tool) AS tool_name, (SELECT text FROM labels WHERE no = t.model) AS model_name,
  (SELECT text FROM labels WHERE no = t.cwd) AS cwd_name, (SELECT text FROM labels WHERE no = t.git_branch) AS branch_name
  FROM turns t INDEXED BY turns_place LEFT JOIN turn_texts x ON x.id = t.id
  LEFT JOIN blocks b ON b.no = ${blockOfRowidSql("t.id")} LEFT JOIN sessions s ON s.no = b.session
  WHERE t.entry = (SELECT no FROM entries WHERE id = ?) AND (t.epoch, t.line, t.block) > (?, ?, ?)
  ORDER BY t.epoch, t.line, t.block LIMIT ?`;

/** The next rows of an entry behind `after` in the order of their places, at most `limit`. */
export function readPlacedRows(
  connection: Connection,
  entryId: string,
  after: RowPlace,
  limit: number,
): readonly PlacedRow[] {
  return connection
    .statement(PAGE_SQL)
    .all(entryId, after.epoch, after.line, after.block, limit)
    .map((columns) => ({
      id: Number(columns["id"]),
      epoch: Number(columns["epoch"]),
      line: Number(columns["line"]),
      block: Number(columns["block"]),
      columns,
    }));
}

/** As a table keeps a text: without NUL, which ends a string in parts of the binding, and as UTF-8. */
export function asStored(text: string): string {
  return Buffer.from(text.replaceAll("\0", "\ufffd")).toString();
}

function sameText(stored: SqliteValue | undefined, text: string): boolean {
  return stored === text || stored === asStored(text);
}

function sameOrNull(stored: SqliteValue | undefined, text: string | null): boolean {
  return text === null ? stored === null : typeof stored === "string" && sameText(stored, text);
}

function sameRecord(stored: SqliteValue | undefined, turn: Turn): boolean {
  if (isLocalEntryId(turn.entryId)) return stored === null;
  const record = encodeRecordKey(turn.source, turn.entryId);
  if (typeof record === "string") return stored === record;
  return stored instanceof Uint8Array && Buffer.from(stored).equals(record);
}

function sameTime(stored: SqliteValue | undefined, time: string | null): boolean {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? stored === null : Number(stored) === ms;
}

/** Flags that a line alone decides; a rewind further down and other sessions decide the rest. */
const OWN_FLAGS = TURN_FLAGS.timeInferred | TURN_FLAGS.truncated | TURN_FLAGS.sidechain;

function ownFlags(turn: Turn): number {
  return (
    (turn.timeInferred ? TURN_FLAGS.timeInferred : 0) |
    (turn.textTruncated ? TURN_FLAGS.truncated : 0) |
    (turn.sidechain ? TURN_FLAGS.sidechain : 0)
  );
}

/**
 * Names of what the row holds otherwise than the turn of its place gives; empty when they are alike. A record that
 * stands in several sessions has the surroundings (folder, branch, model) of the copy that came first, so of such a row
 * only what was said is compared.
 */
export function differingFields(row: PlacedRow, turn: Turn): readonly string[] {
  const { columns } = row;
  const flags = Number(columns["flags"]);
  const checks: [string, boolean][] = [
    ["text", sameText(columns["text"], turn.text)],
    ["time", sameTime(columns["time"], turn.time)],
    ["class", Number(columns["class"]) === classCode(turn.class)],
    ["role", Number(columns["role"]) === roleCode(turn.role)],
    ["record", sameRecord(columns["record"], turn)],
    ["session", columns["session_id"] === turn.session],
  ];
  if ((flags & TURN_FLAGS.shared) === 0) {
    checks.push(
      ["flags", (flags & OWN_FLAGS) === ownFlags(turn)],
      ["prompt", Number(columns["prompt"]) === turn.promptNumber],
      ["tool", sameOrNull(columns["tool_name"], turn.toolName)],
      ["call", sameOrNull(columns["call_id"], turn.toolCallId)],
      ["model", sameOrNull(columns["model_name"], turn.model)],
      ["folder", sameOrNull(columns["cwd_name"], turn.cwd)],
      ["branch", sameOrNull(columns["branch_name"], turn.gitBranch)],
      ["exit status", columns["exit_status"] === turn.exitStatus],
      [
        "files",
        sameOrNull(columns["files"], turn.files.length === 0 ? null : JSON.stringify(turn.files)),
      ],
    );
  }
  return checks.filter(([, same]) => !same).map(([name]) => name);
}

export interface ParsedTurn {
  /** Archive entry and epoch that the turn was parsed from. */
  readonly entryId: string;
  readonly epoch: number;
  readonly turn: Turn;
}

/** Of a record that stands twice in one file, the first place has the row. */
function isEarlier(row: SqliteRow, { epoch, turn }: ParsedTurn): boolean {
  const rowEpoch = Number(row["epoch"]);
  return rowEpoch < epoch || (rowEpoch === epoch && Number(row["line"]) <= turn.line);
}

/**
 * True when another place stands for the turn: the record is owned elsewhere and this session has its note of that, or
 * the same session holds it already, or an earlier epoch has the same line with the same words.
 */
export function isHeldElsewhere(connection: Connection, parsed: ParsedTurn): boolean {
  const { turn } = parsed;
  if (isLocalEntryId(turn.entryId)) {
    const earlier = connection
      .statement(
        `SELECT 1 FROM turns t JOIN turn_texts x ON x.id = t.id WHERE t.entry = (SELECT no FROM entries WHERE id = ?)
         AND t.epoch < ? AND t.line = ? AND t.block = ? AND t.record IS NULL AND x.text = ? LIMIT 1`,
      )
      .get(parsed.entryId, parsed.epoch, turn.line, turn.block, asStored(turn.text));
    return earlier !== undefined;
  }
  const record = encodeRecordKey(turn.source, turn.entryId);
  const owner = connection
    .statement(
      `SELECT s.id, t.line, t.epoch, t.entry = (SELECT no FROM entries WHERE id = ?) AS is_here FROM turns t JOIN turn_texts x ON x.id = t.id LEFT JOIN blocks b ON b.no = ${blockOfRowidSql("t.id")}
       LEFT JOIN sessions s ON s.no = b.session WHERE t.record = ? AND t.block = ?`,
    )
    .get(parsed.entryId, record, turn.block);
  if (owner === undefined) return false;
  if (owner["id"] === turn.session)
    return Number(owner["is_here"]) === 0 || isEarlier(owner, parsed);
  const copy = connection
    .statement(
      `SELECT 1 FROM occurrences WHERE record = ? AND block = ?
       AND session IN (SELECT no FROM sessions WHERE id = ?)`,
    )
    .get(record, turn.block, turn.session);
  return copy !== undefined;
}

/** Rowids of the turns that stand in these lines of one epoch. */
export function listTurnIds(
  connection: Connection,
  place: { readonly entryId: string; readonly epoch: number; readonly lines: readonly number[] },
): readonly number[] {
  return connection
    .statement(
      `SELECT t.id FROM turns t JOIN entries e ON e.no = t.entry
       WHERE e.id = ? AND t.epoch = ? AND t.line IN (SELECT value FROM json_each(?))`,
    )
    .all(place.entryId, place.epoch, JSON.stringify(place.lines))
    .map((row) => Number(row["id"]));
}
