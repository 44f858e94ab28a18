/**
 * Owns the text of our hook handlers. It is frozen: Codex forgets that a person trusted a hook when a single character
 * of it changes, so a test compares it with committed bytes.
 */
import type { HookHost } from "../core/spool-line.ts";
import { quoteForShell } from "../core/quote-for-shell.ts";

/** The events that capture needs; a transcript is read whole at each, so a missed one costs nothing but delay. */
export const CAPTURE_EVENTS = ["SessionStart", "PreCompact", "Stop", "SessionEnd"] as const;

export type CaptureEvent = (typeof CAPTURE_EVENTS)[number];

/** Seconds until the host gives up on us; the hook itself is done in a fraction of one. Codex allows 3 at the end. */
const TIMEOUT_SECONDS: Readonly<Record<CaptureEvent, number>> = {
  SessionStart: 5,
  PreCompact: 5,
  Stop: 5,
  SessionEnd: 3,
};

export interface CommandHandler {
  readonly type: "command";
  readonly command: string;
  readonly timeout: number;
}

/** Where hooks call in: a small script that knows Node and the package. */
export function launcherPath(varveHome: string): string {
  return `${varveHome.replace(/\/+$/, "")}/bin/varve-hook`;
}

/**
 * The handler for one event. The guard keeps a store that was deleted by hand from showing an error at every prompt:
 * no launcher, nothing to do, exit 0.
 */
export function captureHandler(
  host: HookHost,
  event: CaptureEvent,
  varveHome: string,
): CommandHandler {
  const launcher = quoteForShell(launcherPath(varveHome));
  const call = `${launcher} ${host} ${event} --home ${quoteForShell(varveHome)}`;
  return {
    type: "command",
    command: `test ! -x ${launcher} || ${call}`,
    timeout: TIMEOUT_SECONDS[event],
  };
}

/** True for a handler of the store at `varveHome`, whatever version of varve wrote it. */
export function isOurCommand(command: unknown, varveHome: string): boolean {
  return (
    typeof command === "string" && command.includes(`${quoteForShell(launcherPath(varveHome))} `)
  );
}

/** True for a handler of any store. */
export function isAnyVarveCommand(command: unknown): boolean {
  return typeof command === "string" && /\/bin\/varve-hook' (?:claude-code|codex) /.test(command);
}
