/** Owns waiting for the store without holding up the program: a command may sleep, a bot has other things to do. */
import { setTimeout as sleep } from "node:timers/promises";

import { VarveError } from "../core/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { withWorkerLock } from "../engine/with-worker-lock.ts";

const DEFAULT_WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** Runs `work` with the worker lock held, once it is free. Throws VarveError `busy` after `waitMs`, and what `work` throws. */
export async function whenAlone<T>(
  engine: Engine,
  waitMs: number = DEFAULT_WAIT_MS,
  work: () => T,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    let hasBegun = false;
    try {
      return withWorkerLock(engine, { waitMs: 0 }, () => {
        hasBegun = true;
        return work();
      });
    } catch (error) {
      const isTaken = error instanceof VarveError && error.code === "busy" && !hasBegun;
      if (!isTaken || performance.now() >= deadline) throw error;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}
