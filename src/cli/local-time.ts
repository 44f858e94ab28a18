/** Owns showing instants in the time zone of this machine, and naming that zone. */
import type { Environment } from "../config/environment.ts";

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `2026-11-30 17:39` on this machine's clock; null stays `undated`. */
export function renderWhen(instant: string | null): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "undated";
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The name that TZ gives, else the distance from UTC today: asking for the system's name would cost a cold start 10 ms. */
export function nameZone(environment: Environment): string {
  if (environment.zone !== undefined) return environment.zone.replace(/^:/, "");
  const minutes = -new Date().getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const distance = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
}
