/** Owns the step from a command line to an open engine. */
import type { Config } from "../config/load-config.ts";
import type { Engine } from "../engine/engine.ts";
import {
  loadCallerConfig,
  openConfiguredEngine,
  type Caller,
  type OpenEngineOptions,
} from "../engine/open-configured.ts";
import type { CommandContext } from "./frame/command-spec.ts";

/** Settings of this run. `lenient` (nobody is there to read an error) goes on with defaults where the file is wrong. */
export function loadSettings(
  context: CommandContext,
  mode: "strict" | "lenient" = "strict",
): Config {
  return loadCallerConfig(callerOf(context), mode);
}

/** Runs `work` with an open engine and closes it, whatever happens. */
export async function withEngine<T>(
  context: CommandContext,
  options: OpenEngineOptions,
  work: (engine: Engine) => T | Promise<T>,
): Promise<T> {
  const { engine } = openConfiguredEngine(callerOf(context), options);
  for (const problem of engine.redactor.problems)
    context.output.talk(`${problem.message} ${problem.fix}`);
  try {
    return await work(engine);
  } finally {
    engine.close();
  }
}

function callerOf({ environment, cwd, globals }: CommandContext): Caller {
  return { environment, cwd, home: globals.home };
}
