/** Owns finding what is asked for in turns that a host wrote a moment ago and that the index does not hold yet. */
import { searchKey } from "../../search-index/full-text-rows.ts";
import type { TailTurn } from "../freshness/freshness.ts";
import type { FoundLog } from "./lane-result.ts";
import { makeHelperLookup } from "../helper-lookup.ts";
import { showTurn } from "./log-hit.ts";
import type { LogsQuestion } from "./read-logs-question.ts";
import { shownWords } from "./search-words.ts";
import { needleExpression, type TextMatcher } from "./text-matcher.ts";
import { findVisible } from "./visible-match.ts";

function fits(turn: TailTurn, { filter }: LogsQuestion): boolean {
  const { projects, sources, since, until } = filter;
  if (projects !== "all" && !projects.includes(turn.project)) return false;
  if (sources !== undefined && !sources.includes(turn.source)) return false;
  if (since === undefined && until === undefined) return true;
  const { time } = turn;
  return (
    time !== null && (since === undefined || time >= since) && (until === undefined || time < until)
  );
}

/** Newest first, before everything else; only a first page has them. `matcher` is undefined for words. */
export async function lookThroughTails(
  question: LogsQuestion,
  tails: readonly TailTurn[],
  matcher: TextMatcher | undefined,
  until: number,
): Promise<readonly FoundLog[]> {
  if (question.cursor !== undefined || tails.length === 0) return [];
  const fitting = tails.filter((turn) => fits(turn, question));
  const texts = fitting.map(
    ({ text, toolName, files }) => `${text}\n${searchKey(toolName, files)}`,
  );
  const helperOf = makeHelperLookup(question.index);
  const spans =
    matcher === undefined
      ? matchWords(texts, shownWords(question.query))
      : (await matcher.match(texts, until)).spans;
  const found = fitting.flatMap((turn, at): readonly FoundLog[] => {
    const span = spans[at];
    const visible =
      span === undefined ? undefined : findVisible(question.engine.redactor, texts[at] ?? "", span);
    if (visible === undefined) return [];
    return [{ hit: showTurn(turn, { ...visible, why: "not indexed yet" }, helperOf), mark: [] }];
  });
  return found.sort((a, b) => ((b.hit.date ?? "") < (a.hit.date ?? "") ? -1 : 1));
}

function matchWords(
  texts: readonly string[],
  words: readonly string[],
): readonly ({ readonly at: number; readonly length: number } | undefined)[] {
  if (words.length === 0) return [];
  const expressions = words.map(needleExpression);
  return texts.map((text) => {
    for (const expression of expressions) {
      const found = expression.exec(text);
      if (found !== null) return { at: found.index, length: found[0].length };
    }
    return undefined;
  });
}
