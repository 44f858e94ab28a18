/** Owns the default of logs: the words of the query through the word index, among turns of every class. */
import { cutSnippet } from "../../core/snippet.ts";
import { stripKoreanParticle } from "../../core/tokenise/korean-particles.ts";
import { queryWords } from "../../core/tokenise/query-words.ts";
import type { IndexHit } from "../../search-index/search-turns.ts";
import { NO_RESULT, type LaneResult } from "./lane-result.ts";
import { makeHelperLookup } from "../helper-lookup.ts";
import { showTurn } from "./log-hit.ts";
import type { LogHit } from "./logs-answer.ts";
import type { LogsQuestion } from "./read-logs-question.ts";

/** Context on both sides of a word. */
const SNIPPET_CHARS = 220;
/** More of a long turn is not looked at for a place to show. */
const WINDOW_CHARS = 65_536;

/** As typed, and without what hangs on a Korean noun: what a snippet shows and marks. */
export function shownWords(query: string): readonly string[] {
  return queryWords(query).flatMap((word) => [word.typed, stripKoreanParticle(word.typed)]);
}

/** Best first, or newest first. A query without a word finds nothing. */
export function searchWords(question: LogsQuestion, leftOut: ReadonlySet<string>): LaneResult {
  const { engine, index, query, filter, order, limit, cursor } = question;
  const words = shownWords(query);
  if (index === undefined) return NO_RESULT;
  if (words.length === 0) return { ...NO_RESULT, skipped: [noWord()] };
  const offset = Number(cursor?.mark[0] ?? 0);
  const result = index.search({ ...filter, query, order, limit: limit + 1, offset });
  const helperOf = makeHelperLookup(index);
  const show = (hit: IndexHit): LogHit => {
    const text = engine.redactor.redact(hit.text.slice(0, WINDOW_CHARS).toWellFormed());
    const { text: snippet, marks } = cutSnippet(text, words, SNIPPET_CHARS);
    const why = order === "time" || hit.score === 0 ? "newest first" : "words";
    const match = { text: "", span: { at: 0, length: 0 }, why };
    const score = Math.round(hit.score * 1000) / 1000;
    return { ...showTurn(hit, match, helperOf), snippet, marks, score };
  };
  return {
    ...NO_RESULT,
    found: result.hits.flatMap((hit, at) =>
      leftOut.has(hit.session) ? [] : [{ hit: show(hit), mark: [offset + at + 1] }],
    ),
    total: result.total,
    totalIsExact: result.totalIsExact,
    outsideScope: result.outsideScope,
    passive: result.passive,
  };
}

function noWord(): { readonly lane: string; readonly reason: string } {
  return { lane: "words", reason: "the query holds no word to look for; --exact takes any text" };
}
