/** Owns answering from one state of the index: a rebuild that ends in the middle of an answer gives rows other numbers. */
import type { Engine } from "./engine.ts";

/** Runs `work`, for which the index in use stays the same; the next answer follows a new one. */
export function holdIndex<T>(engine: Engine, work: () => T): T {
  const release = engine.index("read")?.hold();
  try {
    return work();
  } finally {
    release?.();
  }
}

/** The same until the promise of `work` has settled. */
export async function holdIndexWhile<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const release = engine.index("read")?.hold();
  try {
    return await work();
  } finally {
    release?.();
  }
}
