/** Owns `varve import`. */
import { resolve } from "node:path";

import { describeSync } from "../../engine/describe-sync.ts";
import { discoverPath } from "../../engine/discover-path.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { writeHeartbeat } from "../../engine/heartbeat.ts";
import { agreeToExclude } from "../agree-to-exclude.ts";
import { createByteProgress } from "../byte-progress.ts";
import { SOURCES } from "../choices.ts";
import { flagChoice, flagText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderSync } from "../render-sync.ts";

/** An import of years may be running in another terminal. */
const WAIT_MS = 600_000;

export async function run(context: CommandContext): Promise<number> {
  const path = flagText(context, "path");
  const source = flagChoice(context, "source", SOURCES);
  const progress = await createByteProgress(context, "importing, MB");
  const started = performance.now();
  try {
    return await withEngine(context, { create: true }, async (engine) => {
      const purgesByRule = await agreeToExclude(context, engine);
      const onWait = (): void =>
        context.output.talk("another varve process is at work; waiting for it");
      const report = withWorkerLock(engine, { waitMs: WAIT_MS, onWait }, () => {
        const files =
          path === undefined ? undefined : discoverPath(resolve(context.cwd, path), source);
        const done = syncSources(engine, {
          progress,
          purgesByRule,
          ...(source === undefined || path !== undefined ? {} : { source }),
          ...(files === undefined ? {} : { files }),
        });
        writeHeartbeat(engine, done);
        return done;
      });
      progress.stop();
      const durationMs = performance.now() - started;
      context.output.json(describeSync(report, durationMs));
      context.output.data(renderSync(report, durationMs));
      if (report.files === 0 && path === undefined)
        context.output.talk(
          `no session of any agent was found; looked in ${engine.options.roots.map((root) => root.path).join(", ")}`,
        );
      return report.failedFiles === 0 ? 0 : 1;
    });
  } finally {
    progress.stop();
  }
}
