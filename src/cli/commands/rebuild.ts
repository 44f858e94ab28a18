/** Owns `varve rebuild`. */
import { rebuildIndex } from "../../engine/fill-index.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { createByteProgress } from "../byte-progress.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderCount } from "../../core/render-units.ts";

const WAIT_MS = 600_000;

export async function run(context: CommandContext): Promise<number> {
  const progress = await createByteProgress(context, "indexing, MB");
  const started = performance.now();
  try {
    return await withEngine(context, { create: false }, (engine) => {
      const result = withWorkerLock(engine, { waitMs: WAIT_MS }, () =>
        rebuildIndex(engine, progress),
      );
      progress.stop();
      const durationMs = Math.round(performance.now() - started);
      context.output.json({ ...result, durationMs });
      context.output.data(
        `indexed ${renderCount(result.turns, "turn")} of ${renderCount(result.entries, "file")} into generation ${result.generation} in ${(durationMs / 1000).toFixed(1)} s`,
      );
      return 0;
    });
  } finally {
    progress.stop();
  }
}
