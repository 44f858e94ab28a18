/** Owns looking through the texts of turns, newest first and in steps that a caller can stop between. */
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";
import { likeCondition } from "./scan-like.ts";
import { sureWords } from "./scan-words.ts";
import {
  projectCondition,
  turnConditions,
  type Condition,
  type SearchRequest,
} from "./search-conditions.ts";
import { TURN_FLAGS } from "./schema.ts";

/**
 * Where a turn stands among all, newest first: by time, then session, epoch, line and block. Undated ones come last.
 * An empty session stands behind every turn of that time.
 */
export interface ScanPlace {
  /** Milliseconds since 1970; null among the undated. */
  readonly time: number | null;
  readonly session: string;
  readonly epoch: number;
  readonly line: number;
  readonly block: number;
}

export type ScanFilter = Omit<SearchRequest, "query" | "limit" | "offset" | "order">;

export interface ScanRequest {
  readonly filter: ScanFilter;
  /** Only texts, files or tools that may hold it in any letter case; the caller checks. Undefined: every turn. */
  readonly needle: string | undefined;
  /** Goes on behind this place; undefined begins with the newest turn. */
  readonly after: ScanPlace | undefined;
  /** Rows to return at most. */
  readonly limit: number;
  /** Turns to look at in this step, about. */
  readonly turns: number;
}

export interface ScannedText {
  readonly id: number;
  readonly place: ScanPlace;
  readonly text: string;
  readonly toolName: string | null;
  readonly files: readonly string[];
}

export interface ScanStep {
  /** Newest first. */
  readonly rows: readonly ScannedText[];
  /** Where the next step goes on; undefined when all was looked at. */
  readonly next: ScanPlace | undefined;
}

/** Where the words of a string leave more turns than this, going through all in time order is as good. */
const MOST_NARROWED = 50_000;
/** Behind every id of a session. */
const LAST_SESSION = "\u{10ffff}";

const COLUMNS = `t.id, t.time, t.epoch, t.line, t.block, t.files, s.id AS session, x.text,
  (SELECT text FROM labels WHERE no = t.tool) AS tool`;
const NEWEST_FIRST = "t.time DESC, s.id DESC, t.epoch DESC, t.line DESC, t.block DESC";

function decodeText(row: SqliteRow): ScannedText {
  const { time, files, tool } = row;
  return {
    id: Number(row["id"]),
    place: {
      time: time === null ? null : Number(time),
      session: String(row["session"]),
      epoch: Number(row["epoch"]),
      line: Number(row["line"]),
      block: Number(row["block"]),
    },
    text: String(row["text"]),
    toolName: typeof tool === "string" ? tool : null,
    files: typeof files === "string" ? (JSON.parse(files) as readonly string[]) : [],
  };
}

function afterCondition(after: ScanPlace | undefined): readonly Condition[] {
  if (after === undefined) return [];
  const { time, session, epoch, line, block } = after;
  const behind = "(s.id, t.epoch, t.line, t.block) < (?, ?, ?, ?)";
  const values = [session, epoch, line, block];
  if (time === null) return [{ sql: `t.time IS NULL AND ${behind}`, values }];
  return [
    {
      sql: `(t.time IS NULL OR t.time < ? OR (t.time = ? AND ${behind}))`,
      values: [time, time, ...values],
    },
  ];
}

interface Selection {
  /** FROM up to the turn `t`. */
  readonly from: string;
  readonly conditions: readonly Condition[];
}

function selectTexts(
  connection: Connection,
  request: ScanRequest,
  { from, conditions }: Selection,
): readonly ScannedText[] {
  const all = [
    ...conditions,
    ...turnConditions(connection, {
      ...request.filter,
      query: "",
      limit: 0,
      offset: 0,
      order: "time",
    }),
    ...(request.needle === undefined ? [] : [likeCondition(request.needle)]),
    ...afterCondition(request.after),
  ];
  return connection
    .statement(
      `SELECT ${COLUMNS} FROM ${from} CROSS JOIN turn_texts x ON x.id = t.id ${SESSION_OF_TURN}
       WHERE ${all.map(({ sql }) => sql).join(" AND ")} ORDER BY ${NEWEST_FIRST} LIMIT ?`,
    )
    .all(...all.flatMap(({ values }) => values), request.limit)
    .map(decodeText);
}

