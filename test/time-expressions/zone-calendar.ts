/** Owns a calendar of any zone for tests: the zone of Date cannot be changed within a process. */
import type { Calendar, LocalFields } from "../../src/core/time-expressions/time-query.ts";

const DAY_MS = 86_400_000;

/** Fields as if they were UTC; years below 100 as they are. */
function utcOf({ year, month, day, hour, minute, second }: LocalFields): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The zone's calendar, by the same contract as the machine's own. */
export function zoneCalendar(zone: string): Calendar {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const fieldsOf = (instant: number): LocalFields => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const field = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
    return {
      year: field("year"),
      month: field("month"),
      day: field("day"),
      hour: field("hour"),
      minute: field("minute"),
      second: field("second"),
    };
  };
  const offsetAt = (instant: number): number => {
    const whole = Math.floor(instant / 1000) * 1000;
    return utcOf(fieldsOf(whole)) - whole;
  };
  return {
    zone,
    fieldsOf,
    instantOf(fields) {
      const local = utcOf(fields);
      if (Number.isNaN(new Date(local).getTime())) return Number.NaN;
      const [before, after] = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)];
      const early = local - before;
      const late = local - after;
      // Of an hour shown twice the first; one that is skipped moves on by the gap, as with the offset before it.
      if (offsetAt(early) === before) return early;
      return offsetAt(late) === after ? late : early;
    },
  };
}
