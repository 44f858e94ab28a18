/** Owns the library's status. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { VarveError } from "../../core/errors.ts";
import { loadCallerConfig, type Caller } from "../../engine/open-configured.ts";
import { checkCapture, type CaptureTarget } from "../../engine/setup-capture.ts";
import { readStatus, type StatusResult } from "../../engine/status.ts";
import { withOwnEngine, type LibraryContext } from "../library-context.ts";

export function callStatus(context: LibraryContext): Promise<StatusResult> {
  // A bad config.toml is what status has to say, not what stops it.
  const settings = loadCallerConfig(context.caller, "lenient").problems.map(({ message, fix }) => ({
    id: "settings",
    state: "failure" as const,
    detail: message,
    fix,
  }));
  const capture = checkCapture(captureTarget(context.caller));
  return withOwnEngine(context, { create: true, mode: "lenient" }, (engine) =>
    readStatus(engine, [...settings, ...capture]),
  );
}

/** Throws VarveError `no-home` when no home folder is known: the agents' settings cannot be found then. */
function captureTarget(caller: Caller): CaptureTarget {
  const { homeFolder, claudeConfigDir, codexHome } = caller.environment;
  if (homeFolder === undefined)
    throw new VarveError(
      "no-home",
      "HOME is not set, so the agents' settings cannot be found",
      "set HOME",
    );
  return {
    varveHome: loadCallerConfig(caller, "lenient").settings.home,
    userHome: homeFolder,
    claudeConfigDir,
    codexHome,
    nodePath: process.execPath,
    // The bundle lies in dist/, one below the package.
    packageFolder: dirname(dirname(fileURLToPath(import.meta.url))),
  };
}
