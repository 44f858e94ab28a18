/** Owns cutting a snippet to a few tokens around the words that were found. */
import { cutToChars } from "../core/cut-text.ts";
import { estimateTokens } from "../core/estimate-tokens.ts";
import type { SearchHit } from "../engine/search-answer.ts";

/** Of the room, what stands before the first word found. */
const LEAD_SHARE = 0.25;

export function cutAround(
  { snippet, marks }: Pick<SearchHit, "snippet" | "marks">,
  mostTokens: number,
): string {
  if (estimateTokens(snippet) <= mostTokens) return snippet;
  const found = marks[0]?.from ?? 0;
  const lead = fitting(mostTokens * LEAD_SHARE, found, (chars) =>
    snippet.slice(found - chars, found),
  );
  const from = startOf(snippet, found - lead);
  const rest = snippet.slice(from);
  const body = cutToChars(
    rest,
    fitting(mostTokens, rest.length, (chars) => rest.slice(0, chars)),
  );
  return `${from > 0 && !body.startsWith("…") ? "…" : ""}${body}${body.length < rest.length ? "…" : ""}`;
}

/** The most characters whose piece is within so many tokens; a longer piece never costs less. */
function fitting(tokens: number, most: number, piece: (chars: number) => string): number {
  let fits = 0;
  for (let tooMany = most + 1; tooMany - fits > 1;) {
    const chars = (fits + tooMany) >> 1;
    if (estimateTokens(piece(chars)) <= tokens) fits = chars;
    else tooMany = chars;
  }
  return fits;
}

/** At a word's beginning where one is near, never within a surrogate pair. */
function startOf(text: string, at: number): number {
  const blank = text.indexOf(" ", at);
  const start = at > 0 && blank !== -1 && blank - at < 12 ? blank + 1 : at;
  const code = text.charCodeAt(start);
  return code >= 0xdc00 && code <= 0xdfff ? start + 1 : start;
}
