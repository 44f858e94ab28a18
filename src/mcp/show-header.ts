/** Owns the first lines of a reply that found something or nothing: what was looked through, where, when, and what is next. */
import type { HeaderRange, SearchHeader } from "../engine/search-answer.ts";
import { QUOTE_NOTICE, safeWords } from "./quote-text.ts";
import { renderBytes } from "../core/render-units.ts";
import { renderSpan } from "../platform/render-when.ts";
import type { ToolSpec } from "./tool.ts";
import { translateCall, translateSentence } from "./translate-call.ts";

export function showHeader(tool: ToolSpec, header: SearchHeader, noun: string): readonly string[] {
  const total = `${header.totalIsExact ? "" : "more than "}${header.total}`;
  const parts = [
    `${header.shown} of ${total} ${noun} in ${safeWords(header.scope)}`,
    ...(header.range === null ? [] : [showRange(header.range)]),
    `by ${header.order}`,
    header.lanes.join(" + ") || "nothing looked through",
    `times in ${safeWords(header.zone)}`,
    ...showLimits(header),
  ];
  return [
    parts.join(", "),
    ...header.skippedLanes.map(({ lane, reason }) => `${lane}: ${translateSentence(tool, reason)}`),
    ...showPassive(header.passiveWords),
    ...(header.range === null ? [] : showAlternatives(header.range)),
    ...(header.total === 0 && header.outsideScope > 0
      ? [`nothing here, ${header.outsideScope} in other projects`]
      : []),
    ...(header.outsideRange > 0 ? [`nothing then, ${header.outsideRange} at other times`] : []),
    ...showNext(tool, header.next),
    ...(header.shown > 0 ? [QUOTE_NOTICE] : []),
  ];
}

/** What cut the answer, and how much of what hosts wrote it does not know. */
export function showLimits({
  limitedBy,
  indexLag,
}: Pick<SearchHeader, "limitedBy" | "indexLag">): readonly string[] {
  return [
    ...(limitedBy === null ? [] : [`cut by ${limitedBy}`]),
    ...(indexLag === 0 ? [] : [`index ${renderBytes(indexLag)} behind`]),
  ];
}

export function showRange({ from, to, words }: HeaderRange): string {
  return words === null ? renderSpan(from, to) : `"${safeWords(words)}" = ${renderSpan(from, to)}`;
}

export function showAlternatives({ words, alternatives }: HeaderRange): readonly string[] {
  return alternatives.map(
    ({ from, to }) => `"${safeWords(words ?? "")}" may also mean ${renderSpan(from, to)}`,
  );
}

export function showNext(tool: ToolSpec, next: string | null): readonly string[] {
  return next === null ? [] : [`next: ${translateCall(tool, next)}`];
}

function showPassive(words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  return [`too common to find by, used for the order only: ${words.map(safeWords).join(", ")}`];
}
