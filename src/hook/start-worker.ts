/**
 * Owns handing over to the one worker, `varve sync --from-hook`.
 *
 * The protocol between hooks and the worker, which makes skipping a start safe:
 * - A hook appends its line to `state/spool.jsonl` FIRST and looks at `state/worker.stamp` AFTER. A stamp younger than
 *   one second means that a worker has just been started and will see the line; else the hook writes the stamp and
 *   starts one.
 * - The worker takes the `worker` lock, waiting half a second for a search, or leaves. It drains by renaming `spool.jsonl` to `spool.<pid>.jsonl`,
 *   works, deletes that file only if it has not grown since it was read (a hook may still hold it open), and begins
 *   again while there is a spool. Files `spool.<pid>.jsonl` of dead workers are drained as well.
 * - Before it ends, the worker deletes the stamp, then looks at the spool once more; after it has released the lock it
 *   looks a last time and takes the lock again if a line has come. So a line appended before a hook saw the stamp is
 *   seen by the worker, and a hook that saw no stamp starts a worker of its own.
 * A worker that dies leaves a stamp that is stale after one second; the next event brings everything in.
 */
import { existsSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { HookFailureReason } from "../core/hook-failure.ts";
import { spawnDetached } from "../platform/spawn-detached.ts";

const STAMP_FRESH_MS = 1000;
/** Both know `sync --from-hook`; the first knows nothing else and so starts sooner. */
const PROGRAMS = ["varve-sync.cjs", "varve.js"];

export interface WorkerStart {
  readonly home: string;
  /** This program's own file; the worker's program lies beside it. */
  readonly hookFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: number;
}

function wasJustStarted(stamp: string, nowMs: number): boolean {
  try {
    // Absolute: a stamp from the future (a clock set back) must not stop workers for ever.
    return Math.abs(nowMs - statSync(stamp).mtimeMs) < STAMP_FRESH_MS;
  } catch {
    return false;
  }
}

/** Starts a worker unless one was started within the last second. Returns why it could not. */
export function startWorker(start: WorkerStart): HookFailureReason | undefined {
  const stamp = join(start.home, "state", "worker.stamp");
  if (wasJustStarted(stamp, start.nowMs)) return undefined;
  const folder = dirname(realpathSync(start.hookFile));
  const program = PROGRAMS.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (program === undefined) return "no-worker";
  try {
    writeFileSync(stamp, "", { mode: 0o600 });
  } catch {
    // Without a stamp the next hook starts a worker too, which finds the lock taken and leaves.
  }
  const failed = spawnDetached({
    command: process.execPath,
    args: [program, "sync", "--from-hook"],
    cwd: start.home,
    env: start.env,
  });
  return failed === undefined ? undefined : "spawn";
}
