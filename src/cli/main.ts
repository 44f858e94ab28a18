/** Owns the command line as a program: argv, streams and environment handed to it, its exit code handed back. */
import { readEnvironment } from "../config/environment.ts";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { COMMANDS } from "./command-table.ts";
import { runCommandLine } from "./frame/run-command-line.ts";
import { standardStream } from "./standard-stream.ts";
import { VERSION } from "./version.ts";

/** Runs `varve` with the arguments of this process. Resolves to the exit code once all output is written. */
export function main(): Promise<number> {
  return runCommandLine({
    specs: COMMANDS,
    argv: process.argv.slice(2),
    version: VERSION,
    environment: readEnvironment(),
    cwd: process.cwd(),
    stdout: standardStream(1),
    stderr: standardStream(2),
    // Only an error is redacted here; without a store there is no key, so the mark names no fingerprint.
    redact: (text) => createRedactor({ fingerprint: () => "00000000" }).redact(text),
  });
}
