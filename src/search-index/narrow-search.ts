/** Owns when the filters of a search leave so few turns that every word may find, however frequent it is elsewhere. */
import type { Connection } from "./connection.ts";
import { countMatches, splitNumbers } from "./match-rows.ts";
import { blockOfRowidSql } from "./pack-rowid.ts";
import { sureWords } from "./scan-words.ts";
import { onTurn, type Condition, type SearchRequest } from "./search-conditions.ts";

export interface Narrowing {
  /** Conditions on the row `f`: the scope, and no more of it than has to be looked at. */
  readonly rows: readonly Condition[];
  /** Expression that the row has to match as well. */
  readonly match: string | undefined;
}

/** Turns of a range of time that are gone through to see whether the scope has few of them. */
const MOST_IN_RANGE = 50_000;

/** What the words of a path say of the column that holds it; undefined when they say nothing for sure. */
export function fileExpression(prefix: string | undefined): string | undefined {
  // From a separator on, so that the first name is known to begin there.
  const words = prefix === undefined ? undefined : sureWords(`/${prefix}`);
  return words === undefined ? undefined : `{key} : (${words})`;
}

/** Undefined when the filters leave more than `most` turns, or there are none that could. */
export function narrowSearch(
  connection: Connection,
  request: SearchRequest,
  scope: readonly Condition[],
  most: number,
): Narrowing | undefined {
  return (
    bySessions(connection, request, scope, most) ??
    byFile(connection, request, scope, most) ??
    byTime(connection, request, scope, most)
  );
}

function bySessions(
  connection: Connection,
  { sessions }: SearchRequest,
  scope: readonly Condition[],
  most: number,
): Narrowing | undefined {
  if (sessions === undefined) return undefined;
  const row = connection
    .statement(
      "SELECT sum(next_ordinal) AS n FROM sessions WHERE id IN (SELECT value FROM json_each(?))",
    )
    .get(JSON.stringify(sessions));
  return Number(row?.["n"] ?? 0) <= most ? { rows: scope, match: undefined } : undefined;
}

function byFile(
  connection: Connection,
  { filePrefix }: SearchRequest,
  scope: readonly Condition[],
  most: number,
): Narrowing | undefined {
  const match = fileExpression(filePrefix);
  if (match === undefined) return undefined;
  const count = countMatches(connection, { table: "fts", match, rows: scope, turns: [] }, most + 1);
  return count <= most ? { rows: scope, match } : undefined;
}

function byTime(
  connection: Connection,
  { since, until }: SearchRequest,
  scope: readonly Condition[],
  most: number,
): Narrowing | undefined {
  if (since === undefined && until === undefined) return undefined;
  const bounds = [
    since === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(since),
    until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until),
  ];
  const inRange = "turns t INDEXED BY turns_time WHERE t.time >= ? AND t.time < ?";
  const all = connection
    .statement(`SELECT count(*) AS n FROM (SELECT 1 FROM ${inRange} LIMIT ?)`)
    .get(...bounds, MOST_IN_RANGE + 1);
  if (Number(all?.["n"]) > MOST_IN_RANGE) return undefined;
  const conditions = scope.map(onTurn);
  const row = connection
    .statement(
      `SELECT sum(turns) AS n, group_concat(block) AS blocks, min(first) AS first, max(last) AS last FROM (
         SELECT ${blockOfRowidSql("t.id")} AS block, count(*) AS turns, min(t.id) AS first, max(t.id) AS last
         FROM ${[inRange, ...conditions.map(({ sql }) => sql)].join(" AND ")} GROUP BY 1)`,
    )
    .get(...bounds, ...conditions.flatMap(({ values }) => values));
  if (Number(row?.["n"] ?? 0) > most) return undefined;
  const blocks = splitNumbers(row?.["blocks"]);
  const [first, last] = [Number(row?.["first"] ?? 0), Number(row?.["last"] ?? 0)];
  return { rows: blockConditions(blocks, first, last), match: undefined };
}

function blockConditions(
  blocks: readonly number[],
  first: number,
  last: number,
): readonly Condition[] {
  const range = { sql: "f.rowid BETWEEN ? AND ?", values: [BigInt(first), BigInt(last)] };
  if (blocks.length === 1) return [range];
  const list = JSON.stringify(blocks);
  return [
    range,
    {
      sql: `${blockOfRowidSql("f.rowid")} IN (SELECT value FROM json_each(?))`,
      values: [list],
    },
  ];
}
