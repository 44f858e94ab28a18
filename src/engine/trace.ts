/** Owns the trace use-case: the evidence behind a turn, and who changed a file when. */
import { existsSync } from "node:fs";
import { basename } from "node:path";

import type { BudgetLimit } from "../core/budget.ts";
import { cutToBytes } from "../core/cut-text.ts";
import { VarveError } from "../core/errors.ts";
import { normaliseSeparators, touchesFile } from "../core/file-prefix.ts";
import type { TurnClass, TurnRole } from "../core/turn.ts";
import type { SessionTurn } from "../search-index/list-session-turns.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { IndexedTurn } from "../search-index/turn-row.ts";
import { entryFilePath } from "./archive-location.ts";
import type { Engine } from "./engine.ts";
import { getSession, parseReference } from "./find-session.ts";
import { fitAnswer, type PageForm } from "./fit-answer.ts";
import { holdIndex } from "./hold-index.ts";
import { freshen } from "./freshness/freshen.ts";
import type { QuotedTurn } from "./overview.ts";
import { requireShown } from "./hidden/require-shown.ts";
import { redactedLine } from "./redacted-line.ts";
import { readableIndex } from "./readable-index.ts";
import { resolveScope, type ScopeRequest } from "./resolve-scope.ts";
import { HEAD_CHARS, oneLine } from "./timeline/one-line.ts";

/** Where the words of a turn come from. */
export interface TurnTrace {
  readonly kind: "turn";
  readonly ref: string;
  readonly date: string | null;
  readonly role: TurnRole;
  readonly type: TurnClass;
  readonly project: string;
  readonly session: string;
  /** Session that the turn's helper worked for. */
  readonly helperOf: string | null;
  /** File in the archive, relative to the store, and the line in it. */
  readonly archivePath: string;
  readonly line: number;
  readonly epoch: number;
  /** The host's own file; null when the archive does not know it. */
  readonly sourcePath: string | null;
  readonly sourceGone: boolean;
  /** What was asked for when it happened. */
  readonly request: QuotedTurn | null;
  /** The result of a call, the call of a result. */
  readonly pair: QuotedTurn | null;
  /** Other places that hold the same record, as references. */
  readonly copies: readonly string[];
  /** The archived line, redacted and cut. */
  readonly raw: string;
  /** Bytes of the whole line, redacted. */
  readonly rawBytes: number;
  readonly truncated: boolean;
  readonly next: string | null;
}

export interface TracedEdit {
  readonly ref: string;
  readonly date: string | null;
  readonly project: string;
  readonly session: string;
  /** Work of a helper. */
  readonly helper: boolean;
  readonly tool: string | null;
  readonly path: string;
  /** What was asked for when it happened. */
  readonly request: string | null;
  readonly text: string;
}

/** Every recorded change of a file, newest first. */
export interface FileTrace {
  readonly kind: "file";
  readonly path: string;
  readonly scope: string;
  readonly edits: readonly TracedEdit[];
  readonly total: number;
  readonly limitedBy: BudgetLimit | null;
  readonly truncated: boolean;
  readonly next: string | null;
}

export type Trace = TurnTrace | FileTrace;

export interface TraceRequest extends ScopeRequest {
  /** A reference to a turn, or the path of a file or its end. */
  readonly target: string;
}

const FRESHEN_MS = 150;
const RAW_BYTES = 4_000;
const QUOTE_CHARS = 300;
const EDIT_CHARS = 120;
/** A page holds no more. */
const MOST_EDITS = 60;
const MOST_COPIES = 20;

/** Throws VarveError `usage` for an empty target, `not-found` or `ambiguous` for a reference that means no turn, or several. */
export function traceTarget(engine: Engine, request: TraceRequest, form: PageForm<Trace>): Trace {
  freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndex(engine, () => {
    const index = readableIndex(engine);
    const target = request.target.trim();
    if (/^[ts]:/.test(target)) return traceTurn(engine, index, target);
    if (target === "")
      throw new VarveError("usage", "there is nothing to trace", "varve trace t:834cb28d#12");
    return traceFile(engine, index, { ...request, target }, form);
  });
}

