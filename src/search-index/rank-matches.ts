/** Owns the order of matches by BM25, page by page and without a gap: equals are ordered by what a rebuild keeps. */
import type { Connection } from "./connection.ts";
import { matchSql, type RowMatch } from "./match-rows.ts";
import type { Condition } from "./search-conditions.ts";
import { compareNewestFirst, readPlaces } from "./turn-places.ts";

export interface RankedMatch {
  readonly id: number;
  /** Higher is better. */
  readonly score: number;
}

export interface RankRequest {
  readonly rows: RowMatch;
  /** Conditions on the turn `t` that most matches meet: asked of the best ones only. */
  readonly late: readonly Condition[];
  readonly offset: number;
  readonly limit: number;
}

export interface RankedPage {
  readonly matches: readonly RankedMatch[];
  /** All matches, where every one was read; undefined where only the best were. */
  readonly total: number | undefined;
}

/** Rows read beyond the page: for those that are left out, and for equals at its end. */
const SPARE = 30;

/** The best `most`; equals in no order. Weights of the columns text and key. */
function readBest(connection: Connection, rows: RowMatch, most: number): readonly RankedMatch[] {
  const { sql, values } = matchSql(rows);
  return connection
    .statement(`SELECT f.rowid AS id, bm25(f.fts, 1.0, 0.6) AS score ${sql} ORDER BY score LIMIT ?`)
    .all(...values, most)
    .map((row) => ({ id: Number(row["id"]), score: -Number(row["score"]) }));
}

/** Matches `offset` to `offset + limit` of all that meet the late conditions. The cost is that of ranking every match. */
export function rankMatches(connection: Connection, request: RankRequest): RankedPage {
  const { rows, late, offset, limit } = request;
  const end = offset + limit;
  for (let most = end + SPARE; ; most *= 4) {
    const best = readBest(connection, rows, most);
    const kept = keepAndOrder(connection, best, late);
    const isAll = best.length < most;
    // What was not read may equal the last that was: a hit as good as that has no certain place yet.
    const isSettled = (kept[end - 1]?.score ?? 0) > (best.at(-1)?.score ?? 0);
    if (isAll || isSettled)
      return { matches: kept.slice(offset, end), total: isAll ? kept.length : undefined };
  }
}

function keepAndOrder(
  connection: Connection,
  matches: readonly RankedMatch[],
  late: readonly Condition[],
): readonly RankedMatch[] {
  const ids = matches.map(({ id }) => id);
  const places = new Map(readPlaces(connection, ids, late).map((place) => [place.id, place]));
  return matches
    .flatMap(({ id, score }) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ id, score, place }];
    })
    .toSorted((a, b) => b.score - a.score || compareNewestFirst(a.place, b.place));
}
