/** Owns joining the two stages of a search: what the index found, with its surroundings, in the order of the second stage. */
import type { CorpusFacts } from "../core/corpus-facts.ts";
import { touchesFile } from "../core/file-prefix.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import {
  ALL_LANES,
  rankCandidates,
  type Candidate,
  type RankedCandidate,
  type RankLanes,
} from "../recall/rank-candidates.ts";
import { estimateLength } from "../recall/scan-text.ts";
import { searchKey } from "../search-index/full-text-rows.ts";
import type { NearbyTurn, Surroundings } from "../search-index/read-surroundings.ts";
import type { SearchRequest } from "../search-index/search-conditions.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { IndexHit } from "../search-index/search-turns.ts";

/** Turns on either side that say what a hit is about. */
const NEIGHBOUR_SPAN = 2;
/** Hits whose surroundings are read: those behind rarely come to the front by them. */
const MOST_WIDENED = 8;
/** A shorter prompt says to go on with what was asked before. */
const LEAST_REQUEST_TOKENS = 8;

export interface RankRequest {
  readonly index: SearchIndex | undefined;
  /** Redacted, without its time words. */
  readonly query: string;
  readonly words: readonly QueryWord[];
  readonly corpus: CorpusFacts;
  /** What a turn near a hit must fit as well. */
  readonly filters: Pick<SearchRequest, "roles" | "classes" | "since" | "until" | "filePrefix">;
  readonly hits: readonly IndexHit[];
  /** The best hits of all, when `hits` are a later part: their surroundings were shown with them. */
  readonly earlier?: readonly IndexHit[] | undefined;
  /** Candidates from elsewhere: turns that are not indexed yet. */
  readonly more: readonly Candidate[];
  readonly now: Date;
  /** All of them unless given. */
  readonly lanes?: RankLanes | undefined;
}

/**
 * Best first; what says too little of the question is left out. With several words, turns around the best hits are
 * ranked with them: an answer rarely says the question again. One word asks where it stands, so nothing is added.
 */
export function rankHits(request: RankRequest): readonly RankedCandidate[] {
  const { index, words, earlier } = request;
  const lanes = request.lanes ?? ALL_LANES;
  const shown = earlier === undefined ? new Set<number>() : widenedIds(request, earlier);
  const hits = request.hits.filter(({ id }) => !shown.has(id));
  const around = surroundings(index, hits);
  const widened = earlier === undefined && lanes.around ? widen(request, hits, around) : [];
  const counts = index?.sessionCounts(
    hits.map(({ id }) => id),
    words,
  );
  const found = [...hits.map(ofHit), ...widened].map((turn): Candidate => ({
    ...turn,
    ...contextOf(turn.id, around),
    sessionCounts: counts?.get(turn.session),
  }));
  return rankCandidates({
    query: request.query,
    words,
    candidates: [...found, ...request.more],
    corpus: request.corpus,
    now: request.now,
    lanes,
  });
}

type PlainCandidate = Omit<Candidate, "neighbours" | "request" | "sessionCounts">;

function ofHit(hit: IndexHit): PlainCandidate {
  return {
    id: hit.id,
    ref: `t:${hit.session}#${hit.seq}`,
    session: hit.session,
    time: hit.time,
    role: hit.role,
    class: hit.class,
    text: hit.text,
    key: searchKey(hit.toolName, hit.files),
    isMatch: true,
  };
}

function surroundings(
  index: SearchIndex | undefined,
  hits: readonly IndexHit[],
): Surroundings | undefined {
  return index?.surroundings(hits.slice(0, MOST_WIDENED), {
    span: NEIGHBOUR_SPAN,
    isRequest: (text) => estimateLength(text) >= LEAST_REQUEST_TOKENS,
  });
}

function contextOf(
  id: number,
  around: Surroundings | undefined,
): Pick<Candidate, "neighbours" | "request"> {
  const near = around?.neighbours(id) ?? [];
  const request = around?.request(id);
  return {
    neighbours: near.map(({ turn: { text, key }, distance }) => ({ text, key, distance })),
    // A prompt two turns away is a neighbour already.
    request: near.some(({ turn }) => turn === request) ? undefined : request,
  };
}

/** Words of which none is part of another: 部署方案 is one term, though its parts are looked up too. */
function countTerms(words: readonly QueryWord[]): number {
  const longer = words.filter((word) => !word.single);
  return longer.filter(
    (word) => !longer.some((other) => other !== word && other.typed.includes(word.typed)),
  ).length;
}

/** Turns around the hits that fit the filters and are no hits themselves. */
function widen(
  { words, filters }: RankRequest,
  hits: readonly IndexHit[],
  around: Surroundings | undefined,
): readonly PlainCandidate[] {
  if (around === undefined || countTerms(words) < 2) return [];
  const known = new Set(hits.map(({ id }) => id));
  return around.members.flatMap((turn) => {
    if (known.has(turn.id) || !fits(turn, filters)) return [];
    const { id, session, seq, time, role, class: turnClass, text, key } = turn;
    const ref = `t:${session}#${seq}`;
    return [{ id, ref, session, time, role, class: turnClass, text, key, isMatch: false }];
  });
}

function widenedIds(request: RankRequest, hits: readonly IndexHit[]): ReadonlySet<number> {
  return new Set(widen(request, hits, surroundings(request.index, hits)).map(({ id }) => id));
}

function fits(
  turn: NearbyTurn,
  { roles, classes, since, until, filePrefix }: RankRequest["filters"],
): boolean {
  if (roles !== undefined && !roles.includes(turn.role)) return false;
  if (classes !== undefined && !classes.includes(turn.class)) return false;
  if (filePrefix !== undefined && !turn.files.some((file) => touchesFile(file, filePrefix)))
    return false;
  if (since === undefined && until === undefined) return true;
  if (turn.time === null) return false;
  return (since === undefined || turn.time >= since) && (until === undefined || turn.time < until);
}
