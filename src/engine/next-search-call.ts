/** Owns the call that an answer offers next: the next page, a wider scope, another time, or an import. */
import { callWithText, quoteForShell } from "../core/quote-for-shell.ts";
import type { CollectedHits } from "./collect-hits.ts";
import type { Question } from "./read-question.ts";
import type { SearchQuery } from "./search.ts";
import type { RangeDigest } from "./timeline/digest-range.ts";

export interface NextCall {
  readonly request: SearchQuery;
  readonly question: Question;
  readonly found: CollectedHits;
  readonly hasIndex: boolean;
  /** Changed files are not taken in yet. */
  readonly isBehind: boolean;
  readonly digest: RangeDigest | null;
  readonly cursor: string | null;
}

/** A longer question is not repeated in an answer. */
const MAX_REPEATED_CHARS = 200;

/** A command line, or null when there is nothing more. */
export function nextSearchCall(call: NextCall): string | null {
  const { request, question, found, digest, cursor, hasIndex } = call;
  const { asked, scope, query, range } = question;
  const filters = filterFlags(request);
  const short = asked.length <= MAX_REPEATED_CHARS;
  if (cursor !== null) {
    if (!short) return `the same call with --cursor ${cursor}`;
    return callWithText("search", asked, `${scope.flag}${filters} --cursor ${cursor}`);
  }
  if (digest !== null) {
    const [largest] = [...digest.sessions].sort((a, b) => b.turns - a.turns);
    return largest === undefined ? null : `varve read ${largest.ref} --level outline`;
  }
  if (!hasIndex) return "varve import";
  if (found.total > 0 || !short) return null;
  if (call.isBehind) return "varve sync";
  if (found.outsideScope > 0) return callWithText("search", asked, ` --all-projects${filters}`);
  if (found.outsideRange > 0 && range !== null) {
    const { since: _, until: __, ...anyTime } = request;
    return callWithText("search", query, `${scope.flag}${filterFlags(anyTime)}`);
  }
  return nothingAnywhere(call);
}

/** Without the file, else through all that hosts wrote: output that was cut and dropped turns included. */
function nothingAnywhere({ request, question, found }: NextCall): string | null {
  const { asked, scope, words } = question;
  const { file, ...anyFile } = request;
  if (file !== undefined && words.length > 0)
    return callWithText("search", asked, `${scope.flag}${filterFlags(anyFile)}`);
  return words.length === 0 || found.tooWeak > 0 ? null : callWithText("logs", asked, scope.flag);
}

/** The flags that make the same search again. */
function filterFlags(
  request: Omit<SearchQuery, "since" | "until"> & Pick<SearchQuery, "since" | "until">,
): string {
  const { role, class: turnClass, file, since, until, order, limit } = request;
  const flags: readonly (readonly [string, string | number | undefined])[] = [
    ["role", role],
    ["class", turnClass],
    ["file", file],
    ["since", since],
    ["until", until],
    ["order", order],
    ["limit", limit],
  ];
  return flags
    .map(([name, value]) => {
      if (value === undefined) return "";
      const text = String(value);
      return ` --${name} ${/^[\w.:/+-]+$/.test(text) ? text : quoteForShell(text)}`;
    })
    .join("");
}
