/** Owns measuring one family of questions: how long the product's own search takes, and what its limits change. */
import { PAGE_BUDGET } from "../../core/budget.ts";
import { toSafeJson } from "../../core/plain-text.ts";
import type { Engine } from "../../engine/engine.ts";
import { rankHits } from "../../engine/rank-hits.ts";
import { searchTurns } from "../../engine/search.ts";
import { percentiles } from "../percentiles.ts";
import type { DrawnQuery, QueryFamily } from "./draw-queries.ts";
import type { StoreIndex } from "./fill-store.ts";

export type SearchScope = "project" | "all";

export interface FamilyResult {
  readonly family: QueryFamily;
  readonly scope: SearchScope;
  readonly queries: number;
  /** Milliseconds of a whole search, page written. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor milliseconds, which other work on the machine moves less. */
  readonly processorP95: number;
  /** Milliseconds at p95 that it may take; undefined where there is no bar. */
  readonly barMs: number | undefined;
  /** Of the first ten with every word found and weighed, the share that is among the first ten. */
  readonly overlap: number;
  /** Queries without a hit. */
  readonly empty: number;
}

export interface MeasureFamilyOptions {
  readonly engine: Engine;
  readonly index: StoreIndex;
  readonly family: QueryFamily;
  readonly scope: SearchScope;
  readonly queries: readonly DrawnQuery[];
  readonly barMs: number | undefined;
}

const FORM = { budget: PAGE_BUDGET, write: toSafeJson };
/** Candidates of the second stage, as the product takes them. */
const CANDIDATES = 30;
/** Every so many-th question is also asked without limits, which takes up to half a second. */
const OVERLAP_EVERY = 4;
const FIRST = 10;

function processorMs(): number {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
}

function firstIds(
  options: MeasureFamilyOptions,
  { query, project }: DrawnQuery,
  isUnlimited: boolean,
): readonly number[] {
  const { engine, index, scope } = options;
  const found = index.search({
    query,
    projects: scope === "all" ? "all" : [project],
    limit: CANDIDATES,
    offset: 0,
    order: "relevance",
    isUnlimited,
  });
  return rankHits({
    index,
    query,
    words: found.words,
    corpus: found.corpus,
    filters: {},
    hits: found.hits,
    more: [],
    now: engine.now(),
  })
    .slice(0, FIRST)
    .map(({ id }) => id);
}

function meanOverlap(options: MeasureFamilyOptions): number {
  const shares: number[] = [];
  for (let at = 0; at < options.queries.length; at += OVERLAP_EVERY) {
    const query = options.queries[at];
    if (query === undefined) continue;
    const wanted = firstIds(options, query, true);
    const shown = new Set(firstIds(options, query, false));
    if (wanted.length > 0) shares.push(wanted.filter((id) => shown.has(id)).length / wanted.length);
  }
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export function measureFamily(options: MeasureFamilyOptions): FamilyResult {
  const { engine, family, scope, queries, barMs } = options;
  const times: number[] = [];
  const processor: number[] = [];
  let empty = 0;
  for (const { query, project } of queries) {
    const where = scope === "all" ? { allProjects: true } : { project };
    const [started, used] = [performance.now(), processorMs()];
    const answer = searchTurns(engine, { query, cwd: "/", ...where }, FORM);
    times.push(performance.now() - started);
    processor.push(processorMs() - used);
    if (answer.hits.length === 0) empty += 1;
  }
  const figures = percentiles(times);
  return {
    family,
    scope,
    queries: queries.length,
    p50: figures.p50,
    p95: figures.p95,
    p99: figures.p99,
    processorP95: percentiles(processor).p95,
    barMs,
    overlap: meanOverlap(options),
    empty,
  };
}
