/** Owns the texts of a raw line that may be searched and shown: redacted, with JSON escapes and without them. */
import type { Redactor } from "../../core/redactor.ts";

/** Inputs of calls are JSON inside JSON: two levels of escapes. */
const MAX_LEVELS = 2;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SHORT: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const MARK = /\[(?:redacted:[^\]]*|private)\]/g;

function withoutEscapes(text: string): string {
  return text
    .replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
      hex === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .toWellFormed();
}

function marksOf(text: string): string {
  return (text.match(MARK) ?? []).join();
}

/**
 * `raw` redacted, then with one and two levels of escapes taken off, redacted after each step: what hides behind an
 * escape is found by the next reading. Only readings with the same marks as the last are returned, since the others
 * still show what was found later. The least unescaped comes first.
 */
export function safeReadings(raw: string, redactor: Redactor): readonly string[] {
  let last = redactor.redact(raw);
  const readings = [last];
  for (let level = 0; level < MAX_LEVELS && last.includes("\\"); level += 1) {
    last = redactor.redact(withoutEscapes(last));
    readings.push(last);
  }
  const marks = marksOf(last);
  return readings.filter((reading) => marksOf(reading) === marks);
}
