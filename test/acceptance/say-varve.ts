/** Owns running the whole command line in this process (table, parser, command, error), for tests of many small calls. */
import { COMMANDS } from "../../src/cli/command-table.ts";
import { runCommandLine } from "../../src/cli/frame/run-command-line.ts";
import { environmentFrom } from "../../src/config/environment.ts";
import { temporaryFolder } from "../support/temp-home.ts";

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `varve <argv>` with `home` as HOME (none when empty), the current folder and nothing inherited. */
export async function say(
  argv: readonly string[],
  home = temporaryFolder(),
  variables: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const out = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof out) => ({
    write(text: string, done?: (error?: Error | null) => void) {
      out[name] += text;
      done?.();
      return true;
    },
    on: () => undefined,
  });
  const code = await runCommandLine({
    specs: COMMANDS,
    argv,
    version: "0.0.0",
    environment: environmentFrom({ HOME: home, PATH: "", TZ: "UTC", ...variables }),
    cwd: home,
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    redact: (text) => text,
  });
  return { code, ...out };
}
