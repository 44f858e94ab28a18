/** Owns what a hook writes down for `status` when it could not do its job: why and when, never the input. */

export type HookFailureReason =
  | "usage"
  | "empty"
  | "bad-json"
  | "not-an-object"
  | "too-large"
  | "timeout"
  | "bad-path"
  | "spool-full"
  | "unwritable"
  | "no-worker"
  | "spawn"
  | "uncaught";

const REASONS: readonly HookFailureReason[] = [
  "usage",
  "empty",
  "bad-json",
  "not-an-object",
  "too-large",
  "timeout",
  "bad-path",
  "spool-full",
  "unwritable",
  "no-worker",
  "spawn",
  "uncaught",
];

export interface HookFailure {
  readonly v: 1;
  /** UTC instant with Z. */
  readonly at: string;
  readonly host: string;
  readonly event: string;
  readonly reason: HookFailureReason;
  /** Error code (`ENOSPC`) or empty. */
  readonly detail: string;
}

const cut = (text: string): string => text.slice(0, 100);

/** The line with its newline; strings cut to 100 characters. */
export function formatHookFailure(failure: HookFailure): string {
  const { v, at, host, event, reason, detail } = failure;
  return `${JSON.stringify({ v, at, host: cut(host), event: cut(event), reason, detail: cut(detail) })}\n`;
}

/** The inverse of {@link formatHookFailure}; undefined for a torn, foreign or newer line. */
export function parseHookFailure(text: string): HookFailure | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { v, at, host, event, reason, detail } = value as Record<string, unknown>;
  const known = REASONS.find((name) => name === reason);
  if (v !== 1 || known === undefined || typeof at !== "string") return undefined;
  return {
    v: 1,
    at,
    host: String(host),
    event: String(event),
    reason: known,
    detail: String(detail),
  };
}
