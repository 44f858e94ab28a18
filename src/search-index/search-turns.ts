/** Owns finding turns by their words, by time and by file. */
import type { CorpusFacts } from "../core/corpus-facts.ts";
import { queryWords, type QueryWord } from "../core/tokenise/query-words.ts";
import type { Connection } from "./connection.ts";
import { readCorpusSize } from "./corpus-size.ts";
import { matchExpression } from "./match-expression.ts";
import { countMatches, type RowMatch } from "./match-rows.ts";
import { fileExpression, narrowSearch } from "./narrow-search.ts";
import { countUpTo, newestMatches, type NewestRequest } from "./newest-matches.ts";
import { planMatch, type MatchBudget, type MatchPlan } from "./plan-match.ts";
import { rankMatches } from "./rank-matches.ts";
import { readTurnsById } from "./read-turns.ts";
import {
  projectCondition,
  rowFilters,
  sessionCondition,
  turnConditions,
  type Condition,
  type SearchRequest,
} from "./search-conditions.ts";
import type { IndexedTurn } from "./turn-row.ts";
import { lightenWord, weighWord, type WeighedWord } from "./weigh-words.ts";

export interface IndexHit extends IndexedTurn {
  /** Higher is better; 0 when the order is by time alone. */
  readonly score: number;
}

export interface SearchResult {
  readonly hits: readonly IndexHit[];
  /** Turns in scope that match. */
  readonly total: number;
  /** False where counting was given up: there are `total` or more. */
  readonly totalIsExact: boolean;
  /** Matches outside the projects asked for; counted only when the scope has none. */
  readonly outsideScope: number;
  /** What was looked for: the words of the query, or its single CJK characters where there is nothing longer. */
  readonly words: readonly QueryWord[];
  /** Words as typed that stand in too many turns to find anything by; they still count for the order. */
  readonly passive: readonly string[];
  readonly corpus: CorpusFacts;
}

const NOTHING: SearchResult = {
  hits: [],
  total: 0,
  totalIsExact: true,
  outsideScope: 0,
  words: [],
  passive: [],
  corpus: { turns: 0, averageTokens: 1, frequencies: [] },
};

/** Measured at a million turns: a search keeps within 20 ms in a project and 30 ms in all. */
const PROJECT_BUDGET: MatchBudget = { rows: 12_000, postings: 150_000 };
const WHOLE_BUDGET: MatchBudget = { rows: 16_000, postings: 150_000 };
/** Where the filters leave few turns, each of their words finds. */
const NO_BUDGET: MatchBudget = { rows: Infinity, postings: Infinity };

/** Counting ends here: more pages than anybody turns. */
const MOST_COUNTED = 1_000;

interface Search {
  readonly request: SearchRequest;
  readonly words: readonly WeighedWord[];
  /** Projects and sessions, on the row `f`. */
  readonly scope: readonly Condition[];
}

type Found = Pick<SearchResult, "hits" | "total" | "totalIsExact" | "passive">;

function millisecondsOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Date.parse(instant);
}

/** What all of the words together match; undefined where there is no word. */
function anyWord({ words, request, scope }: Search, connection: Connection): RowMatch | undefined {
  const filters = rowFilters(connection, request);
  const rows = [...scope, ...filters.rows];
  const file = fileExpression(request.filePrefix);
  if (words.length > 0) {
    const table = words.every(({ word }) => word.single) ? "singles" : "fts";
    const match = matchExpression(words.map(({ word }) => word));
    return { table, match, rows, turns: filters.turns };
  }
  return file === undefined ? undefined : { table: "fts", match: file, rows, turns: filters.turns };
}

function newestOf(connection: Connection, search: Search): NewestRequest {
  const { request, scope } = search;
  return {
    rows: anyWord(search, connection),
    scope,
    turns: turnConditions(connection, request),
    since: millisecondsOf(request.since),
    until: millisecondsOf(request.until),
  };
}

function totalOf(counted: number): Pick<Found, "total" | "totalIsExact"> {
  return { total: Math.min(counted, MOST_COUNTED), totalIsExact: counted <= MOST_COUNTED };
}

function findNewest(connection: Connection, search: Search): Found {
  const newest = newestOf(connection, search);
  const counted = countUpTo(connection, newest, MOST_COUNTED + 1);
  const ids = newestMatches(connection, newest, { ...search.request, atLeast: counted });
  return {
    hits: readTurnsById(connection, ids).map((turn) => ({ ...turn, score: 0 })),
    ...totalOf(counted),
    passive: [],
  };
}

interface RankedLookup {
  readonly plan: MatchPlan;
  readonly rows: RowMatch;
  /** On the turn `t`, for {@link rankMatches}. */
  readonly late: readonly Condition[];
  /** The same rows with every condition, for counting them. */
  readonly counted: RowMatch;
}

/** Rows of the full text in the scope; Infinity for more than `most`. */
function countScope(connection: Connection, scope: readonly Condition[], most: number): number {
  const row = connection
    .statement(
      `SELECT count(*) AS n FROM (SELECT 1 FROM fts_docsize f WHERE ${scope.map(({ sql }) => sql).join(" AND ")} LIMIT ?)`,
    )
    .get(...scope.flatMap(({ values }) => values), most + 1);
  const rows = Number(row?.["n"]);
  return rows > most ? Infinity : rows;
}

