/** Owns showing instants in the time zone of this machine. */

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

/** `2026-11-30 17:39 to 2026-12-01 00:00`, `before ...`, `from ...`, `any time`. */
export function renderSpan(from: string | null, to: string | null): string {
  if (from === null) return to === null ? "any time" : `before ${renderWhen(to)}`;
  return to === null ? `from ${renderWhen(from)}` : `${renderWhen(from)} to ${renderWhen(to)}`;
}
