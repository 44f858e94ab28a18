/** Owns that one process at a time works on the store: syncs, rebuilds, forgetting, pruning, backups. */
import { VarveError } from "../core/errors.ts";
import { takeLock } from "../platform/lock.ts";
import { requireWritable } from "./store.ts";
import type { Engine } from "./engine.ts";
import { finishInterrupted } from "./finish-interrupted.ts";
import { takeInSpool } from "./run-worker.ts";

export interface LockWait {
  /** How long to wait for another varve process, in milliseconds. */
  readonly waitMs: number;
  /** Called once when the lock is taken, before the wait. */
  readonly onWait?: () => void;
}

/**
 * Runs `work` with the `worker` lock held, after what a killed run left to finish. A worker that a hook started
 * meanwhile found the lock taken and left, so what hooks noted is taken in before this returns.
 * Throws VarveError `busy` when another process keeps the lock.
 */
export function withWorkerLock<T>(engine: Engine, wait: LockWait, work: () => T): T {
  requireWritable(engine.store);
  const path = engine.store.paths.workerLock;
  let lock = takeLock(path, 0);
  if (lock === undefined) {
    wait.onWait?.();
    lock = takeLock(path, wait.waitMs);
  }
  if (lock === undefined) {
    throw new VarveError(
      "busy",
      "another varve process is at work on this store",
      "wait for it to end and run the command again; nothing is lost meanwhile",
    );
  }
  let result: T;
  try {
    finishInterrupted(engine);
    result = work();
  } finally {
    lock.release();
  }
  takeInSpool(engine);
  return result;
}
