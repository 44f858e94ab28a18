/** Owns the lines of a search answer: a header that says what was done, the hits, the next call. */
import type {
  HeaderRange,
  SearchAnswer,
  SearchHeader,
  SearchHit,
} from "../engine/search-answer.ts";
import type { OutputText } from "./output.ts";
import { renderDigest } from "./render-digest.ts";
import { renderSpan, renderWhen } from "../platform/render-when.ts";
import { renderBytes } from "../core/render-units.ts";

/** Header, hits or digest, next call. */
export function renderSearch(answer: SearchAnswer): readonly OutputText[] {
  const { header, hits, digest } = answer;
  return [
    ...renderHeader(header, digest === null ? "turns" : "sessions"),
    ...(digest === null ? hits.flatMap(renderHit) : renderDigest(digest)),
    ...renderNext(header),
  ];
}

/** One line in the dim colour, and one for each thing that a person has to know before trusting the rest. */
export function renderHeader(header: SearchHeader, what: string): readonly OutputText[] {
  const total = `${header.totalIsExact ? "" : "more than "}${header.total}`;
  const lanes = header.lanes.join(" + ") || "nothing looked through";
  const parts = [
    `${header.shown} of ${total} ${what} in ${header.scope}`,
    ...(header.range === null ? [] : [renderRange(header.range)]),
    `by ${header.order}`,
    lanes,
    `times in ${header.zone}`,
    ...(header.limitedBy === null ? [] : [`cut by ${header.limitedBy}`]),
    ...(header.indexLag === 0 ? [] : [`index ${renderBytes(header.indexLag)} behind`]),
  ];
  return [
    [{ text: parts.join(", "), style: "dim" }],
    ...header.skippedLanes.map(({ lane, reason }) => `${lane}: ${reason}`),
    ...renderPassive(header.passiveWords),
    ...(header.range === null ? [] : renderAlternatives(header.range)),
    ...(header.total === 0 && header.outsideScope > 0
      ? [`nothing here, ${header.outsideScope} in other projects`]
      : []),
    ...(header.outsideRange > 0 ? [`nothing then, ${header.outsideRange} at other times`] : []),
  ];
}

function renderPassive(words: readonly string[]): readonly OutputText[] {
  if (words.length === 0) return [];
  return [`too common to find by, used for the order only: ${words.join(", ")}`];
}

export function renderRange({ from, to, words }: HeaderRange): string {
  const span = renderSpan(from, to);
  return words === null ? span : `"${words}" = ${span}`;
}

export function renderAlternatives({ words, alternatives }: HeaderRange): readonly OutputText[] {
  return alternatives.map(
    ({ from, to }) => `"${words ?? ""}" may also mean ${renderSpan(from, to)}`,
  );
}

export function renderNext(header: SearchHeader): readonly OutputText[] {
  return header.next === null ? [] : [[{ text: `next: ${header.next}`, style: "dim" }]];
}

function renderHit(hit: SearchHit): readonly OutputText[] {
  return [
    [
      { text: `${renderWhen(hit.date)}  ${hit.project}  ${hit.type}  `, style: "cyan" },
      { text: hit.ref, style: "bold" },
      hit.helperOf === null ? "" : `  helper of ${hit.helperOf.slice(0, 8)}`,
      hit.path === null ? "  not indexed yet" : "",
      { text: `  ${hit.why}`, style: "dim" },
    ],
    ["  ", ...highlight(hit)],
  ];
}

/** The snippet with its marks in colour. */
export function highlight(
  hit: Pick<SearchHit, "snippet" | "marks">,
): readonly (string | { readonly text: string; readonly style: "yellow" })[] {
  const parts: (string | { readonly text: string; readonly style: "yellow" })[] = [];
  let at = 0;
  for (const mark of hit.marks) {
    if (mark.from < at) continue;
    parts.push(hit.snippet.slice(at, mark.from), {
      text: hit.snippet.slice(mark.from, mark.to),
      style: "yellow",
    });
    at = mark.to;
  }
  return [...parts, hit.snippet.slice(at)];
}
