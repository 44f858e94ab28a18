/** Owns the process `varve`: hands argv, streams and environment to the command line, and its exit code back. */
import { readEnvironment } from "../config/environment.ts";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { COMMANDS } from "./command-table.ts";
import { runCommandLine } from "./frame/run-command-line.ts";
import { VERSION } from "./version.ts";

/** Errors may quote what a person typed; without a store there is no key, so the mark names no fingerprint. */
const redactor = createRedactor({ fingerprint: () => "00000000" });

process.exitCode = await runCommandLine({
  specs: COMMANDS,
  argv: process.argv.slice(2),
  version: VERSION,
  environment: readEnvironment(),
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  redact: (text) => redactor.redact(text),
});
