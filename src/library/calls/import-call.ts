/** Owns the library's import. */
import { resolve } from "node:path";

import { describeSync, type ImportAnswer } from "../../engine/describe-sync.ts";
import { discoverPath } from "../../engine/discover-path.ts";
import type { Engine } from "../../engine/engine.ts";
import { listLate } from "../../engine/exclude-session.ts";
import { writeHeartbeat } from "../../engine/heartbeat.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { checkOptions } from "../check-options.ts";
import { withOwnEngine, type LibraryContext } from "../library-context.ts";
import type { ImportOptions } from "../options.ts";
import { SOURCES } from "../sources.ts";
import { whenAlone } from "../when-alone.ts";

export function callImport(
  context: LibraryContext,
  options: ImportOptions = {},
): Promise<ImportAnswer> {
  checkOptions("import", options, { source: SOURCES, path: "text", waitMs: "count" });
  const path = options.path === undefined ? undefined : resolve(context.caller.cwd, options.path);
  return withOwnEngine(context, { create: true }, async (engine) => {
    // With the wait: what a person sees of a command.
    const started = performance.now();
    const report = await whenAlone(engine, options.waitMs, () => takeIn(engine, path, options));
    return describeSync(report, performance.now() - started);
  });
}

function takeIn(engine: Engine, path: string | undefined, { source }: ImportOptions) {
  const report = syncSources(engine, {
    // Nobody is there to say yes to taking archived sessions out.
    purgesByRule: listLate(engine).size === 0,
    ...(path === undefined
      ? source !== undefined && { source }
      : { files: discoverPath(path, source) }),
  });
  writeHeartbeat(engine, report);
  return report;
}
