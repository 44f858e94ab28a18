/** Owns `hidden.jsonl`: what is hidden as of now, whichever process hid it, and adding a line that a kill cannot lose. */
import { readFileSync, readSync, fstatSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";

import { VarveError } from "../../core/errors.ts";
import { explainSystemFailure } from "../../core/system-failure.ts";
import { nodeFileOps } from "../../platform/file-ops.ts";
import { takeLock } from "../../platform/lock.ts";
import { foldHides, type HiddenState } from "./hide.ts";

export interface HiddenLog {
  /** The state of this moment: one stat when nothing changed, and the same object. */
  current(): HiddenState;
  /**
   * Adds the line that `plan` makes of the state under the lock; none where it makes none. Throws VarveError `busy`,
   * `store-readonly` or `disk-full`; the file is then as it was.
   */
  append(plan: (state: HiddenState) => string | undefined): void;
}

const NOTHING = "-";
const LOCK_WAIT_MS = 10_000;

/** Touches no file until it is asked. `lockPath` is the archive's lock: a purge writes nothing here meanwhile. */
export function openHiddenLog(
  path: string,
  lockPath: string,
  lockWaitMs = LOCK_WAIT_MS,
): HiddenLog {
  let stamp = NOTHING;
  let state = foldHides("");
  const current = (): HiddenState => {
    const stats = statSync(path, { throwIfNoEntry: false });
    const now = stampOf(stats);
    if (now === stamp) return state;
    state = foldHides(stats === undefined ? "" : readFileSync(path, "utf8"));
    stamp = now;
    return state;
  };
  return {
    current,
    append(plan) {
      try {
        withLock(lockPath, lockWaitMs, () => {
          const line = plan(current());
          if (line !== undefined) appendLine(path, line);
        });
      } catch (error) {
        throw explainSystemFailure(error) ?? error;
      }
    },
  };
}

function stampOf(stats: Stats | undefined): string {
  return stats === undefined ? NOTHING : `${stats.ino}.${stats.size}.${stats.mtimeMs}`;
}

function withLock(path: string, waitMs: number, work: () => void): void {
  const lock = takeLock(path, waitMs);
  if (lock === undefined)
    throw new VarveError(
      "busy",
      "another varve process is writing the archive",
      "nothing was hidden or shown; run it again",
    );
  try {
    work();
  } finally {
    lock.release();
  }
}

/** A line that a kill has torn is ended first: what follows it must not become a part of it. */
function appendLine(path: string, line: string): void {
  const descriptor = nodeFileOps.openAppend(path);
  const before = fstatSync(descriptor).size;
  try {
    const start = endsLine(descriptor, before) ? "" : "\n";
    nodeFileOps.write(descriptor, Buffer.from(`${start}${line}`));
    nodeFileOps.sync(descriptor);
  } catch (error) {
    nodeFileOps.truncate(descriptor, before);
    throw error;
  } finally {
    nodeFileOps.close(descriptor);
  }
  if (before === 0) nodeFileOps.syncFolder(dirname(path));
}

function endsLine(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
