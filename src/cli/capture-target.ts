/** Owns where set-up finds the agents, the store and this package. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { VarveError } from "../core/errors.ts";
import type { CaptureTarget } from "../engine/setup-capture.ts";
import type { CommandContext } from "./frame/command-spec.ts";
import { loadSettings } from "./open-engine.ts";

/** Throws VarveError `no-home` when no home folder is known: the agents' settings cannot be found then. */
export function captureTarget(context: CommandContext): CaptureTarget {
  const { settings } = loadSettings(context, "lenient");
  const userHome = context.environment.homeFolder;
  if (userHome === undefined)
    throw new VarveError(
      "no-home",
      "HOME is not set, so the agents' settings cannot be found",
      "set HOME",
    );
  return {
    varveHome: settings.home,
    userHome,
    claudeConfigDir: context.environment.claudeConfigDir,
    codexHome: context.environment.codexHome,
    nodePath: process.execPath,
    // The bundle lies in dist/, one below the package.
    packageFolder: dirname(dirname(fileURLToPath(import.meta.url))),
  };
}
