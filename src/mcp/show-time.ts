/** Owns how instants and sizes are shown in replies, instants on this machine's clock. */
function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `2026-11-30 17:39`; null is `undated`. */
export function showWhen(instant: string | null): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "undated";
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

export function showSpan(from: string | null, to: string | null): string {
  if (from === null) return to === null ? "any time" : `before ${showWhen(to)}`;
  return to === null ? `from ${showWhen(from)}` : `${showWhen(from)} to ${showWhen(to)}`;
}

/** Powers of 1,000: `512 B`, `34.8 kB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
