/** Owns the shapes of time in a question: the clock it is read by, and the interval that its words mean. */

export interface LocalFields {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Days and hours as the person's clock shows them, summer time included. */
export interface Calendar {
  /** Name of the zone, or its distance from UTC. */
  readonly zone: string;
  /** Fields of an instant in milliseconds since 1970. */
  fieldsOf(instant: number): LocalFields;
  /**
   * Instant of fields, which may be out of range as with Date (day 0 is the last of the month before). Of an hour that
   * the clock shows twice the first is meant; one that it skips is moved on by the gap.
   */
  instantOf(fields: LocalFields): number;
}

/** What a question's time words are read by. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly calendar: Calendar;
  readonly weekStart: "monday" | "sunday";
}

export type TimePrecision =
  | "minute"
  | "hour"
  | "part-of-day"
  | "day"
  | "weekend"
  | "week"
  | "month"
  | "quarter"
  | "half-year"
  | "year"
  | "range";

/** One meaning of the time words of a question. */
export interface TimeReading {
  /** First instant, ISO 8601 in UTC; null: since ever. */
  readonly from: string | null;
  /** First instant that no longer counts; null: without end. */
  readonly until: string | null;
  readonly precision: TimePrecision;
  /** The words as typed, joined by a blank where they stood apart. */
  readonly words: string;
}

/** Words that point to a session and not to a date: "last session", 압축 전, さっき. */
export type SessionWord = "last-session" | "before-compaction" | "earlier" | "just-now";

export interface TimeQuery {
  /** The likelier reading; null when the question has no time words. */
  readonly reading: TimeReading | null;
  /** Other readings of the same words, likelier first; empty when they mean one thing. */
  readonly alternatives: readonly TimeReading[];
  readonly session: SessionWord | null;
  /** The question without its time words; empty when it is nothing else. */
  readonly rest: string;
}
