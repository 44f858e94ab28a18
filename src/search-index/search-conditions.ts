/** Owns what narrows a search: scope as ranges of rowids, the rest as conditions on the turn. */
import { normaliseSeparators } from "../core/file-prefix.ts";
import type { SourceId, TurnClass, TurnRole } from "../core/turn.ts";
import type { SqliteRow, SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import {
  blockOfRowidSql,
  blockRange,
  projectOfRowidSql,
  projectRange,
  type RowidRange,
} from "./pack-rowid.ts";
import { hiddenTurnSql, TURN_FLAGS } from "./schema.ts";
import { classCode, roleCode } from "./turn-row.ts";

export interface SearchRequest {
  /** What a person typed, taken literally: no character is syntax. */
  readonly query: string;
  /** Slugs. */
  readonly projects: readonly string[] | "all";
  readonly roles?: readonly TurnRole[] | undefined;
  readonly classes?: readonly TurnClass[] | undefined;
  readonly sources?: readonly SourceId[] | undefined;
  /** First instant that counts, ISO 8601. */
  readonly since?: string | undefined;
  /** First instant that no longer counts, ISO 8601. */
  readonly until?: string | undefined;
  /** Only turns that touch a file whose path begins so, from the root or from any folder on. */
  readonly filePrefix?: string | undefined;
  /** Full session ids. */
  readonly sessions?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
  /** `time` is newest first. */
  readonly order: "relevance" | "time";
  /** Turns that a rewind left behind. */
  readonly includeDropped?: boolean | undefined;
  /** What the host itself wrote. */
  readonly includeLifecycle?: boolean | undefined;
  /** Every word finds and is weighed, whatever that costs: to measure what the limits of a search change. */
  readonly isUnlimited?: boolean | undefined;
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

function list(count: number): string {
  return new Array(count).fill("?").join(",");
}

function rangeCondition(range: RowidRange): Condition {
  return { sql: "f.rowid BETWEEN ? AND ?", values: [BigInt(range.first), BigInt(range.last)] };
}

function numbersOf(rows: readonly SqliteRow[], column: string): readonly number[] {
  return rows.map((row) => Number(row[column]));
}

/** Condition on the full-text row `f`; undefined when nothing can match: no such project. */
export function projectCondition(
  connection: Connection,
  slugs: readonly string[] | "all",
): Condition | undefined {
  if (slugs === "all") return { sql: "1", values: [] };
  const rows = connection
    .statement("SELECT no FROM projects WHERE slug IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify(slugs));
  const numbers = numbersOf(rows, "no");
  const [first] = numbers;
  if (first === undefined) return undefined;
  if (numbers.length === 1) return rangeCondition(projectRange(first));
  return {
    sql: `${projectOfRowidSql("f.rowid")} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(numbers)],
  };
}

/** As {@link projectCondition}, for whole session ids. */
export function sessionCondition(
  connection: Connection,
  ids: readonly string[] | undefined,
): Condition | undefined {
  if (ids === undefined) return { sql: "1", values: [] };
  const rows = connection
    .statement(
      `SELECT b.no, s.project FROM sessions s JOIN blocks b ON b.session = s.no
       WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const [first] = rows;
  if (first === undefined) return undefined;
  if (rows.length === 1)
    return rangeCondition(blockRange(Number(first["project"]), Number(first["no"])));
  const numbers = JSON.stringify(numbersOf(rows, "no"));
  return {
    sql: `${blockOfRowidSql("f.rowid")} IN (SELECT value FROM json_each(?))`,
    values: [numbers],
  };
}

/** Files that touch what a person typed, as core's `touchesFile` says it. */
function fileCondition(prefix: string): Condition {
  const wanted = `/${normaliseSeparators(prefix).replace(/^\//, "")}`;
  return {
    sql: "EXISTS (SELECT 1 FROM json_each(t.files) j WHERE instr('/' || replace(j.value, '\\', '/'), ?) > 0)",
    values: [wanted],
  };
}

/** A prompt history whose transcript is here; undefined when there is none, as in most stores. */
function historyCondition(connection: Connection, rowid: string): Condition | undefined {
  const any = connection
    .statement("SELECT 1 FROM sessions INDEXED BY sessions_hidden WHERE hidden > 0 LIMIT 1")
    .get();
  if (any === undefined) return undefined;
  return {
    sql: `NOT EXISTS (SELECT 1 FROM blocks hb CROSS JOIN sessions hs INDEXED BY sessions_hidden ON hs.no = hb.session
      WHERE hb.no = ${blockOfRowidSql(rowid)} AND hs.hidden > 0)`,
    values: [],
  };
}

/** What a person has hidden; none where nothing is. */
function maskConditions({ mask }: Connection, rowid: string): readonly Condition[] {
  return mask === undefined ? [] : [{ sql: mask.condition(rowid), values: [] }];
}

/** Conditions on the turn `t`. */
export function turnConditions(
  connection: Connection,
  request: SearchRequest,
): readonly Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: SqliteValue[]): void =>
    void conditions.push({ sql, values });
  if (request.includeDropped !== true) add(`t.flags & ${TURN_FLAGS.dropped} = 0`);
  if (request.includeLifecycle !== true) add(`t.class <> ${classCode("lifecycle")}`);
  if (request.roles !== undefined)
    add(`t.role IN (${list(request.roles.length)})`, ...request.roles.map(roleCode));
  if (request.classes !== undefined)
    add(`t.class IN (${list(request.classes.length)})`, ...request.classes.map(classCode));
  if (request.sources !== undefined)
    add(
      "t.entry IN (SELECT no FROM entries WHERE source IN (SELECT value FROM json_each(?)))",
      JSON.stringify(request.sources),
    );
  if (request.since !== undefined) add("t.time >= ?", Date.parse(request.since));
  if (request.until !== undefined) add("t.time < ?", Date.parse(request.until));
  if (request.filePrefix !== undefined) conditions.push(fileCondition(request.filePrefix));
  const history = historyCondition(connection, "t.id");
  if (history !== undefined) conditions.push(history);
  return [...conditions, ...maskConditions(connection, "t.id")];
}

export interface RowFilters {
  /** On the full-text row `f`. */
  readonly rows: readonly Condition[];
  /** On the turn `t`, which is read for every match where there are any. */
  readonly turns: readonly Condition[];
}

function needsTurn(request: SearchRequest): boolean {
  const { roles, classes, sources, since, until, filePrefix } = request;
  return (
    [roles, classes, sources, since, until, filePrefix].some((value) => value !== undefined) ||
    (request.includeDropped === true) !== (request.includeLifecycle === true)
  );
}

/** The same as {@link turnConditions}; where only hidden turns are out, those few are asked instead of every turn. */
export function rowFilters(connection: Connection, request: SearchRequest): RowFilters {
  if (needsTurn(request)) return { rows: [], turns: turnConditions(connection, request) };
  const hidden: Condition = {
    sql: `NOT EXISTS (SELECT 1 FROM turns h INDEXED BY turns_hidden WHERE h.id = f.rowid AND ${hiddenTurnSql("h.")})`,
    values: [],
  };
  const history = historyCondition(connection, "f.rowid");
  return {
    rows: [
      ...(request.includeDropped === true ? [] : [hidden]),
      ...(history === undefined ? [] : [history]),
      ...maskConditions(connection, "f.rowid"),
    ],
    turns: [],
  };
}

/** A condition on the row `f` said of the turn `t`. */
export function onTurn(condition: Condition): Condition {
  return { ...condition, sql: condition.sql.replaceAll("f.rowid", "t.id") };
}
