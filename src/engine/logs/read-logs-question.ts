/** Owns turning a request for logs into what is looked for: mode, redacted text, scope, range, place in the answer. */
import { VarveError } from "../../core/errors.ts";
import type { SourceId } from "../../core/turn.ts";
import type { Calendar } from "../../core/time-expressions/time-query.ts";
import type { ScanFilter } from "../../search-index/scan-texts.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { clockOf, readRange, type TimeRange } from "../read-range.ts";
import { resolveScope, type Scope } from "../resolve-scope.ts";
import type { CursorBinding } from "../search-cursor.ts";
import { compilePattern, LONGEST_PATTERN, type Pattern } from "./compile-pattern.ts";
import type { LogsMode } from "./logs-answer.ts";
import { readLogsCursor, type LogsCursor } from "./logs-cursor.ts";

export interface LogsQuery {
  readonly query: string;
  /** Default: the words of the query, through the word index. */
  readonly mode?: LogsMode | undefined;
  /** With `exact` and `regex`: every archived line instead of the texts of turns. */
  readonly allBytes?: boolean | undefined;
  readonly sources?: readonly SourceId[] | undefined;
  /** Slug, name or path; undefined takes the project of `cwd`, and all projects when that is none. */
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  readonly cwd: string;
  /** A day, an instant or time words, as typed. The query itself is never read as time. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly calendar: Calendar;
  /** Of words only, best first by default; `exact` and `regex` are newest first. */
  readonly order?: "relevance" | "time" | undefined;
  readonly limit?: number | undefined;
  /** Of the page before. */
  readonly cursor?: string | undefined;
}

export interface LogsQuestion {
  readonly engine: Engine;
  readonly index: SearchIndex | undefined;
  readonly scope: Scope;
  readonly mode: LogsMode;
  readonly allBytes: boolean;
  /** Redacted: what is looked for and echoed. */
  readonly query: string;
  /** Of mode `regex`. */
  readonly pattern: Pattern | undefined;
  readonly range: TimeRange | null;
  readonly filter: ScanFilter;
  readonly order: "relevance" | "time";
  readonly limit: number;
  readonly cursor: LogsCursor | undefined;
  readonly binding: CursorBinding;
}

const DEFAULT_LOGS_LIMIT = 20;
/** A longer text is a pasted page: no turn is meant by all of it. */
const MAX_QUERY_CHARS = 2_000;

/** Throws VarveError `usage` for what cannot be looked for, a bad cursor or date; `not-found` or `ambiguous` for a project. */
export function readLogsQuestion(engine: Engine, request: LogsQuery): LogsQuestion {
  const mode = request.mode ?? "words";
  const allBytes = request.allBytes === true;
  if (allBytes && mode === "words")
    throw new VarveError(
      "usage",
      "--all-bytes looks for a text, not for words",
      "add --exact or --regex",
    );
  const query = readText(engine, request.query, mode);
  const scope = resolveScope(engine, request);
  const index = engine.index("read");
  const { sources, since, until, order } = request;
  const binding = {
    generation: index?.generation() ?? "",
    question: [query, mode, allBytes, scope.slugs, sources ?? null, since, until, order],
  };
  const cursor = request.cursor === undefined ? undefined : readLogsCursor(request.cursor, binding);
  const range = rangeOf(engine, request, cursor);
  return {
    engine,
    index,
    scope,
    mode,
    allBytes,
    query,
    pattern: mode === "regex" ? compilePattern(query) : undefined,
    range,
    filter: {
      projects: scope.slugs,
      sources: sources === undefined || sources.length === 0 ? undefined : sources,
      since: range?.from ?? undefined,
      until: range?.until ?? undefined,
      includeDropped: true,
      includeLifecycle: true,
    },
    order: mode === "words" ? (order ?? "relevance") : "time",
    limit: request.limit ?? DEFAULT_LOGS_LIMIT,
    cursor,
    binding,
  };
}

function readText(engine: Engine, text: string, mode: LogsMode): string {
  const whole = text.toWellFormed();
  if (mode === "words")
    return engine.redactor.redact(whole.slice(0, MAX_QUERY_CHARS).toWellFormed());
  const most = mode === "exact" ? MAX_QUERY_CHARS : LONGEST_PATTERN;
  if (whole.length > most)
    throw new VarveError(
      "usage",
      `--${mode} takes at most ${most} characters, not ${whole.length}`,
      "look for a telling part of it",
    );
  if (whole.trim() === "")
    throw new VarveError(
      "usage",
      `--${mode} needs something to look for`,
      'for example --exact "ook_sig"',
    );
  const query = engine.redactor.redact(whole);
  if (mode === "regex" && query !== whole)
    throw new VarveError(
      "usage",
      "the expression holds a secret, which is nowhere kept as it is",
      "look for it with --exact: the mark that stands in its place is found",
    );
  return query;
}

function rangeOf(
  engine: Engine,
  request: LogsQuery,
  cursor: LogsCursor | undefined,
): TimeRange | null {
  const { since, until, calendar } = request;
  if (since === undefined && until === undefined) return null;
  const { range } = readRange({ query: "", since, until }, clockOf(engine, calendar));
  // `yesterday` must not move at midnight, between two pages.
  return range === null || cursor === undefined
    ? range
    : { ...range, from: cursor.from, until: cursor.until };
}
