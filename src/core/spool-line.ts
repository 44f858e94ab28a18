/** Owns the spool: one line per hook event, a pointer to a transcript and never a word of it. */

/** Hosts whose hooks write to the spool. */
export type HookHost = "claude-code" | "codex";

export interface SpoolLine {
  readonly v: 1;
  readonly host: HookHost;
  /** Host session id; null when the hook's input did not say. */
  readonly session: string | null;
  /** Absolute transcript path; null means "look through the whole host". */
  readonly path: string | null;
  /** Hook event, as the host spells it. */
  readonly event: string;
  /** UTC instant with Z. */
  readonly at: string;
}

/** Longest string of a line in UTF-16 units, so that one append stays one small write. */
export const SPOOL_STRING_LIMIT = 1024;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const EVENT = /^[A-Za-z]{1,40}$/;

export function isHookHost(text: unknown): text is HookHost {
  return text === "claude-code" || text === "codex";
}

/** True for a hook event name of either host, known or new. */
export function isHookEvent(text: unknown): text is string {
  return typeof text === "string" && EVENT.test(text);
}

/** A non-empty string within the limit that holds no control character. */
export function isSpoolString(text: unknown): text is string {
  return (
    typeof text === "string" &&
    text !== "" &&
    text.length <= SPOOL_STRING_LIMIT &&
    !CONTROL.test(text)
  );
}

/** An absolute path of any platform that is safe to keep in a line. */
export function isSpoolPath(text: unknown): text is string {
  return isSpoolString(text) && (text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text));
}

/** The line with its newline. */
export function formatSpoolLine(line: SpoolLine): string {
  const { v, host, session, path, event, at } = line;
  return `${JSON.stringify({ v, host, session, path, event, at })}\n`;
}

/** The inverse of {@link formatSpoolLine}; undefined for a torn, foreign or newer line. */
export function parseSpoolLine(text: string): SpoolLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { v, host, session, path, event, at } = value as Record<string, unknown>;
  if (v !== 1 || !isHookHost(host) || !isHookEvent(event) || !isSpoolString(at)) return undefined;
  return {
    v: 1,
    host,
    session: isSpoolString(session) ? session : null,
    path: isSpoolPath(path) ? path : null,
    event,
    at,
  };
}