/** The turns that the needle's words leave, where there are few; undefined where they narrow too little. */
function narrowed(
  connection: Connection,
  needle: string | undefined,
  project: Condition,
): Selection | undefined {
  const match = needle === undefined ? undefined : sureWords(needle);
  if (match === undefined) return undefined;
  const conditions: readonly Condition[] = [{ sql: "f.fts MATCH ?", values: [match] }, project];
  const where = conditions.map(({ sql }) => sql).join(" AND ");
  const row = connection
    .statement(`SELECT count(*) AS n FROM (SELECT 1 FROM fts f WHERE ${where} LIMIT ?)`)
    .get(...conditions.flatMap(({ values }) => values), MOST_NARROWED);
  if (Number(row?.["n"]) >= MOST_NARROWED) return undefined;
  return { from: "fts f CROSS JOIN turns t ON t.id = f.rowid", conditions };
}

/** Time of the turn that is about `turns` older than `after`; undefined when there are fewer. */
function findFloor(connection: Connection, request: ScanRequest): number | undefined {
  const { after, filter, turns } = request;
  const first = filter.since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(filter.since);
  const top = after?.time ?? Number.MAX_SAFE_INTEGER;
  // A place without a session has passed its time whole: without this the same step would come again.
  const last = after !== undefined && after.session === "" ? top - 1 : top;
  const until = filter.until === undefined ? last : Math.min(last, Date.parse(filter.until) - 1);
  const row = connection
    .statement(
      "SELECT time FROM turns WHERE time BETWEEN ? AND ? ORDER BY time DESC LIMIT 1 OFFSET ?",
    )
    .get(first, until, turns);
  return row === undefined ? undefined : Number(row["time"]);
}

function behind(time: number | null, session: string): ScanPlace {
  return { time, session, epoch: 0, line: 0, block: 0 };
}

function walk(connection: Connection, request: ScanRequest, project: Condition): ScanStep {
  const { after, filter, limit } = request;
  const isUndated = after !== undefined && after.time === null;
  const floor = isUndated ? undefined : findFloor(connection, request);
  const time: Condition = isUndated
    ? { sql: "t.time IS NULL", values: [] }
    : {
        sql: "t.time BETWEEN ? AND ?",
        values: [floor ?? Number.MIN_SAFE_INTEGER, after?.time ?? Number.MAX_SAFE_INTEGER],
      };
  // The same range of rowids, on the turn's own id; the plus keeps SQLite in the order of time.
  const scope = { ...project, sql: project.sql.replaceAll("f.rowid", "+t.id") };
  const rows = selectTexts(connection, request, { from: "turns t", conditions: [time, scope] });
  const last = rows.at(-1);
  if (rows.length >= limit && last !== undefined) return { rows, next: last.place };
  if (floor !== undefined) return { rows, next: behind(floor, "") };
  const hasRange = filter.since !== undefined || filter.until !== undefined;
  return { rows, next: isUndated || hasRange ? undefined : behind(null, LAST_SESSION) };
}

/**
 * One step through the turns of a scope. A needle with words of its own is looked for among the turns that hold them,
 * all in one step; otherwise a step goes through `turns` turns in time order, some 1 µs each.
 */
export function scanTexts(connection: Connection, request: ScanRequest): ScanStep {
  const project = projectCondition(connection, request.filter.projects);
  if (project === undefined) return { rows: [], next: undefined };
  const few = narrowed(connection, request.needle, project);
  if (few === undefined) return walk(connection, request, project);
  const rows = selectTexts(connection, request, few);
  return { rows, next: rows.length >= request.limit ? rows.at(-1)?.place : undefined };
}

/** Turns of the scope of which the index holds only a part: large tool results. */
export function countCapped(connection: Connection, filter: ScanFilter): number {
  const project = projectCondition(connection, filter.projects);
  if (project === undefined) return 0;
  const all: readonly Condition[] = [
    { ...project, sql: project.sql.replaceAll("f.rowid", "t.id") },
    ...turnConditions(connection, { ...filter, query: "", limit: 0, offset: 0, order: "time" }),
  ];
  const row = connection
    .statement(
      `SELECT count(*) AS n FROM turns t WHERE t.flags & ${TURN_FLAGS.truncated} <> 0 AND ${all.map(({ sql }) => sql).join(" AND ")}`,
    )
    .get(...all.flatMap(({ values }) => values));
  return Number(row?.["n"]);
}
