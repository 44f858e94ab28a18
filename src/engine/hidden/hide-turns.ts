/** Owns the hide use-case: turns and sessions leave every answer, in every process, and can be shown again. */
import { randomBytes } from "node:crypto";

import { VarveError } from "../../core/errors.ts";
import type { SearchCalls } from "../../search-index/search-calls.ts";
import type { Engine } from "../engine.ts";
import { getSession, parseReference } from "../find-session.ts";
import { freshen } from "../freshness/freshen.ts";
import { readableIndex } from "../readable-index.ts";
import { requireWritable } from "../store.ts";
import { oneLine } from "../timeline/one-line.ts";
import { findHideOfSession, findHideOfTurn } from "./find-hide.ts";
import { renderHide, type Hide, type HideCaller, type HiddenState } from "./hide.ts";
import { selectHidden, type HideTarget } from "./select-hidden.ts";

export interface HideRequest {
  /** `t:<session>#<line>` and `s:<session>`, at most {@link MOST_HIDDEN_AT_ONCE}. */
  readonly refs: readonly string[];
  readonly by: HideCaller;
  /** Kept beside it, redacted. */
  readonly reason?: string | undefined;
}

export interface HiddenRef {
  /** In full. */
  readonly ref: string;
  /** Turns of the line, or of the session. */
  readonly turns: number;
  /** Its first words, to see that it is the right one; null for what was hidden before. */
  readonly preview: string | null;
}

export interface HideResult {
  readonly hidden: readonly HiddenRef[];
  readonly missing: readonly { readonly ref: string; readonly reason: string }[];
  /** All turns that went, copies included; 0 where everything was hidden before. */
  readonly turns: number;
  /** The call that shows it again; null where nothing is hidden. */
  readonly undo: string | null;
}

export const MOST_HIDDEN_AT_ONCE = 20;
const FRESHEN_MS = 150;
const PREVIEW_CHARS = 80;
const REASON_CHARS = 300;
const ECHO_CHARS = 80;
const ID_BYTES = 4;

interface Found {
  readonly shown: HiddenRef;
  readonly target: HideTarget;
  /** That hid it before. */
  readonly before: Hide | undefined;
}

/**
 * Hides what `refs` name, all of it in one line of `hidden.jsonl`, so that a kill leaves all or nothing. What is
 * hidden already stays as it is. Throws VarveError `usage`, `not-found` (no index), `store-readonly`, `busy`, `disk-full`.
 */
export function hideTurns(engine: Engine, request: HideRequest): HideResult {
  const refs = [...new Set(request.refs.map((ref) => ref.trim()))];
  if (refs.length === 0 || refs.length > MOST_HIDDEN_AT_ONCE)
    throw new VarveError(
      "usage",
      refs.length === 0 ? "nothing to hide was named" : `${refs.length} references are too many`,
      `name 1 to ${MOST_HIDDEN_AT_ONCE} turns or sessions: t:834cb28d#12, s:834cb28d`,
    );
  freshen(engine, { deadlineMs: FRESHEN_MS });
  const { everything } = readableIndex(engine);
  const missing: { ref: string; reason: string }[] = [];
  const found = new Map<string, Found>();
  for (const ref of refs) {
    try {
      const one = findTarget(engine, everything, ref);
      found.set(one.shown.ref, one);
    } catch (error) {
      if (!(error instanceof VarveError)) throw error;
      const echo = engine.redactor.redact(ref.slice(0, ECHO_CHARS).toWellFormed());
      missing.push({ ref: echo, reason: error.message });
    }
  }
  const all = [...found.values()];
  const fresh = all.filter(({ before }) => before === undefined);
  const added = fresh.length === 0 ? undefined : addHide(engine, request, fresh);
  const standing = added ?? all[0]?.before;
  return {
    hidden: all.map(({ shown }) => shown),
    missing,
    turns: added?.turns ?? 0,
    undo: standing === undefined ? null : `varve undo ${standing.id}`,
  };
}

function findTarget(engine: Engine, everything: SearchCalls, text: string): Found {
  const reference = parseReference(text);
  const session = getSession(everything, reference.session);
  const state = engine.hidden.current();
  const whole = findHideOfSession(state, session.id);
  const preview = (words: string): string => oneLine(engine.redactor.redact(words), PREVIEW_CHARS);
  if (reference.kind === "session") {
    const ref = `s:${session.id}`;
    const words = whole === undefined ? preview(session.title ?? "") : null;
    return {
      shown: { ref, turns: session.turns, preview: words },
      target: { ref, session: session.id, turn: undefined },
      before: whole,
    };
  }
  const turn = everything.turn(session.id, reference.seqText);
  if (turn === undefined)
    throw new VarveError(
      "not-found",
      `session ${session.id} has no turn #${reference.seqText}`,
      "list its turns with `varve read`",
    );
  const ref = `t:${turn.session}#${turn.seq}`;
  const before = whole ?? findHideOfTurn(state, turn);
  const { archiveEntryId: entryId, epoch, line } = turn;
  return {
    shown: {
      ref,
      turns: everything.lineTurns({ entryId, epoch, line }).length,
      preview: before === undefined ? preview(turn.text) : null,
    },
    target: { ref, session: turn.session, turn },
    before,
  };
}

/** Undefined where another process hid the same meanwhile. */
function addHide(engine: Engine, request: HideRequest, found: readonly Found[]): Hide {
  requireWritable(engine.store);
  const refs = found.map(({ target }) => target.ref);
  const { reason = "" } = request;
  const hide: Hide = {
    id: `h${randomBytes(ID_BYTES).toString("hex")}`,
    at: engine.now().toISOString(),
    by: request.by,
    reason: reason === "" ? null : oneLine(engine.redactor.redact(reason), REASON_CHARS),
    refs,
    ...selectHidden(
      engine,
      found.map(({ target }) => target),
    ),
  };
  let standing = hide;
  engine.hidden.append((state) => {
    const same = findSame(state, refs);
    standing = same ?? hide;
    return same === undefined ? renderHide(hide) : undefined;
  });
  return standing;
}

/** Another process, or the same call sent twice, was as fast. */
function findSame({ hides }: HiddenState, refs: readonly string[]): Hide | undefined {
  return hides.find((hide) => refs.every((ref) => hide.refs.includes(ref)));
}
