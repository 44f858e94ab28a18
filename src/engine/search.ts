/** Owns the search use-case: the question read, both stages of ranking, and an answer within its budget that says what it is. */
import { PAGE_BUDGET } from "../core/budget.ts";
import { toSafeJson } from "../core/plain-text.ts";
import type { PageForm } from "./fit-answer.ts";
import type { Calendar } from "../core/time-expressions/time-query.ts";
import type { TurnClass, TurnRole } from "../core/turn.ts";
import { buildAnswer } from "./build-answer.ts";
import { collectHits } from "./collect-hits.ts";
import type { Engine } from "./engine.ts";
import { freshen } from "./freshness/freshen.ts";
import { holdIndex } from "./hold-index.ts";
import { readQuestion } from "./read-question.ts";
import type { SearchAnswer } from "./search-answer.ts";

export interface SearchQuery {
  readonly query: string;
  /** Slug, name or path; undefined takes the project of `cwd`, and all projects when that is none. */
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  readonly cwd: string;
  readonly role?: TurnRole | undefined;
  readonly class?: TurnClass | undefined;
  /** Only turns that touch a file whose path begins so, from the root or from any folder on. */
  readonly file?: string | undefined;
  /** A day, an instant or time words, as typed; with one of them the question's own time words are no time. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The calendar that days are read and shown in; the machine's when left out. */
  readonly calendar?: Calendar | undefined;
  /** Hits are chosen by relevance and printed so; `time` prints a page in time order and is the default with a range. */
  readonly order?: "relevance" | "time" | undefined;
  readonly limit?: number | undefined;
  /** Of the page before. */
  readonly cursor?: string | undefined;
}

/** Time for taking in what hosts wrote since the last sync. */
const FRESHEN_MS = 150;

/** A page as a program gets it. */
const JSON_PAGE: PageForm<SearchAnswer> = { budget: PAGE_BUDGET, write: toSafeJson };

/**
 * Searches what the agents said and did. Sources that changed are taken in first, or their ends are scanned; with
 * nothing imported the answer comes from such scans and says so. Throws VarveError `usage` for a bad cursor or date,
 * `not-found` or `ambiguous` for a project.
 */
export function searchTurns(
  engine: Engine,
  request: SearchQuery,
  form: PageForm<SearchAnswer> = JSON_PAGE,
): SearchAnswer {
  const started = performance.now();
  const freshness = freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndex(engine, () => {
    const question = readQuestion(engine, request);
    const found = collectHits(engine, question, freshness);
    return buildAnswer({ engine, request, question, freshness, found, form, started });
  });
}
