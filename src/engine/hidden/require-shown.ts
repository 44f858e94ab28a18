/** Owns what is said of a turn or a session that is there and hidden, instead of that it is not there. */
import { VarveError } from "../../core/errors.ts";
import type { SearchCalls } from "../../search-index/search-calls.ts";
import type { Engine } from "../engine.ts";
import type { Reference } from "../find-session.ts";
import { findHideOfSession, findHideOfTurn } from "./find-hide.ts";
import type { Hide } from "./hide.ts";

export interface HiddenReference {
  /** In full. */
  readonly ref: string;
  readonly hide: Hide;
}

/** The hide that covers what `reference` means; undefined where it may be shown, means nothing or several things. */
export function findHidden(engine: Engine, reference: Reference): HiddenReference | undefined {
  const state = engine.hidden.current();
  if (state.hides.length === 0) return undefined;
  const everything = engine.index("read")?.everything;
  const session = everything === undefined ? undefined : onlySession(everything, reference.session);
  if (everything === undefined || session === undefined) return undefined;
  const whole = findHideOfSession(state, session);
  if (reference.kind === "session")
    return whole === undefined ? undefined : { ref: `s:${session}`, hide: whole };
  const ref = `t:${session}#${reference.seqText}`;
  if (whole !== undefined) return { ref, hide: whole };
  const turn = everything.turn(session, reference.seqText);
  const hide = turn === undefined ? undefined : findHideOfTurn(state, turn);
  return hide === undefined ? undefined : { ref, hide };
}

function onlySession(calls: SearchCalls, prefix: string): string | undefined {
  const found = calls.findSessions(prefix);
  const ids = new Set(found.map(({ id }) => id));
  return ids.has(prefix) ? prefix : ids.size === 1 ? found[0]?.id : undefined;
}

/** Throws VarveError `not-found` with the call that shows it again. */
export function requireShown(engine: Engine, reference: Reference): void {
  const hidden = findHidden(engine, reference);
  if (hidden === undefined) return;
  throw new VarveError(
    "not-found",
    `${hidden.ref} is hidden`,
    `show it again with \`varve undo ${hidden.hide.id}\``,
  );
}
