/** Owns the list of sessions: newest first, helpers under the session they worked for, with what became of the transcript. */
import { existsSync } from "node:fs";

import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { SessionRow } from "../search-index/list-sessions.ts";
import type { Engine } from "./engine.ts";
import { whyNoIndex } from "./why-no-index.ts";
import { resolveScope, type ScopeRequest } from "./resolve-scope.ts";

export interface SessionQuery extends ScopeRequest {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface ListedSession {
  readonly ref: string;
  readonly id: string;
  readonly source: string;
  readonly project: string;
  readonly title: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly prompts: number;
  readonly turns: number;
  readonly parent: string | null;
  readonly relation: "subagent" | "fork" | null;
  /** Ids of the helpers that worked for it. */
  readonly helpers: readonly string[];
  /** The host no longer has the transcript: `restore` gives it back. */
  readonly sourceGone: boolean;
}

export interface SessionList {
  readonly sessions: readonly ListedSession[];
  readonly total: number;
  readonly truncated: boolean;
  readonly scope: string;
  /** Why nothing can be listed; null when the index was asked. */
  readonly problem: string | null;
}

export function listSessions(engine: Engine, query: SessionQuery): SessionList {
  const scope = resolveScope(engine, query);
  const filter = { projects: scope.slugs, since: query.since, until: query.until };
  const index = engine.index("read");
  const rows = index?.sessions(filter) ?? [];
  const helpers = new Map<string, string[]>();
  for (const row of rows)
    if (row.relation === "subagent" && row.parent !== null)
      helpers.set(row.parent, [...(helpers.get(row.parent) ?? []), row.id]);
  const all = rows.filter((row) => row.relation !== "subagent" && !isEmptied(engine, row));
  const page = all.slice(query.offset, query.offset + query.limit);
  return {
    sessions: page.map((session) => describe(engine, session, helpers.get(session.id) ?? [])),
    total: all.length,
    truncated: query.offset + page.length < all.length,
    scope: scope.label,
    problem: index === undefined ? whyNoIndex(engine) : null,
  };
}

/** True when a person had every line of the session forgotten or pruned: its books remain, there is nothing to list. */
function isEmptied(engine: Engine, session: SessionRow): boolean {
  if (session.turns > 0) return false;
  const epochs = engine.archive.find(session.id, session.source)?.epochs ?? [];
  return (
    epochs.length > 0 &&
    epochs.every((epoch) => epoch.forgotten.lines + epoch.pruned.lines >= epoch.lines)
  );
}

/** A session whose file is not named after it is looked for among all entries: seldom, and for a page of sessions only. */
function findTranscript(engine: Engine, session: SessionRow): ArchiveEntry | undefined {
  const named = engine.archive.find(session.id, session.source);
  if (named !== undefined || session.id.startsWith("history-")) return named;
  for (const entry of engine.archive.entries()) {
    if (entry.kind === "session" && entry.session === session.id && entry.source === session.source)
      return entry;
  }
  return undefined;
}

function describe(engine: Engine, session: SessionRow, helpers: readonly string[]): ListedSession {
  const entry = findTranscript(engine, session);
  const sourceGone = entry?.path != null && !entry.pathRedacted && !existsSync(entry.path);
  return {
    ref: `s:${session.id}`,
    id: session.id,
    source: session.source,
    project: session.project,
    title: session.title === null ? null : engine.redactor.redact(session.title),
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    prompts: session.prompts,
    turns: session.turns,
    parent: session.parent,
    relation: session.relation,
    helpers,
    sourceGone,
  };
}
