/** Owns gathering the hits of one page: batches of candidates in the index's order, each batch ranked by the second stage. */
import { queryWords } from "../core/tokenise/query-words.ts";
import type { IndexHit, SearchResult } from "../search-index/search-turns.ts";
import type { Engine } from "./engine.ts";
import type { Freshness } from "./freshness/freshness.ts";
import { matchTails, type TailMatch } from "./match-tails.ts";
import { rankHits } from "./rank-hits.ts";
import type { Question } from "./read-question.ts";
import type { Place } from "./search-cursor.ts";

export interface RankedHit {
  readonly hit: IndexHit | TailMatch["turn"];
  readonly score: number;
  readonly why: string;
  /** Where it stands in the whole answer. */
  readonly place: Place;
}

export interface CollectedHits {
  /** In the order of relevance; one more than the limit when there are more. */
  readonly hits: readonly RankedHit[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly outsideScope: number;
  readonly outsideRange: number;
  /** Candidates of the first batch that say too little of the question. */
  readonly tooWeak: number;
  readonly passive: readonly string[];
  /** Only single CJK characters were left to look for: newest first. */
  readonly byCharacter: boolean;
  readonly fromTails: number;
}

/** Candidates that the second stage looks at together. */
const BATCH = 30;

const NOTHING: SearchResult = {
  hits: [],
  total: 0,
  totalIsExact: true,
  outsideScope: 0,
  words: [],
  passive: [],
  corpus: { turns: 0, averageTokens: 1, frequencies: [] },
};

/**
 * Hits from the question's place on, at most its limit and one more. Where words of the question were read as a time
 * and nothing that answers it is of that time, they are taken as words (`hangs every Monday`) and any time will do.
 */
export function collectHits(
  engine: Engine,
  question: Question,
  freshness: Freshness,
): CollectedHits {
  const found = collectInRange(engine, question, freshness);
  const isRead = (question.range?.words ?? null) !== null && question.words.length > 0;
  if (found.hits.length > 0 || !isRead || question.filters.sessions !== undefined) return found;
  const anyTime = collectInRange(engine, atAnyTime(question), freshness);
  const hits = anyTime.hits.map((hit) => ({ ...hit, why: `other time; ${hit.why}` }));
  return { ...anyTime, hits, outsideRange: anyTime.total };
}

function atAnyTime(question: Question): Question {
  const { asked, filters } = question;
  return {
    ...question,
    query: asked,
    words: queryWords(asked),
    range: null,
    filters: { ...filters, since: undefined, until: undefined },
  };
}

function collectInRange(engine: Engine, question: Question, freshness: Freshness): CollectedHits {
  const hits: RankedHit[] = [];
  let first: SearchResult | undefined;
  let tooWeak = 0;
  let fromTails = 0;
  let besides = 0;
  for (let batch = question.place.batch; hits.length <= question.limit; batch += 1) {
    const result = searchBatch(question, batch);
    first ??= result;
    const tails = batch === 0 ? matchTails(freshness.tails, question, result) : [];
    if (batch === 0) fromTails = tails.length;
    const skip = batch === question.place.batch ? question.place.within : 0;
    // What is left out is taken from the list, so that nobody knows how much of it a page needs.
    const needed = freshness.leftOut.size > 0 ? Infinity : skip + question.limit + 1;
    const page = rankBatch({ engine, question, batch, result, tails, needed });
    const ranked = page.hits.filter(({ hit }) => !freshness.leftOut.has(hit.session));
    hits.push(...ranked.map((hit, at) => ({ ...hit, place: { batch, within: at } })).slice(skip));
    if (batch === 0) ({ tooWeak, besides } = page);
    // Later batches match less: one that says nothing of the question is followed by none that does.
    if (result.hits.length < BATCH || ranked.length === 0) break;
  }
  const result = first ?? NOTHING;
  const nothing = result.total + fromTails === 0;
  return {
    hits: hits.slice(0, question.limit + 1),
    total: result.total + fromTails + besides,
    totalIsExact: result.totalIsExact,
    outsideScope: result.outsideScope,
    outsideRange: nothing && question.range !== null ? countWithoutRange(question) : 0,
    tooWeak,
    passive: result.passive,
    byCharacter: result.words.length > 0 && result.words.every((word) => word.single),
    fromTails,
  };
}

function searchBatch(question: Question, batch: number): SearchResult {
  if (question.index === undefined) return NOTHING;
  return question.index.search({
    ...question.filters,
    query: question.query,
    limit: BATCH,
    offset: batch * BATCH,
    order: "relevance",
  });
}

function countWithoutRange(question: Question): number {
  const { index, filters, query } = question;
  const anyTime = { ...filters, since: undefined, until: undefined, sessions: undefined };
  return index?.search({ ...anyTime, query, limit: 1, offset: 0, order: "relevance" }).total ?? 0;
}

interface BatchParts {
  readonly engine: Engine;
  readonly question: Question;
  readonly batch: number;
  readonly result: SearchResult;
  readonly tails: readonly TailMatch[];
  /** Hits that the page may show, counted from the batch's first. */
  readonly needed: number;
}

interface RankedBatch {
  /** Those behind the needed ones may be missing. */
  readonly hits: readonly Omit<RankedHit, "place">[];
  readonly tooWeak: number;
  /** Turns that hold no word and stand by one that does: the index does not count them. */
  readonly besides: number;
}

function rankBatch(parts: BatchParts): RankedBatch {
  const { engine, question, batch, result, tails, needed } = parts;
  const byId = new Map<number, RankedHit["hit"]>(result.hits.map((hit) => [hit.id, hit]));
  for (const { candidate, turn } of tails) byId.set(candidate.id, turn);
  const single = result.words.length > 0 && result.words.every((word) => word.single);
  // Single characters, and filters without a word, have no score to improve on: newest first, as they came.
  if (single || (result.words.length === 0 && question.words.length === 0)) {
    const newest = [...tails.map(({ turn }) => turn), ...result.hits];
    const hits = newest.map((hit) => ({ hit, score: 0, why: "newest first" }));
    return { hits, tooWeak: 0, besides: 0 };
  }
  const ranked = rankHits({
    index: question.index,
    query: question.query,
    words: result.words.length > 0 ? result.words : question.words,
    corpus: result.corpus,
    filters: question.filters,
    hits: result.hits,
    earlier: batch === 0 ? undefined : searchBatch(question, 0).hits,
    more: tails.map(({ candidate }) => candidate),
    now: engine.now(),
  });
  const added = ranked.filter(({ id }) => !byId.has(id));
  const shown = ranked.slice(0, needed).filter(({ id }) => !byId.has(id));
  for (const turn of question.index?.turnsById(shown.map(({ id }) => id)) ?? [])
    byId.set(turn.id, { ...turn, score: 0 });
  return {
    hits: ranked.flatMap(({ id, score, explain }) => {
      const hit = byId.get(id);
      return hit === undefined ? [] : [{ hit, score, why: explain() }];
    }),
    tooWeak: result.hits.length + tails.length - (ranked.length - added.length),
    besides: added.filter(({ holdsWord }) => !holdsWord).length,
  };
}
