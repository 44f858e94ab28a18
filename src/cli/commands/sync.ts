/** Owns `varve sync`: the quiet import, and the worker that hooks start. */
import { mustHoldCapture } from "../../config/config-problem.ts";
import { VarveError } from "../../core/errors.ts";
import { describeSync } from "../../engine/describe-sync.ts";
import { writeHeartbeat } from "../../engine/heartbeat.ts";
import { runWorker } from "../../engine/run-worker.ts";
import { listWarnings } from "../../engine/sync-report.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { agreeToExclude } from "../agree-to-exclude.ts";
import { hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { loadSettings, withEngine } from "../open-engine.ts";

const WAIT_MS = 60_000;

export async function run(context: CommandContext): Promise<number> {
  const started = performance.now();
  const fromHook = hasFlag(context, "from-hook");
  // A typo in config.toml must not stop capture; one in a setting that keeps things out of the archive must.
  if (fromHook && mustHoldCapture(loadSettings(context, "lenient").problems)) {
    throw new VarveError(
      "bad-config",
      "a setting that guards privacy cannot be read, so nothing is captured",
      "run varve config list and mend what it names",
    );
  }
  const mode = fromHook ? "lenient" : "strict";
  return withEngine(context, { create: true, mode }, async (engine) => {
    const purgesByRule = !fromHook && (await agreeToExclude(context, engine));
    const report = fromHook
      ? runWorker(engine).report
      : withWorkerLock(engine, { waitMs: WAIT_MS }, () => {
          const done = syncSources(engine, { purgesByRule });
          writeHeartbeat(engine, done);
          return done;
        });
    context.output.json(describeSync(report, performance.now() - started));
    for (const warning of listWarnings(report))
      context.output.talk(`${warning.path}: ${warning.message}`);
    return report.failedFiles === 0 ? 0 : 1;
  });
}
