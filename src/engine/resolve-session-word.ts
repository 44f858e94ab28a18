/** Owns what "last session", "before the compaction" and "just now" point to. */
import type { Clock, SessionWord } from "../core/time-expressions/time-query.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { TimeRange } from "./read-range.ts";

export interface SessionWordRequest {
  readonly word: SessionWord;
  readonly slugs: readonly string[] | "all";
  readonly clock: Clock;
}

export interface ResolvedSessionWord {
  readonly range: TimeRange | null;
  /** Full ids; undefined does not narrow. */
  readonly sessions: readonly string[] | undefined;
}

const MINUTE_MS = 60_000;
/** How far back the words reach; "earlier" is the same working day. */
const REACH_MS = { "just-now": 30 * MINUTE_MS, earlier: 12 * 60 * MINUTE_MS } as const;
const SOURCE_WORDS: Readonly<Record<SessionWord, string>> = {
  "last-session": "last session",
  "before-compaction": "before the compaction",
  earlier: "earlier",
  "just-now": "just now",
};

/** Session words without an index, or in a scope without sessions, narrow nothing. */
export function resolveSessionWord(
  index: SearchIndex | undefined,
  request: SessionWordRequest,
): ResolvedSessionWord {
  const { word, slugs, clock } = request;
  if (word === "just-now" || word === "earlier") {
    const from = new Date(clock.now - REACH_MS[word]).toISOString();
    return { range: rangeOf(word, from, null), sessions: undefined };
  }
  const id = index?.lastSession(slugs);
  if (index === undefined || id === undefined) return { range: null, sessions: undefined };
  if (word === "last-session") return { range: null, sessions: [id] };
  const compaction = lastCompaction(index, id);
  return {
    range: compaction === null ? null : rangeOf(word, null, compaction),
    sessions: [id],
  };
}

function lastCompaction(index: SearchIndex, session: string): string | null {
  const turns = index.turnsOf(session, { from: 0, to: Number.MAX_SAFE_INTEGER });
  return turns.findLast((turn) => turn.class === "summary")?.time ?? null;
}

function rangeOf(word: SessionWord, from: string | null, until: string | null): TimeRange {
  return { from, until, precision: "range", words: SOURCE_WORDS[word], alternatives: [] };
}
