/** Owns finding the words of a question in turns that the index does not hold yet. */
import { indexText } from "../core/tokenise/index-text.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import type { Candidate } from "../recall/rank-candidates.ts";
import { searchKey } from "../search-index/full-text-rows.ts";
import type { SearchResult } from "../search-index/search-turns.ts";
import type { TailTurn } from "./freshness/freshness.ts";
import type { Question } from "./read-question.ts";
import { touchesFile } from "../core/file-prefix.ts";

export interface TailMatch {
  readonly turn: TailTurn;
  readonly candidate: Candidate;
}

/** Turns on either side that say what a hit is about. */
const SPAN = 2;

/** The turns of `tails` that fit the question's filters and hold one of its words; ids are negative, as no row has them. */
export function matchTails(
  tails: readonly TailTurn[],
  question: Question,
  result: SearchResult,
): readonly TailMatch[] {
  const words = result.words.length > 0 ? result.words : question.words;
  const known = new Set(result.hits.map((hit) => `${hit.session}#${hit.seq}`));
  return tails.flatMap((turn, at) => {
    if (known.has(`${turn.session}#${turn.seq}`) || !fitsFilters(turn, question)) return [];
    const key = searchKey(turn.toolName, turn.files);
    if (!holdsAnyWord(`${turn.text}\n${key}`, words)) return [];
    return [{ turn, candidate: candidateOf(turn, key, { tails, at }) }];
  });
}

function candidateOf(
  turn: TailTurn,
  key: string,
  place: { readonly tails: readonly TailTurn[]; readonly at: number },
): Candidate {
  const { tails, at } = place;
  const around = tails.slice(Math.max(0, at - SPAN), at + SPAN + 1);
  return {
    id: -1 - at,
    ref: `t:${turn.session}#${turn.seq}`,
    session: turn.session,
    time: turn.time,
    role: turn.role,
    class: turn.class,
    text: turn.text,
    key,
    isMatch: true,
    request: undefined,
    neighbours: around
      .filter((other) => other !== turn && other.session === turn.session)
      .map((other) => ({
        text: other.text,
        key: searchKey(other.toolName, other.files),
        distance: tails.indexOf(other) - at,
      })),
    sessionCounts: undefined,
  };
}

function fitsFilters(turn: TailTurn, { filters }: Question): boolean {
  const { projects, roles, classes, since, until, sessions, filePrefix } = filters;
  if (projects !== "all" && !projects.includes(turn.project)) return false;
  if (turn.class === "lifecycle" && filters.includeLifecycle !== true) return false;
  if (turn.branch === "dropped") return false;
  if (roles !== undefined && !roles.includes(turn.role)) return false;
  if (classes !== undefined && !classes.includes(turn.class)) return false;
  if (sessions !== undefined && !sessions.includes(turn.session)) return false;
  if (filePrefix !== undefined && !turn.files.some((file) => touchesFile(file, filePrefix)))
    return false;
  if (since === undefined && until === undefined) return true;
  const time = turn.time;
  return (
    time !== null && (since === undefined || time >= since) && (until === undefined || time < until)
  );
}

function holdsAnyWord(text: string, words: readonly QueryWord[]): boolean {
  // Filters alone ask for everything they let through.
  if (words.length === 0) return true;
  const tokens = indexText(text);
  const run = ` ${tokens.text} `;
  const single = ` ${tokens.single} `;
  return words.some((word) =>
    word.phrases.some((phrase) => (word.single ? single : run).includes(` ${phrase.join(" ")} `)),
  );
}
