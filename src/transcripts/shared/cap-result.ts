/** Owns how much of a tool result is indexed: its head, its tail and the lines between that look like errors. */
import type { Redactor } from "../../core/redactor.ts";
import { cleanText, cutText, cutToBytes } from "./clean-text.ts";

/** Results up to this many UTF-8 bytes are indexed whole. */
export const RESULT_CAP_BYTES = 4096;
const HEAD_BYTES = 1500;
const TAIL_BYTES = 1400;
const ERROR_BYTES = 1000;
const ERROR_LINE_CHARS = 300;
/** Error lines are looked for in this much of the text behind the head and before the tail, each. */
const ERROR_SEARCH_CHARS = 512 * 1024;
/** Longer results are redacted in pieces: their middle is never shown but for single lines. */
const REDACTED_WHOLE_CHARS = 512 * 1024;
const REDACTED_EDGE_CHARS = 64 * 1024;

const ERROR_LINE =
  /\b(?:error|errors|fail|failed|failure|fatal|panic|exception|traceback|not found|denied|refused|undefined reference|cannot|unable to)\b|\w(?:Error|Exception)\b|\b(?:ERR|E[A-Z]{4,})\b|✗|✘|에러|오류|실패|エラー|失敗|错误|失败/iu;

/** A result as it is indexed, and whether something was left out. */
export interface CappedText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Cuts a result above 4 KB (UTF-8) to head, error lines and tail, at code points, with a line that says how much is missing. */
export function capResult(text: string): CappedText {
  // Three bytes are the most one UTF-16 unit can take, so short texts need no count.
  if (text.length * 3 <= RESULT_CAP_BYTES) return { text, truncated: false };
  if (text.length <= RESULT_CAP_BYTES && Buffer.byteLength(text) <= RESULT_CAP_BYTES)
    return { text, truncated: false };
  const head = takeHead(text, HEAD_BYTES);
  const tail = takeTail(text, TAIL_BYTES);
  const middle = text.slice(head.length, text.length - tail.length);
  const errors = pickErrorLines(middle);
  const note = `[... ${middle.length} characters not indexed${errors === "" ? "" : ", lines with errors:"}]`;
  return { text: `${head}\n${note}\n${errors}${tail}`, truncated: true };
}

/** Cleans, redacts and caps one tool result; secrets are found before the cut so that no half of one is left. */
export function redactResult(text: string, redactor: Redactor): CappedText {
  const clean = cleanText(text);
  if (clean.length <= REDACTED_WHOLE_CHARS) return capResult(redactor.redact(clean));
  const head = cutText(clean, REDACTED_EDGE_CHARS);
  const tail = takeTail(clean, REDACTED_EDGE_CHARS);
  const errors = pickErrorLines(clean.slice(head.length, clean.length - tail.length));
  return capResult(`${redactor.redact(head)}\n${redactor.redact(errors)}${redactor.redact(tail)}`);
}

/** Whole lines where the last line break lies in the second half of the head, else a cut at a code point. */
function takeHead(text: string, maxBytes: number): string {
  const head = cutToBytes(text, maxBytes);
  const lineEnd = head.lastIndexOf("\n");
  return lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head;
}

function takeTail(text: string, maxBytes: number): string {
  let tail = dropStart(text, text.length - maxBytes);
  while (Buffer.byteLength(tail) > maxBytes) {
    const keep = Math.floor((tail.length * maxBytes) / Buffer.byteLength(tail));
    tail = dropStart(tail, Math.max(1, tail.length - keep));
  }
  const lineStart = tail.indexOf("\n");
  return lineStart !== -1 && lineStart < tail.length / 2 ? tail.slice(lineStart + 1) : tail;
}

function dropStart(text: string, from: number): string {
  if (from <= 0) return text;
  const first = text.charCodeAt(from);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from);
}

function pickErrorLines(middle: string): string {
  const searched =
    middle.length <= 2 * ERROR_SEARCH_CHARS
      ? middle
      : `${cutText(middle, ERROR_SEARCH_CHARS)}\n${dropStart(middle, middle.length - ERROR_SEARCH_CHARS)}`;
  const seen = new Set<string>();
  let picked = "";
  let bytes = 0;
  for (const line of searched.split("\n")) {
    const cut = cutText(line.trimEnd(), ERROR_LINE_CHARS);
    if (cut === "" || seen.has(cut) || !ERROR_LINE.test(cut)) continue;
    bytes += Buffer.byteLength(cut) + 1;
    if (bytes > ERROR_BYTES) break;
    seen.add(cut);
    picked += `${cut}\n`;
  }
  return picked;
}
