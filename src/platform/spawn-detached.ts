/** Owns starting a process that outlives this one: own session, no shared descriptors, never waited for. */
import { spawn } from "node:child_process";

export interface DetachedProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts it and returns. A host kills a hook's process group at its time-out, so the child gets a session of its own.
 * Returns an error code when the process could not be started, undefined otherwise.
 */
export function spawnDetached(options: DetachedProcess): string | undefined {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.unref();
  return child.pid === undefined ? "not-started" : undefined;
}
