/** Owns the life of an open library: which calls are running, and that none begins after close. */
import { VarveError } from "../core/errors.ts";
import { explainError } from "./explain-error.ts";
import { toHarmless } from "./to-harmless.ts";

export interface RunningCalls {
  /** The answer of `call`, its texts harmless. Whatever is wrong rejects, and with a VarveError. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** No call begins from now on; resolves when the last one has ended. */
  close(): Promise<void>;
}

/** `letGo` is called once, at the first close. */
export function countCalls(letGo: () => void): RunningCalls {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function answer<T>(call: () => Promise<T>): Promise<T> {
    try {
      return toHarmless(await call());
    } catch (error) {
      throw explainError(error);
    }
  }

  return {
    async run(call) {
      if (isClosed)
        throw new VarveError("usage", "this varve is closed", "open another one with openVarve()");
      const answered = answer(call);
      running.add(answered);
      try {
        return await answered;
      } finally {
        running.delete(answered);
      }
    },
    async close() {
      if (!isClosed) {
        isClosed = true;
        letGo();
      }
      await Promise.allSettled(running);
    },
  };
}
