/** Owns `varve backup`. */
import { resolve } from "node:path";

import { VarveError } from "../../core/errors.ts";
import { backupStore } from "../../engine/backup-store.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { createByteProgress } from "../byte-progress.ts";
import { flagText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderBytes, renderCount } from "../../core/render-units.ts";

const WAIT_MS = 600_000;

export async function run(context: CommandContext): Promise<number> {
  const to = flagText(context, "to");
  if (to === undefined)
    throw new VarveError(
      "usage",
      "backup needs a folder to copy to",
      "varve backup --to /mnt/disk/varve",
    );
  const progress = await createByteProgress(context, "copying, MB");
  try {
    return await withEngine(context, { create: false }, (engine) => {
      const result = withWorkerLock(engine, { waitMs: WAIT_MS }, () =>
        backupStore(engine, resolve(context.cwd, to), progress),
      );
      progress.stop();
      context.output.json(result);
      context.output.data(
        `copied ${renderCount(result.files, "file")} (${renderBytes(result.bytes)}) to ${result.to}; ${renderCount(result.skipped, "file")} were there already`,
      );
      return 0;
    });
  } finally {
    progress.stop();
  }
}
