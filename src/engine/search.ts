/** Owns the search use-case: scope, filters, the index's answer as bounded hits with a header that says what it is. */
import { cutSnippet } from "../core/snippet.ts";
import { stripKoreanParticle } from "../core/tokenise/korean-particles.ts";
import { queryWords } from "../core/tokenise/query-words.ts";
import type { TurnClass, TurnRole } from "../core/turn.ts";
import type { IndexHit } from "../search-index/search-turns.ts";
import { entryFilePath } from "./archive-location.ts";
import type { Engine } from "./engine.ts";
import { whyNoIndex } from "./why-no-index.ts";
import { resolveScope, type Scope } from "./resolve-scope.ts";

export interface SearchQuery {
  readonly query: string;
  /** Slug, name or path; undefined takes the project of `cwd`, and all projects when that is none. */
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  readonly cwd: string;
  readonly role?: TurnRole | undefined;
  readonly class?: TurnClass | undefined;
  /** ISO instants; `until` is exclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Name of the zone that the person's days are in; only said in the header. */
  readonly zone?: string | undefined;
  readonly order?: "relevance" | "time" | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export interface SearchHeader {
  /** Redacted. */
  readonly query: string;
  readonly range: { readonly from: string | null; readonly to: string | null } | null;
  readonly zone: string;
  readonly scope: string;
  readonly lanes: readonly string[];
  readonly skippedLanes: readonly { readonly lane: string; readonly reason: string }[];
  readonly order: "relevance" | "time";
  readonly shown: number;
  readonly total: number;
  readonly outsideScope: number;
  readonly indexLag: number;
  readonly next: string | null;
}

export interface SearchHit {
  readonly ref: string;
  readonly kind: "turn";
  readonly title: string | null;
  readonly date: string | null;
  readonly project: string;
  readonly type: TurnClass;
  readonly role: TurnRole;
  readonly session: string;
  /** Session that the turn's helper worked for; null for turns of a session itself. */
  readonly helperOf: string | null;
  readonly snippet: string;
  /** UTF-16 ranges of matched words in `snippet`. */
  readonly marks: readonly { readonly from: number; readonly to: number }[];
  /** File in the archive, relative to the store, and the line in it. */
  readonly path: string;
  readonly anchor: string;
  readonly score: number;
  readonly why: string;
}

export interface SearchAnswer {
  readonly header: SearchHeader;
  readonly hits: readonly SearchHit[];
  readonly truncated: boolean;
  readonly cursor: string | null;
}

/** Longest query that is looked at; what is pasted beyond it says nothing more. */
const MAX_QUERY_CHARS = 2_000;
/** All snippets of one answer together: the ceiling of a page. */
const PAGE_BYTES = 8_000;

/** Searches the index. An index that does not exist yet gives an empty answer whose header says so. */
export function searchTurns(engine: Engine, request: SearchQuery): SearchAnswer {
  const query = engine.redactor.redact(request.query.slice(0, MAX_QUERY_CHARS).toWellFormed());
  const scope = resolveScope(engine, request);
  const order = request.order ?? "relevance";
  const limit = request.limit ?? engine.options.settings.searchLimit;
  const offset = request.offset ?? 0;
  const index = engine.index("read");
  const found = index?.search({
    query,
    projects: scope.slugs,
    roles: request.role === undefined ? undefined : [request.role],
    classes: request.class === undefined ? undefined : [request.class],
    since: request.since,
    until: request.until,
    limit,
    offset,
    order,
    includeLifecycle: request.class === "lifecycle",
  });
  const words = queryWords(query).flatMap((word) => [word.typed, stripKoreanParticle(word.typed)]);
  const parents = new Map<string, string | null>();
  const helperOf = (hit: IndexHit): string | null => {
    if (!hit.sidechain) return null;
    const known = parents.get(hit.session);
    if (known !== undefined) return known;
    const session = index?.findSessions(hit.session).find((row) => row.id === hit.session);
    const parent = session?.relation === "subagent" ? session.parent : null;
    parents.set(hit.session, parent);
    return parent;
  };
  const hits = fitPage(
    (found?.hits ?? []).map((hit) => ({ ...toHit(engine, hit, words), helperOf: helperOf(hit) })),
  );
  const noWord = words.length === 0 ? "the query holds no word to look for" : undefined;
  const skipped = index === undefined ? whyNoIndex(engine) : noWord;
  const total = found?.total ?? 0;
  const truncated = offset + hits.length < total;
  return {
    header: {
      query,
      range:
        request.since === undefined && request.until === undefined
          ? null
          : { from: request.since ?? null, to: request.until ?? null },
      zone: request.zone ?? "UTC",
      scope: scope.label,
      lanes: skipped === undefined ? ["words"] : [],
      skippedLanes: skipped === undefined ? [] : [{ lane: "words", reason: skipped }],
      order,
      shown: hits.length,
      total,
      outsideScope: found?.outsideScope ?? 0,
      indexLag: 0,
      next: nextCall(request, scope, {
        truncated,
        offset: offset + hits.length,
        outside: found?.outsideScope ?? 0,
      }),
    },
    hits,
    truncated,
    cursor: null,
  };
}

function toHit(
  engine: Engine,
  hit: IndexHit,
  words: readonly string[],
): Omit<SearchHit, "helperOf"> {
  // The rules may be newer than the rows: what is shown passes them once more.
  const text = engine.redactor.redact(hit.text);
  const snippet = cutSnippet(text, words, engine.options.settings.snippetChars);
  return {
    ref: `t:${hit.session}#${hit.seq}`,
    kind: "turn",
    title: hit.toolName,
    date: hit.time,
    project: hit.project,
    type: hit.class,
    role: hit.role,
    session: hit.session,
    snippet: snippet.text,
    marks: snippet.marks,
    path: entryFilePath(hit.archiveEntryId, hit.epoch),
    anchor: `line ${hit.line}`,
    score: Math.round(hit.score * 1000) / 1000,
    why: hit.score === 0 ? "newest first" : "words",
  };
}

/** Hits whose snippets fit the page, at least one. */
function fitPage(hits: readonly SearchHit[]): readonly SearchHit[] {
  let bytes = 0;
  const kept: SearchHit[] = [];
  for (const hit of hits) {
    bytes += Buffer.byteLength(hit.snippet) + 120;
    if (bytes > PAGE_BYTES && kept.length > 0) break;
    kept.push(hit);
  }
  return kept;
}

function nextCall(
  request: SearchQuery,
  scope: Scope,
  rest: { readonly truncated: boolean; readonly offset: number; readonly outside: number },
): string | null {
  const quoted = `'${request.query.slice(0, 80).replaceAll("'", "'\\''")}'`;
  const filters = filterFlags(request);
  if (rest.truncated)
    return `varve search ${quoted}${scope.flag}${filters} --offset ${rest.offset}`;
  if (rest.outside > 0) return `varve search ${quoted} --all-projects${filters}`;
  return null;
}

/** The flags that make the same search again. */
function filterFlags(request: SearchQuery): string {
  const { role, class: turnClass, since, until, order, limit } = request;
  const flags: readonly (readonly [string, string | number | undefined])[] = [
    ["role", role],
    ["class", turnClass],
    ["since", since],
    ["until", until],
    ["order", order],
    ["limit", limit],
  ];
  return flags.map(([name, value]) => (value === undefined ? "" : ` --${name} ${value}`)).join("");
}
