/** Owns the environment as a program sees it before anything else: two names, read without the settings table and its cost. */
import { homedir } from "node:os";
import { join } from "node:path";

export interface HookEnvironment {
  /** True in an agent run that varve itself started: its hooks must do nothing. */
  readonly child: boolean;
  /** VARVE_HOME, else `~/.varve`. */
  readonly home: string;
  /** What a worker for the store at `home` inherits: everything, marked as ours. */
  forWorker(home: string): Readonly<Record<string, string | undefined>>;
}

export function readHookEnvironment(): HookEnvironment {
  const env = process.env;
  return {
    child: env.VARVE_CHILD === "1",
    home: env.VARVE_HOME || join(homedir(), ".varve"),
    forWorker: (home) => ({ ...env, VARVE_HOME: home, VARVE_CHILD: "1" }),
  };
}
