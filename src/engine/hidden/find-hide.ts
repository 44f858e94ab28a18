/** Owns which hide covers a turn, a session or a line, asked without the index. */
import type { Turn } from "../../core/turn.ts";
import type { Hide, HiddenState } from "./hide.ts";

/** A turn and where the archive holds it, as far as that is known. */
export interface PlacedTurn extends Pick<Turn, "source" | "session" | "entryId" | "line"> {
  readonly archiveEntryId?: string | undefined;
  readonly epoch?: number | undefined;
}

/** True for ids that hosts give, which mean the same record in every file. */
export function isHostRecord(entryId: string): boolean {
  return !entryId.startsWith("line:");
}

function covers(hide: Hide, turn: PlacedTurn): boolean {
  const { archiveEntryId, epoch } = turn;
  return (
    hide.sessions.includes(turn.session) ||
    (archiveEntryId !== undefined && hide.entries.includes(archiveEntryId)) ||
    hide.records.some(([source, id]) => source === turn.source && id === turn.entryId) ||
    hide.lines.some(
      ([entry, at, line]) => entry === archiveEntryId && at === epoch && line === turn.line,
    )
  );
}

/** The newest that stands; undefined for a turn that may be shown. */
export function findHideOfTurn(state: HiddenState, turn: PlacedTurn): Hide | undefined {
  return state.hides.findLast((hide) => covers(hide, turn));
}

export function findHideOfSession(state: HiddenState, session: string): Hide | undefined {
  return state.hides.findLast(({ sessions }) => sessions.includes(session));
}

/** The same as {@link findHideOfTurn}, quickly, for turns that the index does not hold. */
export function isTurnHidden(state: HiddenState, turn: PlacedTurn): boolean {
  if (state.hides.length === 0) return false;
  return (
    state.sessions.has(turn.session) ||
    (state.recordIds.has(turn.entryId) && isHostRecord(turn.entryId)) ||
    (turn.archiveEntryId !== undefined && findHideOfTurn(state, turn) !== undefined)
  );
}
