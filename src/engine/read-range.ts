/** Owns what a question and its flags say about time: one range, the words that gave it, and the question without them. */
import { VarveError } from "../core/errors.ts";
import { readTimeQuery } from "../core/time-expressions/read-time-query.ts";
import type {
  Calendar,
  Clock,
  SessionWord,
  TimePrecision,
} from "../core/time-expressions/time-query.ts";
import type { Engine } from "./engine.ts";

export interface RangeRequest {
  readonly query: string;
  /** As typed: a day, an instant, or time words. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface TimeRange {
  readonly from: string | null;
  readonly until: string | null;
  readonly precision: TimePrecision;
  /** The words of the question that were read as time; null when flags gave the range. */
  readonly words: string | null;
  readonly alternatives: readonly {
    readonly from: string | null;
    readonly until: string | null;
  }[];
}

export interface RangedQuestion {
  readonly range: TimeRange | null;
  readonly session: SessionWord | null;
  /** The question without its time words. */
  readonly rest: string;
}

const DAY_MS = 86_400_000;

/** The clock of the engine in the person's calendar. */
export function clockOf(engine: Engine, calendar: Calendar): Clock {
  return {
    now: engine.now().getTime(),
    calendar,
    weekStart: engine.options.settings.weekStart,
  };
}

/** Flags win: with one of them the question's own time words are words like others. Throws VarveError `usage` for a flag that names no time. */
export function readRange(request: RangeRequest, clock: Clock): RangedQuestion {
  const { query, since, until } = request;
  if (since !== undefined || until !== undefined) {
    const from = since === undefined ? null : readBound("since", since, clock);
    const end = until === undefined ? null : readBound("until", until, clock);
    if (from !== null && end !== null && from >= end)
      throw new VarveError(
        "usage",
        `--since ${JSON.stringify(since)} is not before --until ${JSON.stringify(until)}`,
        "write the earlier time behind --since",
      );
    return {
      range: {
        from,
        until: end,
        precision: "range",
        words: null,
        alternatives: [],
      },
      session: null,
      rest: query,
    };
  }
  // One character alone is asked as a word: 朝, 夜, 今.
  if (Array.from(query.trim()).length < 2) return { range: null, session: null, rest: query };
  const { reading, alternatives, session, rest } = readTimeQuery(query, clock);
  const range = reading === null ? null : { ...reading, alternatives };
  return { range, session, rest: range === null && session === null ? query : rest };
}

/** The first instant of the time named (`since`), or the first one behind it (`until`; an instant itself). Throws VarveError `usage`. */
export function readBound(flag: "since" | "until", text: string, clock: Clock): string | null {
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;
  const exact = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(exact)) return new Date(exact).toISOString();
  // A plain day may lie ahead, which time words never do.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  const now = isDay ? Math.max(clock.now, Date.parse(text) + 2 * DAY_MS) : clock.now;
  // With the flag's own word, so that a clock time is sharp and not the quarter of an hour around it.
  const { reading, rest } = readTimeQuery(`${flag === "since" ? "since" : "until"} ${text}`, {
    ...clock,
    now,
  });
  if (reading === null || rest.trim() !== "")
    throw new VarveError(
      "usage",
      `--${flag} ${JSON.stringify(text.slice(0, 40))} names no time`,
      'write 2026-11-30, 2026-11-30T09:00:00Z, or words such as "last week", 지난주, 先週, 上周',
    );
  return flag === "since" ? reading.from : reading.until;
}
