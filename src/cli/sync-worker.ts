/**
 * Owns the process that a hook starts after each turn: the same command line with `sync` as its only command, as a
 * program of its own, because a start scans the whole file and this one happens once a turn.
 */
import { readEnvironment } from "../config/environment.ts";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { runCommandLine } from "./frame/run-command-line.ts";
import { syncSpec } from "./specs/sync-spec.ts";
import { standardStream } from "./standard-stream.ts";
import { VERSION } from "./version.ts";

void runCommandLine({
  specs: [syncSpec],
  argv: process.argv.slice(2),
  version: VERSION,
  environment: readEnvironment(),
  cwd: process.cwd(),
  stdout: standardStream(1),
  stderr: standardStream(2),
  // Only an error is redacted here; without a store there is no key, so the mark names no fingerprint.
  redact: (text) => createRedactor({ fingerprint: () => "00000000" }).redact(text),
}).then((code) => {
  process.exitCode = code;
});
