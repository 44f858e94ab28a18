/** Owns that one process at a time works on the store: syncs, rebuilds, forgetting, pruning, backups. */
import { VarveError } from "../core/errors.ts";
import { takeLock } from "../platform/lock.ts";
import { requireWritable } from "./store.ts";
import type { Engine } from "./engine.ts";

export interface LockWait {
  /** How long to wait for another varve process, in milliseconds. */
  readonly waitMs: number;
  /** Called once when the lock is taken, before the wait. */
  readonly onWait?: () => void;
}

/** Runs `work` with the `worker` lock held. Throws VarveError `busy` when another process keeps it. */
export function withWorkerLock<T>(engine: Engine, wait: LockWait, work: () => T): T {
  requireWritable(engine.store);
  const path = engine.store.paths.workerLock;
  let lock = takeLock(path, 0);
  if (lock === undefined) {
    wait.onWait?.();
    lock = takeLock(path, wait.waitMs);
  }
  if (lock === undefined) {
    throw new VarveError("busy", "another varve process is at work on this store", "wait for it to end and run the command again; nothing is lost meanwhile");
  }
  try {
    return work();
  } finally {
    lock.release();
  }
}
