/** Owns finding turns by their words. */
import { queryWords, type QueryWord } from "../core/tokenise/query-words.ts";
import type { SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { matchExpression } from "./match-expression.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";
import {
  projectCondition,
  sessionCondition,
  turnConditions,
  type Condition,
  type SearchRequest,
} from "./search-conditions.ts";
import { decodeTurn, TURN_COLUMNS, type IndexedTurn } from "./turn-row.ts";

export interface IndexHit extends IndexedTurn {
  /** Higher is better; 0 when the order is by time alone. */
  readonly score: number;
}

export interface SearchResult {
  readonly hits: readonly IndexHit[];
  /** Turns in scope that match. */
  readonly total: number;
  /** Matches outside the projects asked for; counted only when the scope has none. */
  readonly outsideScope: number;
}

const NOTHING: SearchResult = { hits: [], total: 0, outsideScope: 0 };

interface Lookup {
  readonly byTime: boolean;
  /** FROM and WHERE, with `f` the full-text row and `t` the turn. */
  readonly matches: string;
  readonly values: readonly SqliteValue[];
}

/** `singles` is not ranked: a turn has the character or has it not. */
function lookupOf(
  words: readonly QueryWord[],
  conditions: readonly Condition[],
  order: SearchRequest["order"],
): Lookup {
  const table = words.every((word) => word.single) ? "singles" : "fts";
  const where = [`f.${table} MATCH ?`, ...conditions.map((condition) => condition.sql)].join(
    " AND ",
  );
  return {
    byTime: order === "time" || table === "singles",
    // The full-text table first and CROSS JOIN: some SQLite versions otherwise probe it once per turn.
    matches: `FROM ${table} f CROSS JOIN turns t ON t.id = f.rowid WHERE ${where}`,
    values: [matchExpression(words), ...conditions.flatMap((condition) => condition.values)],
  };
}

function countMatches(connection: Connection, lookup: Lookup): number {
  const row = connection.statement(`SELECT count(*) AS n ${lookup.matches}`).get(...lookup.values);
  return Number(row?.["n"]);
}

function readHits(
  connection: Connection,
  lookup: Lookup,
  request: SearchRequest,
): readonly IndexHit[] {
  // Weights of the columns text and key.
  const score = lookup.byTime ? "0" : "bm25(f.fts, 1.0, 0.6)";
  const order = (row: string): string =>
    `${lookup.byTime ? "" : `${row}.score, `}t.time DESC, t.id DESC`;
  const rows = connection
    .statement(
      `SELECT m.score, ${TURN_COLUMNS} FROM (SELECT t.id, ${score} AS score ${lookup.matches}
         ORDER BY ${lookup.byTime ? "" : "score, "}t.time DESC, t.id DESC LIMIT ? OFFSET ?) m
       CROSS JOIN turns t ON t.id = m.id CROSS JOIN turn_texts x ON x.id = m.id ${SESSION_OF_TURN}
       CROSS JOIN projects p ON p.no = s.project CROSS JOIN entries e ON e.no = t.entry ORDER BY ${order("m")}`,
    )
    .all(...lookup.values, request.limit, request.offset);
  // bm25 is negative, the better the lower.
  return rows.map((row) => ({ ...decodeTurn(row), score: Math.max(0, -Number(row["score"])) }));
}

function searchWords(
  connection: Connection,
  words: readonly QueryWord[],
  request: SearchRequest,
): SearchResult {
  const sessions = sessionCondition(connection, request.sessions);
  if (sessions === undefined || words.length === 0) return NOTHING;
  const filters = [sessions, ...turnConditions(connection, request)];
  const projects = projectCondition(connection, request.projects);
  if (projects !== undefined) {
    const lookup = lookupOf(words, [projects, ...filters], request.order);
    const hits = readHits(connection, lookup, request);
    const complete = request.offset === 0 && hits.length < request.limit;
    const total = complete ? hits.length : countMatches(connection, lookup);
    if (total > 0 || request.projects === "all") return { hits, total, outsideScope: 0 };
  }
  return {
    ...NOTHING,
    outsideScope: countMatches(connection, lookupOf(words, filters, request.order)),
  };
}

/**
 * Finds the turns that hold any word of the query, best first. A query without a word finds nothing. Single CJK
 * characters count only where longer words find nothing at all: they are looked up in their own table, newest first.
 * The scope is applied before ranking.
 */
export function searchTurns(connection: Connection, request: SearchRequest): SearchResult {
  const words = queryWords(request.query);
  const longer = searchWords(
    connection,
    words.filter((word) => !word.single),
    request,
  );
  if (longer.total > 0 || longer.outsideScope > 0) return longer;
  return searchWords(
    connection,
    words.filter((word) => word.single),
    request,
  );
}
