/** Owns the call that an answer of logs offers next: the next page, another way of looking, a wider scope, an import. */
import { callWithText, quoteForShell } from "../../core/quote-for-shell.ts";
import type { LaneResult } from "./lane-result.ts";
import type { LogsQuery, LogsQuestion } from "./read-logs-question.ts";

export interface NextLogsCall {
  readonly request: LogsQuery;
  readonly question: LogsQuestion;
  readonly result: LaneResult;
  readonly cursor: string | null;
  readonly cappedTurns: number | null;
}

/** A longer text is not repeated in an answer. */
const MAX_REPEATED_CHARS = 200;

/** A command line, or null when there is nothing more. */
export function nextLogsCall(call: NextLogsCall): string | null {
  const { request, question, result, cursor, cappedTurns } = call;
  const { query, scope, mode, allBytes, index } = question;
  if (query.length > MAX_REPEATED_CHARS)
    return cursor === null ? null : `the same call with --cursor ${cursor}`;
  const flags = filterFlags(request);
  const way = `${mode === "words" ? "" : ` --${mode}`}${allBytes ? " --all-bytes" : ""}`;
  const narrow = `${scope.flag}${flags}`;
  if (cursor !== null) return callWithText("logs", query, `${way}${narrow} --cursor ${cursor}`);
  if (index === undefined && (!allBytes || result.found.length === 0)) return "varve import";
  if (result.found.length > 0) return null;
  if (result.outsideScope > 0) return callWithText("logs", query, `${way} --all-projects${flags}`);
  if (mode === "words") return callWithText("logs", query, ` --exact${narrow}`);
  const isCapped = !allBytes && cappedTurns !== null && cappedTurns > 0;
  return isCapped ? callWithText("logs", query, `${way} --all-bytes${narrow}`) : null;
}

/** The flags that make the same look again. */
function filterFlags({ sources, since, until, order, limit }: LogsQuery): string {
  const flags: readonly (readonly [string, string | number | undefined])[] = [
    ...(sources ?? []).map((source) => ["source", source] as const),
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
