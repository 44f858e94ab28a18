/** Owns showing a text as one short line. */
import { cutToChars } from "../../core/cut-text.ts";
import { toPlainText } from "../../core/plain-text.ts";

/** More of a text never shows in a line; redaction looks at this much of it. */
export const HEAD_CHARS = 2_000;

/** `text` (redacted before) without line ends and runs of blanks, at most `chars` UTF-16 units, `…` where it was cut. */
export function oneLine(text: string, chars: number): string {
  const flat = toPlainText(text.slice(0, HEAD_CHARS)).replace(/\s+/g, " ").trim();
  return flat.length <= chars ? flat : `${cutToChars(flat, chars - 1).trimEnd()}…`;
}
