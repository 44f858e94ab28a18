/** Owns the calendar of this machine. Date alone: the first use of Intl with a zone costs a cold start 20 ms. */
import type { Calendar } from "../core/time-expressions/time-query.ts";

/**
 * The calendar that the process runs in (TZ, else the system's), under the name that is to be said of it. Where clocks
 * go forward, a time that they skip is as much later as they jump (02:30 is 03:30, midnight may be 01:00); where they
 * go back, the first of the two hours is meant. That is how Date counts, see test/time-expressions/local-calendar.
 */
export function localCalendar(zone: string): Calendar {
  return {
    zone,
    fieldsOf(instant) {
      const date = new Date(instant);
      return {
        year: date.getFullYear(),
        month: date.getMonth() + 1,
        day: date.getDate(),
        hour: date.getHours(),
        minute: date.getMinutes(),
        second: date.getSeconds(),
      };
    },
    instantOf({ year, month, day, hour, minute, second }) {
      const date = new Date(0);
      // From noon, which no zone skips: a date set at a skipped hour could slip into the next day.
      date.setHours(12, 0, 0, 0);
      // Not by the constructor: it takes years below 100 as of the last century.
      date.setFullYear(year, month - 1, day);
      date.setHours(hour, minute, second, 0);
      return date.getTime();
    },
  };
}