/** Undefined where the words are too frequent to be ranked. */
function planRanked(connection: Connection, search: Search): RankedLookup | undefined {
  const { request, words, scope } = search;
  const usual = request.projects === "all" ? WHOLE_BUDGET : PROJECT_BUDGET;
  const narrow = narrowSearch(connection, request, scope, usual.rows);
  const isLimited = narrow === undefined && request.isUnlimited !== true;
  const inScope = { table: "fts", rows: scope, turns: [] } as const;
  const plan = planMatch({
    words,
    budget: isLimited ? usual : NO_BUDGET,
    isWhole: request.projects === "all" || !isLimited,
    scopeRows: isLimited ? countScope(connection, scope, usual.rows) : Infinity,
    count: (match, most) => countMatches(connection, { ...inScope, match }, most),
  });
  if (plan.expression === undefined) return undefined;
  const { rows, turns } = rowFilters(connection, request);
  const match =
    narrow?.match === undefined ? plan.expression : `(${plan.expression}) AND ${narrow.match}`;
  const found = { table: "fts", match, rows: narrow?.rows ?? scope, turns } as const;
  return {
    plan,
    rows: found,
    late: turns.length > 0 ? [] : turnConditions(connection, request),
    counted: { ...found, rows: [...found.rows, ...rows] },
  };
}

function findRanked(connection: Connection, lookup: RankedLookup, request: SearchRequest): Found {
  const { offset, limit } = request;
  const { rows, late } = lookup;
  const page = rankMatches(connection, { rows, late, offset, limit });
  const scores = new Map(page.matches.map(({ id, score }) => [id, score]));
  const turns = readTurnsById(
    connection,
    page.matches.map(({ id }) => id),
  );
  return {
    hits: turns.map((turn) => ({ ...turn, score: scores.get(turn.id) ?? 0 })),
    ...totalOf(page.total ?? countMatches(connection, lookup.counted, MOST_COUNTED + 1)),
    passive: lookup.plan.passive.map(({ typed }) => typed),
  };
}

/** Among other words, and as long as there are limits. */
function lightenWords(connection: Connection, search: Search): readonly WeighedWord[] {
  const { words, request } = search;
  if (words.length < 2 || request.isUnlimited === true) return words;
  return words.map((word) => lightenWord(connection, word));
}

function findInScope(connection: Connection, search: Search): Found {
  const { request, words } = search;
  const isRanked = request.order === "relevance" && words.some(({ word }) => !word.single);
  if (!isRanked) return findNewest(connection, search);
  const light = lightenWords(connection, search);
  const lookup = planRanked(connection, { ...search, words: light });
  if (lookup === undefined) return findNewest(connection, search);
  const found = findRanked(connection, lookup, request);
  const { passive } = lookup.plan;
  if (found.total > 0 || passive.length === 0) return found;
  // What was to find stands elsewhere: here the others have to.
  return findInScope(connection, {
    ...search,
    words: light.filter(({ word }) => passive.includes(word)),
  });
}

function searchWords(
  connection: Connection,
  words: readonly QueryWord[],
  request: SearchRequest,
): SearchResult {
  const weighed = words.map((word) => weighWord(connection, word));
  const facts = {
    words,
    corpus: {
      ...readCorpusSize(connection),
      frequencies: weighed.map(({ frequency }) => frequency),
    },
  };
  const known = weighed.filter(({ word, most }) => word.single || most > 0);
  if (known.length === 0 && words.length > 0) return { ...NOTHING, ...facts };
  const sessions = sessionCondition(connection, request.sessions);
  if (sessions === undefined) return { ...NOTHING, ...facts };
  const projects = projectCondition(connection, request.projects);
  if (projects !== undefined) {
    const scope = [projects, sessions];
    const found = findInScope(connection, { request, words: known, scope });
    if (found.total > 0 || request.projects === "all") return { ...NOTHING, ...facts, ...found };
  }
  const everywhere = { request, words: known, scope: [sessions] };
  const outside = countUpTo(connection, newestOf(connection, everywhere), MOST_COUNTED);
  return { ...NOTHING, ...facts, outsideScope: outside };
}

const FIELD = /(?<![^\s])(\p{L}+):(?=[^\s:])/gu;

/**
 * Finds the turns that hold any word of the query, best first; without a word those that filters of time or file leave,
 * newest first. Single CJK characters count only where longer words find nothing at all: they are looked up in their own
 * table, newest first. The scope is applied before ranking.
 */
export function searchTurns(connection: Connection, request: SearchRequest): SearchResult {
  const words = queryWords(request.query);
  const hasFilter = [request.since, request.until, request.filePrefix].some(
    (filter) => filter !== undefined,
  );
  if (words.length === 0) return hasFilter ? searchWords(connection, [], request) : NOTHING;
  const found = searchTyped(connection, words, request);
  if (found.total + found.outsideScope > 0) return found;
  // `file:src/app.ts` or `text:deploy`: a name that nobody wrote so may be meant as a field, which is a word like others.
  const apart = queryWords(request.query.replace(FIELD, "$1 "));
  return apart.length > words.length ? searchTyped(connection, apart, request) : found;
}

function searchTyped(
  connection: Connection,
  words: readonly QueryWord[],
  request: SearchRequest,
): SearchResult {
  const longer = words.filter((word) => !word.single);
  const single = words.filter((word) => word.single);
  const found = longer.length === 0 ? undefined : searchWords(connection, longer, request);
  if (found !== undefined && (single.length === 0 || found.total + found.outsideScope > 0))
    return found;
  return searchWords(connection, single, request);
}
