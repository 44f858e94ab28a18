/** Owns the ways in which a question is asked: plain BM25, the second stage with its lanes one by one, and the product's search. */
import { NO_BUDGET } from "../../core/budget.ts";
import type { Calendar } from "../../core/time-expressions/time-query.ts";
import type { Engine } from "../../engine/engine.ts";
import { rankHits } from "../../engine/rank-hits.ts";
import { resolveScope } from "../../engine/resolve-scope.ts";
import { searchTurns } from "../../engine/search.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";

export interface AskedPage {
  /** References, best first. */
  readonly refs: readonly string[];
  /** Of the page as JSON; 0 for rows that make no page. */
  readonly chars: number;
}

export interface RetrievalRow {
  readonly name: string;
  readonly ask: (engine: Engine, question: RetrievalQuestion) => AskedPage;
}

/** Hits of a page. */
export const PAGE_HITS = 10;
/** Best of the first stage, as the product's search takes them. */
const CANDIDATES = 50;
const NONE = { around: false, session: false, phrase: false, judgement: false };
/** The data sets' dates are taken as UTC. */
const UTC: Calendar = {
  zone: "UTC",
  fieldsOf(instant) {
    const date = new Date(instant);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    };
  },
  instantOf: ({ year, month, day, hour, minute, second }) =>
    Date.UTC(year, month - 1, day, hour, minute, second),
};

function firstStage(engine: Engine, { query, cwd, project }: RetrievalQuestion) {
  const { slugs } = resolveScope(engine, { cwd, project });
  const request = { projects: slugs, limit: CANDIDATES, offset: 0, order: "relevance" } as const;
  return engine.index("read")?.search({ query, ...request });
}

const refOf = ({ session, seq }: { readonly session: string; readonly seq: string }): string =>
  `t:${session}#${seq}`;

function plainRow(name: string): RetrievalRow {
  return {
    name,
    ask: (engine, question) => ({
      refs: (firstStage(engine, question)?.hits ?? []).slice(0, PAGE_HITS).map(refOf),
      chars: 0,
    }),
  };
}

function laneRow(name: string, lanes: Partial<typeof NONE>): RetrievalRow {
  return {
    name,
    ask(engine, question) {
      const found = firstStage(engine, question);
      const index = engine.index("read");
      if (found === undefined || index === undefined) return { refs: [], chars: 0 };
      const ranked = rankHits({
        index,
        query: question.query,
        words: found.words,
        corpus: found.corpus,
        filters: {},
        hits: found.hits,
        more: [],
        now: engine.now(),
        lanes: { ...NONE, ...lanes },
      });
      const page = ranked.slice(0, PAGE_HITS).map(({ id }) => id);
      return { refs: index.turnsById(page).map(refOf), chars: 0 };
    },
  };
}

const productRow: RetrievalRow = {
  name: "all (varve search)",
  ask(engine, { query, cwd, project }) {
    const answer = searchTurns(
      engine,
      { query, cwd, project, limit: PAGE_HITS, order: "relevance", calendar: UTC },
      { budget: NO_BUDGET, write: JSON.stringify },
    );
    return { refs: answer.hits.map(({ ref }) => ref), chars: JSON.stringify(answer).length };
  },
};

/** The first is what the others are compared with, the last is the product. */
export const retrievalRows: readonly RetrievalRow[] = [
  plainRow("plain BM25"),
  laneRow("words", {}),
  laneRow("+ neighbours", { around: true }),
  laneRow("+ session", { around: true, session: true }),
  laneRow("+ phrase", { around: true, session: true, phrase: true }),
  productRow,
];
