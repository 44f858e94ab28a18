/** Owns the calendar that a face reads and shows days in: this machine's, under the name that is said of it. */
import type { Environment } from "../config/environment.ts";
import type { Calendar } from "../core/time-expressions/time-query.ts";
import { localCalendar } from "../platform/local-calendar.ts";

export function callerCalendar(environment: Environment): Calendar {
  return localCalendar(nameZone(environment));
}

/** The name that TZ gives, else the distance from UTC today: asking for the system's name would cost a cold start 10 ms. */
function nameZone(environment: Environment): string {
  if (environment.zone !== undefined) return environment.zone.replace(/^:/, "");
  const minutes = -new Date().getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const distance = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
