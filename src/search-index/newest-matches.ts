/**
 * Owns matches in the order of time, newest first, page by page and without a gap: for single CJK characters, for words
 * that stand in too many turns to be ranked, and for filters without a word.
 */
import type { SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { countMatches, listMatches, splitNumbers, type RowMatch } from "./match-rows.ts";
import { BLOCK_SIZE } from "./pack-rowid.ts";
import { onTurn, type Condition } from "./search-conditions.ts";
import { readPlaces, type TurnPlace } from "./turn-places.ts";

export interface NewestRequest {
  /** What has to match; undefined: the conditions alone decide. */
  readonly rows: RowMatch | undefined;
  /** Scope, on the row `f`. */
  readonly scope: readonly Condition[];
  /** On the turn `t`. */
  readonly turns: readonly Condition[];
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  /** First instant that no longer counts. */
  readonly until: number | undefined;
}

/** So many matches are read and sorted; more are looked for going back in time. */
const MOST_SORTED = 1_000;
/** Turns looked at in the first step back, doubled with each. */
const FIRST_STEP = 2_000;
const LONGEST_STEP = 64_000;

export interface NewestPage {
  readonly offset: number;
  readonly limit: number;
  /** So many match, or more. */
  readonly atLeast: number;
}

/** Rowids of a page of the newest matches; the cost grows with the offset, not with the number of matches. */
export function newestMatches(
  connection: Connection,
  request: NewestRequest,
  { offset, limit, atLeast }: NewestPage,
): readonly number[] {
  const places =
    atLeast <= MOST_SORTED
      ? readAll(connection, request)
      : walkBack(connection, request, offset + limit);
  return places.slice(offset, offset + limit).map(({ id }) => id);
}

/** How many there are, counted no further than `most`, which is above what is sorted. */
export function countUpTo(
  connection: Connection,
  { rows, scope, turns }: NewestRequest,
  most: number,
): number {
  if (rows !== undefined) return countMatches(connection, rows, most);
  const where = whereOf([...scope.map(onTurn), ...turns]);
  const row = connection
    .statement(`SELECT count(*) AS n FROM (SELECT 1 FROM turns t WHERE ${where.sql} LIMIT ?)`)
    .get(...where.values, most);
  return Number(row?.["n"]);
}

function whereOf(conditions: readonly Condition[]): Condition {
  return {
    sql: ["1", ...conditions.map(({ sql }) => sql)].join(" AND "),
    values: conditions.flatMap(({ values }) => values),
  };
}

function readAll(connection: Connection, request: NewestRequest): readonly TurnPlace[] {
  const { rows, scope, turns } = request;
  if (rows !== undefined)
    return readPlaces(connection, listMatches(connection, rows, MOST_SORTED), []);
  const where = whereOf([...scope.map(onTurn), ...turns]);
  const row = connection
    .statement(`SELECT group_concat(t.id) AS ids FROM turns t WHERE ${where.sql}`)
    .get(...where.values);
  return readPlaces(connection, splitNumbers(row?.["ids"]), []);
}

/** The newest `wanted` matches, in steps back in time that never part turns of the same instant. */
function walkBack(
  connection: Connection,
  request: NewestRequest,
  wanted: number,
): readonly TurnPlace[] {
  const found: TurnPlace[] = [];
  let before = request.until ?? Number.MAX_SAFE_INTEGER;
  let step = FIRST_STEP;
  for (;;) {
    const floor = findFloor(connection, request, before, step);
    const from = floor ?? request.since ?? Number.MIN_SAFE_INTEGER;
    found.push(...matchesBetween(connection, request, from, before));
    if (found.length >= wanted || floor === undefined) break;
    before = floor;
    step = Math.min(LONGEST_STEP, step * 2);
  }
  const isOpen = request.since === undefined && request.until === undefined;
  if (found.length < wanted && isOpen) {
    const undated = readIds(connection, request, { sql: "t.time IS NULL", values: [] });
    found.push(
      ...readPlaces(connection, thoseMatching(connection, request, undated), request.turns),
    );
  }
  return found;
}

/** Time of the turn `step` turns before; undefined when there are fewer. */
function findFloor(
  connection: Connection,
  request: NewestRequest,
  before: number,
  step: number,
): number | undefined {
  const scope = whereOf(request.scope.map(onTurn));
  const row = connection
    .statement(
      `SELECT t.time FROM turns t INDEXED BY turns_time WHERE t.time >= ? AND t.time < ? AND ${scope.sql}
       ORDER BY t.time DESC LIMIT 1 OFFSET ?`,
    )
    .get(request.since ?? Number.MIN_SAFE_INTEGER, before, ...scope.values, step);
  return row === undefined ? undefined : Number(row["time"]);
}

function readIds(
  connection: Connection,
  request: NewestRequest,
  time: { readonly sql: string; readonly values: readonly SqliteValue[] },
): readonly number[] {
  const where = whereOf([time, ...request.scope.map(onTurn)]);
  const row = connection
    .statement(
      `SELECT group_concat(t.id) AS ids FROM turns t INDEXED BY turns_time WHERE ${where.sql}`,
    )
    .get(...where.values);
  return splitNumbers(row?.["ids"]);
}

function matchesBetween(
  connection: Connection,
  request: NewestRequest,
  from: number,
  before: number,
): readonly TurnPlace[] {
  const time = { sql: "t.time >= ? AND t.time < ?", values: [from, before] };
  const ids = thoseMatching(connection, request, readIds(connection, request, time));
  return readPlaces(connection, ids, request.turns);
}

/** Asks the full-text table once for each block: turns of one time stand in few sessions. */
function thoseMatching(
  connection: Connection,
  { rows }: NewestRequest,
  ids: readonly number[],
): readonly number[] {
  if (rows === undefined) return ids;
  const blocks = new Map<number, Set<number>>();
  for (const id of ids) {
    const block = Math.floor(id / BLOCK_SIZE);
    const members = blocks.get(block);
    if (members === undefined) blocks.set(block, new Set([id]));
    else members.add(id);
  }
  const statement = connection.statement(
    `SELECT group_concat(f.rowid) AS ids FROM ${rows.table} f WHERE f.${rows.table} MATCH ? AND f.rowid BETWEEN ? AND ?`,
  );
  return [...blocks].flatMap(([block, members]) => {
    const first = BigInt(block) * BigInt(BLOCK_SIZE);
    const row = statement.get(rows.match, first, first + BigInt(BLOCK_SIZE - 1));
    return splitNumbers(row?.["ids"]).filter((id) => members.has(id));
  });
}
