/** Owns the timeline use-case: what stood around a turn, what happened in a range, how a session went. */
import { VarveError } from "../../core/errors.ts";
import type { Calendar } from "../../core/time-expressions/time-query.ts";
import { localCalendar } from "../../platform/local-calendar.ts";
import type { SessionTurn } from "../../search-index/list-session-turns.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { getSession, parseReference, type Reference } from "../find-session.ts";
import { fitAnswer, type PageForm } from "../fit-answer.ts";
import { holdIndex } from "../hold-index.ts";
import { freshen } from "../freshness/freshen.ts";
import { clockOf, readRange, type TimeRange } from "../read-range.ts";
import { requireShown } from "../hidden/require-shown.ts";
import { readableIndex } from "../readable-index.ts";
import { resolveScope, type Scope } from "../resolve-scope.ts";
import { digestRange } from "./digest-range.ts";
import { HEAD_CHARS, oneLine } from "./one-line.ts";
import { liveTurns, outlineSession } from "./outline-session.ts";
import type { TimelineAnswer, TimelineHeader, TimelineTurn } from "./timeline-answer.ts";

export interface TimelineQuery {
  /** A reference, or a time in words; undefined with `session` alone. */
  readonly anchor?: string | undefined;
  /** Turns before and after a turn. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Id of a session, or `current`: the one of this scope that was active last. */
  readonly session?: string | undefined;
  /** One line per request instead of turns. */
  readonly outline?: boolean | undefined;
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  readonly cwd: string;
  readonly calendar?: Calendar | undefined;
}

const FRESHEN_MS = 150;
const DEFAULT_AROUND = 5;
/** A range with more turns is told as counts. */
const MOST_RANGE_TURNS = 40;
const TEXT_CHARS = 140;
/** Sessions of a digest that a page may have room for. */
const ECHO_CHARS = 200;

interface Asked {
  readonly engine: Engine;
  readonly request: TimelineQuery;
  readonly index: SearchIndex;
  readonly scope: Scope;
  readonly calendar: Calendar;
  readonly form: PageForm<TimelineAnswer>;
  readonly indexLag: number;
  readonly started: number;
}

/**
 * In time order. Throws VarveError `usage` for an anchor that is neither a reference nor a time, `not-found` and
 * `ambiguous` for one that means no turn, session or project, or several.
 */
export function showTimeline(
  engine: Engine,
  request: TimelineQuery,
  form: PageForm<TimelineAnswer>,
): TimelineAnswer {
  const started = performance.now();
  const { indexLag } = freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndex(engine, () => {
    const calendar = request.calendar ?? localCalendar("local time");
    const index = readableIndex(engine);
    const scope = resolveScope(engine, request);
    const asked = { engine, request, index, scope, calendar, form, indexLag, started };
    const { anchor, session } = request;
    const isReference = anchor !== undefined && /^[ts]:/.test(anchor);
    if (isReference) return ofReference(asked, parseReference(anchor));
    if (session !== undefined) return ofSession(asked, findSessionId(asked, session));
    return ofRange(asked, anchor ?? "");
  });
}

/** The session with this id or prefix; `current` is the one that was active last. */
function findSessionId({ engine, index, scope }: Asked, session: string): string {
  if (session !== "current") {
    const prefix = session.replace(/^s:/, "");
    requireShown(engine, { kind: "session", session: prefix });
    return getSession(index, prefix).id;
  }
  const id = index.lastSession(scope.slugs);
  if (id !== undefined) return id;
  throw new VarveError(
    "not-found",
    `no session in ${scope.label}`,
    "look in all projects with --all-projects, or run varve import",
  );
}

function ofReference(asked: Asked, reference: Reference): TimelineAnswer {
  const { engine, index, request } = asked;
  requireShown(engine, reference);
  const { id } = getSession(index, reference.session);
  if (reference.kind === "session" || request.outline === true) return ofSession(asked, id);
  const turn = index.turn(id, reference.seqText);
  if (turn === undefined)
    throw new VarveError(
      "not-found",
      `session ${id} has no turn #${reference.seqText}`,
      `see its requests with \`varve timeline s:${id} --outline\``,
    );
  const all = index.sessionTurns(id);
  const shownAnyway = (other: SessionTurn): boolean => other.id === turn.id;
  const live = all.filter((other) => shownAnyway(other) || liveTurns([other]).length > 0);
  const at = live.findIndex(shownAnyway);
  const before = request.before ?? DEFAULT_AROUND;
  const after = request.after ?? DEFAULT_AROUND;
  const wanted = live.slice(Math.max(0, at - before), at + after + 1);
  const last = wanted.at(-1);
  const more = at + after + 1 < live.length && last !== undefined;
  return turnsAnswer(
    asked,
    wanted.map(({ id: turnId }) => turnId),
    {
      anchorId: turn.id,
      total: live.length,
      next: more ? `varve timeline ${last.ref} --before 0 --after ${Math.max(after, 1)}` : null,
    },
  );
}

