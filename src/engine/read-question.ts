/** Owns turning a search request into what is looked for: redacted words, range, scope, place in the answer. */
import { VarveError } from "../core/errors.ts";
import { queryWords, type QueryWord } from "../core/tokenise/query-words.ts";
import { asksWhatWasDone } from "../core/time-expressions/asks-what-was-done.ts";
import type { Calendar } from "../core/time-expressions/time-query.ts";
import { localCalendar } from "../platform/local-calendar.ts";
import type { SearchRequest } from "../search-index/search-conditions.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { clockOf, readRange, type TimeRange } from "./read-range.ts";
import { resolveScope, type Scope } from "./resolve-scope.ts";
import { resolveSessionWord } from "./resolve-session-word.ts";
import { readCursor, type CursorBinding, type Place } from "./search-cursor.ts";
import type { SearchQuery } from "./search.ts";

export interface Question {
  readonly index: SearchIndex | undefined;
  readonly scope: Scope;
  /** Redacted, as asked. */
  readonly asked: string;
  /** Redacted, without its time words: what is looked up. */
  readonly query: string;
  readonly words: readonly QueryWord[];
  readonly range: TimeRange | null;
  readonly order: "relevance" | "time";
  readonly limit: number;
  readonly place: Place;
  /** Everything but the words and the page. */
  readonly filters: Omit<SearchRequest, "query" | "limit" | "offset" | "order">;
  readonly calendar: Calendar;
  readonly cursorBinding: CursorBinding;
}

/** Longest query that is looked at; what is pasted beyond it says nothing more. */
const MAX_QUERY_CHARS = 2_000;
const START: Place = { batch: 0, within: 0 };

/** Throws VarveError `usage` for a bad cursor, date or file; `not-found` or `ambiguous` for a project. */
export function readQuestion(engine: Engine, request: SearchQuery): Question {
  const asked = engine.redactor.redact(request.query.slice(0, MAX_QUERY_CHARS).toWellFormed());
  const scope = resolveScope(engine, request);
  const calendar = request.calendar ?? localCalendar("local time");
  const clock = clockOf(engine, calendar);
  const ranged = readRange({ query: asked, since: request.since, until: request.until }, clock);
  const index = engine.index("read");
  const session =
    ranged.session === null
      ? undefined
      : resolveSessionWord(index, { word: ranged.session, slugs: scope.slugs, clock });
  const cursorBinding = {
    generation: index?.generation() ?? "",
    question: [
      asked,
      scope.slugs,
      request.role,
      request.class,
      request.file,
      request.since,
      request.until,
    ],
  };
  const cursor =
    request.cursor === undefined ? undefined : readCursor(request.cursor, cursorBinding);
  const read = session?.range ?? ranged.range;
  const rest = read !== null && asksWhatWasDone(ranged.rest) ? "" : ranged.rest;
  const range =
    read === null || cursor === undefined
      ? read
      : { ...read, from: cursor.from, until: cursor.until };
  return {
    index,
    scope,
    asked,
    query: rest,
    words: queryWords(rest),
    range,
    order: request.order ?? (range === null ? "relevance" : "time"),
    limit: request.limit ?? engine.options.settings.searchLimit,
    place: cursor?.place ?? START,
    filters: {
      projects: scope.slugs,
      roles: request.role === undefined ? undefined : [request.role],
      classes: request.class === undefined ? undefined : [request.class],
      since: range?.from ?? undefined,
      until: range?.until ?? undefined,
      filePrefix: filePrefix(engine, request.file),
      sessions: session?.sessions,
      includeLifecycle: request.class === "lifecycle",
    },
    calendar,
    cursorBinding,
  };
}

function filePrefix(engine: Engine, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const prefix = engine.redactor.redact(file.toWellFormed()).replace(/^\.\//, "");
  if (prefix.trim() === "")
    throw new VarveError("usage", "--file names no file", "for example --file src/net");
  return prefix;
}
