/** Owns redacting what stands around a match once more before it is shown: the rules may be newer than the text. */
import type { Redactor } from "../../core/redactor.ts";
import type { Span } from "./cut-context.ts";

/** Shorter texts are redacted whole. */
const WHOLE_CHARS = 65_536;
/** Far more than any secret, so that none of which a part is shown is cut by the window. */
const WINDOW_CHARS = 16_384;

export interface VisibleMatch {
  readonly text: string;
  readonly span: Span;
}

/** The redacted text and where the match stands in it; undefined when redaction took the match away. */
export function findVisible(
  redactor: Redactor,
  text: string,
  span: Span,
): VisibleMatch | undefined {
  const from = text.length <= WHOLE_CHARS ? 0 : Math.max(0, span.at - WINDOW_CHARS);
  const window =
    text.length <= WHOLE_CHARS
      ? text
      : text.slice(from, span.at + span.length + WINDOW_CHARS).toWellFormed();
  const at = span.at - from;
  const redacted = redactor.redact(window);
  if (redacted === window) return { text: redacted, span: { at, length: span.length } };
  const match = window.slice(at, at + span.length);
  const found = redacted.indexOf(match);
  return found === -1 ? undefined : { text: redacted, span: { at: found, length: span.length } };
}
