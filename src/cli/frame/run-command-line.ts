/** Owns one run of the command line from argv to exit code: parse, help, load the command, say what went wrong. */
import type { Environment } from "../../config/environment.ts";
import { VarveError } from "../../core/errors.ts";
import { createOutput, type Output, type OutputStream } from "../output.ts";
import type { CommandSpec, GlobalFlags } from "./command-spec.ts";
import { commandsOf } from "./find-command.ts";
import { hideTypedSecrets } from "./hide-typed-secrets.ts";
import { parseArguments, type ParsedCommandLine } from "./parse-arguments.ts";
import { renderError } from "./render-error.ts";
import { renderHelp, renderOverview } from "./render-help.ts";
import { renderUsage } from "./render-usage.ts";

export interface CommandLine {
  readonly specs: readonly CommandSpec[];
  /** Without node and script. */
  readonly argv: readonly string[];
  readonly version: string;
  readonly environment: Environment;
  readonly cwd: string;
  readonly stdout: OutputStream & { readonly isTTY?: boolean };
  readonly stderr: OutputStream & { readonly isTTY?: boolean };
  /** Hides secrets that an error's words may hold; every error passes it. */
  readonly redact: (text: string) => string;
}

/** Exit code: what the command returned, 0 for help and version, 2 for an error. Never throws; output is drained. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  let globals: GlobalFlags = {
    json: line.argv.includes("--json"),
    quiet: false,
    debug: line.argv.includes("--debug"),
    noColor: false,
    home: undefined,
  };
  let output = openOutput(line, globals);
  try {
    const parsed = parseArguments(line.specs, line.argv);
    globals = parsed.globals;
    output = openOutput(line, globals);
    return await runParsed(line, parsed, output);
  } catch (error) {
    const rendered = renderError(error, globals.debug);
    const hideTyped = hideTypedSecrets(line.argv);
    const redact = (text: string): string => hideTyped(line.redact(text));
    if (globals.json) output.json(redactJson(rendered.json, redact));
    output.error(redact(rendered.text));
    return rendered.exitCode;
  } finally {
    await output.drain();
  }
}

async function runParsed(
  line: CommandLine,
  parsed: ParsedCommandLine,
  output: Output,
): Promise<number> {
  switch (parsed.kind) {
    case "version":
      output.data(line.version);
      output.json({ version: line.version });
      return 0;
    case "help": {
      const commands = commandsOf(line.specs, parsed.topic);
      const [first] = commands;
      // Help is for a person, also beside --json.
      const text =
        commands.length === 1 && first !== undefined ? renderHelp(first) : renderOverview(commands);
      openOutput(line, { ...parsed.globals, json: false }).data(text);
      return 0;
    }
    case "run": {
      const command = await parsed.spec.load();
      const { args, flags, globals } = parsed;
      const { environment, cwd } = line;
      try {
        return await command.run({
          specs: line.specs,
          args,
          flags,
          globals,
          output,
          environment,
          cwd,
        });
      } catch (error) {
        throw withUsage(error, parsed.spec);
      }
    }
  }
}

/** Values that only the command can judge are answered with its usage as well, as the parser does. */
function withUsage(error: unknown, spec: CommandSpec): unknown {
  if (!(error instanceof VarveError) || error.code !== "usage" || error.fix.includes("usage: "))
    return error;
  return new VarveError("usage", error.message, `${error.fix}\nusage: ${renderUsage(spec)}`, error);
}

function openOutput(line: CommandLine, globals: GlobalFlags): Output {
  const wantsColor = !globals.noColor && !line.environment.noColor;
  return createOutput({
    stdout: line.stdout,
    stderr: line.stderr,
    json: globals.json,
    color: wantsColor && line.stdout.isTTY === true,
    isTerminal: line.stderr.isTTY === true && !globals.quiet,
    quiet: globals.quiet,
  });
}

function redactJson(
  value: { readonly error: Readonly<Record<string, string>> },
  redact: (text: string) => string,
): unknown {
  return {
    error: Object.fromEntries(
      Object.entries(value.error).map(([key, text]) => [key, redact(text)]),
    ),
  };
}
