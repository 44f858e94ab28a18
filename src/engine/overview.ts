/** Owns the overview of one session: facts alone, taken from its records. */
import { VarveError } from "../core/errors.ts";
import type { SessionTurn } from "../search-index/list-session-turns.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { getSession } from "./find-session.ts";
import { holdIndex } from "./hold-index.ts";
import { freshen } from "./freshness/freshen.ts";
import { requireShown } from "./hidden/require-shown.ts";
import { readableIndex } from "./readable-index.ts";
import { resolveScope, type ScopeRequest } from "./resolve-scope.ts";
import { HEAD_CHARS, oneLine } from "./timeline/one-line.ts";
import { hasFailed, liveTurns } from "./timeline/outline-session.ts";

export interface FileChanges {
  readonly path: string;
  readonly changes: number;
  /** Of the newest change. */
  readonly lastRef: string;
}

export interface FailedCall {
  /** Of the result that says so. */
  readonly ref: string;
  readonly date: string | null;
  readonly text: string;
}

/** A turn on one line. */
export interface QuotedTurn {
  readonly ref: string;
  readonly date: string | null;
  readonly text: string;
}

export interface SessionOverview {
  readonly ref: string;
  readonly source: string;
  readonly project: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
  readonly model: string | null;
  readonly hostVersion: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly requests: number;
  readonly compactions: number;
  /** Live turns by class. */
  readonly turns: Readonly<Record<string, number>>;
  /** Turns that a rewind left behind. */
  readonly dropped: number;
  readonly tools: Readonly<Record<string, number>>;
  /** Most changed first. */
  readonly files: readonly FileChanges[];
  readonly fileCount: number;
  /** Newest first. */
  readonly failed: readonly FailedCall[];
  readonly failedCount: number;
  readonly firstRequest: QuotedTurn | null;
  readonly lastRequest: QuotedTurn | null;
  readonly lastReply: QuotedTurn | null;
  readonly parent: string | null;
  readonly helpers: readonly string[];
  readonly forks: readonly string[];
  readonly next: string;
}

const FRESHEN_MS = 150;
const MOST_FILES = 12;
const MOST_FAILED = 5;
const MOST_RELATIVES = 10;
const QUOTE_CHARS = 300;

/** `session` is an id, a prefix of one, or `current`. Throws VarveError `not-found` or `ambiguous`. */
export function describeSession(
  engine: Engine,
  session: string,
  scope: ScopeRequest,
): SessionOverview {
  freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndex(engine, () => describe(engine, session, scope));
}

function describe(engine: Engine, session: string, scope: ScopeRequest): SessionOverview {
  const index = readableIndex(engine);
  const id = findId(engine, index, session, scope);
  requireShown(engine, { kind: "session", session: id });
  const row = getSession(index, id);
  const all = index.sessionTurns(row.id);
  const live = liveTurns(all);
  const prompts = live.filter((turn) => turn.class === "prompt");
  const quote = quoter(engine, index);
  const failures = live.filter(hasFailed).toReversed();
  const files = countFiles(live);
  const { helpers, forks } = index.relatives(row.id);
  const redacted = (text: string | null): string | null =>
    text === null ? null : engine.redactor.redact(text);
  return {
    ref: `s:${row.id}`,
    source: row.source,
    project: row.project,
    title: redacted(row.title),
    cwd: redacted(row.cwd),
    gitBranch: redacted(row.gitBranch),
    model: row.model,
    hostVersion: row.hostVersion,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    requests: prompts.length,
    compactions: live.filter((turn) => turn.class === "summary").length,
    turns: countBy(live, (turn) => turn.class),
    dropped: all.filter((turn) => turn.dropped).length,
    tools: countBy(
      live.filter((turn) => turn.class === "call" || turn.class === "edit"),
      (turn) => turn.toolName ?? "unnamed",
    ),
    files: files
      .slice(0, MOST_FILES)
      .map((file) => ({ ...file, path: engine.redactor.redact(file.path) })),
    fileCount: files.length,
    failed: failures.slice(0, MOST_FAILED).flatMap((turn) => quote(turn) ?? []),
    failedCount: failures.length,
    firstRequest: quote(prompts[0]),
    lastRequest: quote(prompts.at(-1)),
    lastReply: quote(live.findLast((turn) => turn.class === "reply")),
    parent: row.parent,
    helpers: helpers.slice(0, MOST_RELATIVES).map(({ id }) => id),
    forks: forks.slice(0, MOST_RELATIVES).map(({ id }) => id),
    next: `varve timeline s:${row.id} --outline`,
  };
}

function findId(
  engine: Engine,
  index: SearchIndex,
  session: string,
  request: ScopeRequest,
): string {
  if (session !== "current") return session.replace(/^s:/, "");
  const scope = resolveScope(engine, request);
  const id = index.lastSession(scope.slugs);
  if (id !== undefined) return id;
  throw new VarveError(
    "not-found",
    `no session in ${scope.label}`,
    "look in all projects with --all-projects, or run varve import",
  );
}

function countBy(
  turns: readonly SessionTurn[],
  nameOf: (turn: SessionTurn) => string,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const turn of turns) counts.set(nameOf(turn), (counts.get(nameOf(turn)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function countFiles(turns: readonly SessionTurn[]): readonly FileChanges[] {
  const files = new Map<string, FileChanges>();
  for (const turn of turns.filter((each) => each.class === "edit")) {
    for (const path of turn.files) {
      const changes = (files.get(path)?.changes ?? 0) + 1;
      files.set(path, { path, changes, lastRef: turn.ref });
    }
  }
  return [...files.values()].sort((a, b) => b.changes - a.changes || (a.path < b.path ? -1 : 1));
}

function quoter(
  engine: Engine,
  index: SearchIndex,
): (turn: SessionTurn | undefined) => QuotedTurn | null {
  return (turn) => {
    if (turn === undefined) return null;
    const head = index.textHeads([turn.id], HEAD_CHARS).get(turn.id) ?? "";
    const text = oneLine(engine.redactor.redact(head), QUOTE_CHARS);
    return { ref: turn.ref, date: turn.time, text };
  };
}