function traceTurn(engine: Engine, index: SearchIndex, target: string): TurnTrace {
  const reference = parseReference(target);
  if (reference.kind === "session")
    throw new VarveError(
      "usage",
      "a session has no single line behind it",
      `see \`varve overview ${target}\`, or trace one of its turns`,
    );
  requireShown(engine, reference);
  const { id, relation, parent } = getSession(index, reference.session);
  const turn = index.turn(id, reference.seqText);
  if (turn === undefined)
    throw new VarveError(
      "not-found",
      `session ${id} has no turn #${reference.seqText}`,
      `see its requests with \`varve timeline s:${id} --outline\``,
    );
  const raw = redactedLine(engine, turn);
  const shown = cutToBytes(raw, RAW_BYTES);
  const session = index.sessionTurns(turn.session);
  const entry = engine.archive.entry(turn.archiveEntryId);
  const source = entry?.path ?? null;
  return {
    kind: "turn",
    ref: `t:${turn.session}#${turn.seq}`,
    date: turn.time,
    role: turn.role,
    type: turn.class,
    project: turn.project,
    session: turn.session,
    helperOf: relation === "subagent" ? parent : null,
    archivePath: entryFilePath(turn.archiveEntryId, turn.epoch),
    line: turn.line,
    epoch: turn.epoch,
    sourcePath: source === null ? null : engine.redactor.redact(source),
    sourceGone: source !== null && entry?.pathRedacted === false && !existsSync(source),
    request: quote(engine, index, requestOf(session, turn.id)),
    pair: quote(engine, index, pairOf(session, turn)),
    copies: index
      .copies(turn.id)
      .slice(0, MOST_COPIES)
      .map((copy) => `t:${copy.session}#${copy.seq}`),
    raw: shown,
    rawBytes: Buffer.byteLength(raw),
    truncated: shown.length < raw.length,
    next: shown.length < raw.length ? `varve read t:${turn.session}#${turn.seq} --level raw` : null,
  };
}

/** The prompt that the turn came after; none for a prompt itself. */
function requestOf(session: readonly SessionTurn[], id: number): SessionTurn | undefined {
  const at = session.findIndex((turn) => turn.id === id);
  if (session[at]?.class === "prompt") return undefined;
  return session
    .slice(0, Math.max(0, at))
    .findLast((turn) => turn.class === "prompt" && !turn.dropped);
}

function pairOf(session: readonly SessionTurn[], turn: IndexedTurn): SessionTurn | undefined {
  if (turn.toolCallId === null) return undefined;
  return session.find((other) => other.toolCallId === turn.toolCallId && other.id !== turn.id);
}

function quote(
  engine: Engine,
  index: SearchIndex,
  turn: SessionTurn | undefined,
): QuotedTurn | null {
  if (turn === undefined) return null;
  const head = index.textHeads([turn.id], HEAD_CHARS).get(turn.id) ?? "";
  return {
    ref: turn.ref,
    date: turn.time,
    text: oneLine(engine.redactor.redact(head), QUOTE_CHARS),
  };
}

function traceFile(
  engine: Engine,
  index: SearchIndex,
  request: TraceRequest,
  form: PageForm<Trace>,
): FileTrace {
  const scope = resolveScope(engine, request);
  const path = engine.redactor.redact(request.target.toWellFormed()).replace(/^\.\//, "");
  const fileName = basename(normaliseSeparators(path));
  const found = index
    .edits({ projects: scope.slugs, fileName, from: null, until: null })
    .filter((edit) => edit.files.some((file) => touchesFile(file, path)));
  const edits = describeEdits(engine, index, {
    ids: found.slice(0, MOST_EDITS).map(({ id }) => id),
    path,
  });
  return fitAnswer(edits, form, (shown, limitedBy) => {
    const last = shown.at(-1);
    const cut = shown.length < found.length;
    return {
      kind: "file",
      path: path.slice(0, QUOTE_CHARS),
      scope: scope.label,
      edits: shown,
      total: found.length,
      limitedBy: limitedBy ?? (cut ? "items" : null),
      truncated: cut,
      next:
        cut && last?.date
          ? `varve search --file '${path.slice(0, 80).replaceAll("'", "'\\''")}' --class edit --until ${last.date}`
          : null,
    };
  });
}

function describeEdits(
  engine: Engine,
  index: SearchIndex,
  wanted: { readonly ids: readonly number[]; readonly path: string },
): readonly TracedEdit[] {
  const heads = index.textHeads(wanted.ids, HEAD_CHARS);
  const sessions = new Map<string, readonly SessionTurn[]>();
  return index.turnsById(wanted.ids).map((turn) => {
    const session = sessions.get(turn.session) ?? index.sessionTurns(turn.session);
    sessions.set(turn.session, session);
    const line = (text: string): string => oneLine(engine.redactor.redact(text), EDIT_CHARS);
    return {
      ref: `t:${turn.session}#${turn.seq}`,
      date: turn.time,
      project: turn.project,
      session: turn.session,
      helper: turn.sidechain,
      tool: turn.toolName,
      path: engine.redactor.redact(
        turn.files.find((file) => touchesFile(file, wanted.path)) ?? wanted.path,
      ),
      request: quote(engine, index, requestOf(session, turn.id))?.text.slice(0, EDIT_CHARS) ?? null,
      text: line(heads.get(turn.id) ?? ""),
    };
  });
}