function ofSession(asked: Asked, id: string): TimelineAnswer {
  const { engine, index, calendar, form, request } = asked;
  if (request.outline !== true) {
    const live = liveTurns(index.sessionTurns(id));
    const shown = live.slice(0, MOST_RANGE_TURNS);
    const last = shown.at(-1);
    const next =
      live.length > shown.length && last !== undefined
        ? `varve timeline ${last.ref} --before 0 --after ${MOST_RANGE_TURNS}`
        : null;
    return turnsAnswer(
      asked,
      shown.map((turn) => turn.id),
      { total: live.length, next },
    );
  }
  const redact = (text: string): string => engine.redactor.redact(text);
  const { lines, total } = outlineSession(index, id, { redact, calendar });
  // The newest lines stay when not all fit, in the order of time.
  return fitAnswer([...lines].reverse(), form, (shown, limitedBy) => ({
    header: headerOf(asked, null, {
      shown: shown.length,
      total,
      limitedBy,
      next: `varve overview s:${id}`,
    }),
    turns: [],
    outline: [...shown].reverse(),
    digest: null,
    truncated: shown.length < lines.length,
    durationMs: Math.round(performance.now() - asked.started),
  }));
}

interface TurnsOptions {
  readonly anchorId?: number;
  readonly total: number;
  readonly next: string | null;
  readonly range?: TimeRange;
}

function turnsAnswer(asked: Asked, ids: readonly number[], options: TurnsOptions): TimelineAnswer {
  const { form } = asked;
  const turns = describeTurns(asked, ids, options.anchorId);
  return fitAnswer(turns, form, (shown, limitedBy) => {
    const last = shown.at(-1);
    const cut = shown.length < turns.length && last !== undefined;
    const next = cut ? `varve timeline ${last.ref} --before 0 --after 20` : options.next;
    return {
      header: headerOf(asked, options.range ?? null, {
        shown: shown.length,
        total: options.total,
        limitedBy,
        next,
      }),
      turns: shown,
      outline: [],
      digest: null,
      truncated: shown.length < options.total,
      durationMs: Math.round(performance.now() - asked.started),
    };
  });
}

function describeTurns(
  { engine, index }: Asked,
  ids: readonly number[],
  anchorId: number | undefined,
): readonly TimelineTurn[] {
  const heads = index.textHeads(ids, HEAD_CHARS);
  return index.turnsById(ids).map((turn) => ({
    ref: `t:${turn.session}#${turn.seq}`,
    date: turn.time,
    session: turn.session,
    role: turn.role,
    type: turn.class,
    tool: turn.toolName,
    exitStatus: turn.exitStatus,
    helper: turn.sidechain,
    isAnchor: turn.id === anchorId,
    text: oneLine(engine.redactor.redact(heads.get(turn.id) ?? ""), TEXT_CHARS),
  }));
}

function ofRange(asked: Asked, anchor: string): TimelineAnswer {
  const { engine, index, scope, calendar, form } = asked;
  const { range, session } = readRange({ query: anchor }, clockOf(engine, calendar));
  if (session !== null) return ofSession(asked, findSessionId(asked, "current"));
  if (range === null)
    throw new VarveError(
      "usage",
      `${JSON.stringify(anchor.slice(0, 40))} is neither a reference nor a time`,
      "write t:<session>#<line>, 2026-11-30, or words such as yesterday, 화요일 오후, 先週, 上周",
    );
  const { from, until } = range;
  const digest = digestRange(engine, { slugs: scope.slugs, from, until, calendar });
  if (digest.turns > 0 && digest.turns <= MOST_RANGE_TURNS) {
    const turns = index.rangeTurns({ projects: scope.slugs, from, until }, MOST_RANGE_TURNS);
    const options = { total: digest.turns, next: null, range };
    return turnsAnswer(
      asked,
      turns.map(({ id }) => id),
      options,
    );
  }
  const bySize = [...digest.sessions].sort((a, b) => b.turns - a.turns);
  const [largest] = bySize;
  return fitAnswer(bySize, form, (shown, limitedBy) => ({
    header: headerOf(asked, range, {
      shown: shown.length,
      total: digest.sessionCount,
      limitedBy: limitedBy ?? (shown.length < digest.sessionCount ? "items" : null),
      next: largest === undefined ? null : `varve timeline ${largest.ref} --outline`,
    }),
    turns: [],
    outline: [],
    digest: { ...digest, sessions: digest.sessions.filter((each) => shown.includes(each)) },
    truncated: shown.length < digest.sessionCount,
    durationMs: Math.round(performance.now() - asked.started),
  }));
}

function headerOf(
  { engine, request, scope, calendar, indexLag }: Asked,
  range: TimeRange | null,
  rest: Pick<TimelineHeader, "shown" | "total" | "limitedBy" | "next">,
): TimelineHeader {
  const anchor = request.anchor ?? request.session ?? "";
  return {
    anchor: engine.redactor.redact(anchor.slice(0, ECHO_CHARS).toWellFormed()),
    range:
      range === null
        ? null
        : {
            from: range.from,
            to: range.until,
            precision: range.precision,
            words: range.words,
            alternatives: range.alternatives.map(({ from, until }) => ({ from, to: until })),
          },
    zone: calendar.zone,
    scope: scope.label,
    indexLag,
    ...rest,
  };
}
