/** Owns where the compiled code of a command lies, known before settings are read. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";

import { readHookEnvironment } from "./hook-env.ts";

/** Commands that a person or an agent waits for. */
const KEPT_COMMANDS: ReadonlySet<string> = new Set([
  "search",
  "logs",
  "timeline",
  "read",
  "trace",
  "overview",
  "sessions",
  "status",
  "mcp",
]);

export interface CompiledCodeKey {
  /** Of the command line. */
  readonly argv: readonly string[];
  /** Changes with every byte of the program. */
  readonly programHash: string;
}

/**
 * The file below `state/code/` of the person's own store; undefined for other commands and where there is no store yet.
 * A store that the command line names may be anybody's, and what lies there would be run: nothing is taken from it.
 */
export function findCompiledCode({ argv, programHash }: CompiledCodeKey): string | undefined {
  const command = argv.find((argument) => !argument.startsWith("-"));
  if (command === undefined || !KEPT_COMMANDS.has(command)) return undefined;
  if (argv.some((argument) => argument.startsWith("--home"))) return undefined;
  const { home } = readHookEnvironment();
  const state = join(home, "state");
  if (!isAbsolute(home) || !existsSync(state)) return undefined;
  const stamp = createHash("sha256")
    .update([programHash, process.version, process.arch, ...process.execArgv].join("\0"))
    .digest("hex")
    .slice(0, 16);
  return join(state, "code", `${command}-${stamp}.bin`);
}
