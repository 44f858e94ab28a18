/** Owns the MCP server as a program: stdin, stdout and environment handed to it. */
import { isAbsolute } from "node:path";

import { readEnvironment } from "../config/environment.ts";
import { VarveError } from "../core/errors.ts";
import type { Caller } from "../engine/open-configured.ts";
import type { Answers } from "./answers.ts";
import { createLineTransport } from "./line-transport.ts";
import { protectStdout } from "./protect-stdout.ts";
import { serve } from "./serve.ts";
import { watchLife } from "./server-life.ts";
import { spareMemory } from "./spare-memory.ts";

/** package.json's, put in by the build. */
declare const varveVersion: string;

export interface McpOptions {
  /** `--home`: goes before VARVE_HOME. */
  readonly home: string | undefined;
  /** The compiled code is worth keeping now; undefined where nothing is kept. */
  readonly keepCompiled?: () => void;
}

/** Hosts start their servers together with themselves: not now. */
const KEEP_AFTER_MS = 1_500;

/** Serves until its input ends or its parent is gone; then the process exits. */
export async function main({ home, keepCompiled }: McpOptions): Promise<void> {
  const output = protectStdout();
  const environment = readEnvironment();
  const caller: Caller = {
    environment,
    cwd: workingFolder() ?? environment.homeFolder ?? "/",
    home: checkHome(home),
  };
  const transport = createLineTransport(process.stdin, output);
  let answers: Answers | undefined;
  let keeping: NodeJS.Timeout | undefined;
  watchLife({ output, pending: () => transport.pending(), close: () => answers?.close() });
  await serve({
    version: varveVersion,
    transport,
    async answer(call) {
      if (answers === undefined) {
        // V8 takes no compiled code that was made under other flags.
        clearTimeout(keeping);
        spareMemory();
        // A bundle of its own: a host that starts and lists the tools does not wait for the engine.
        answers = (await import("./answers.ts")).openAnswers(caller);
      }
      return answers.answer(call);
    },
    onListed() {
      if (keepCompiled === undefined || answers !== undefined) return;
      clearTimeout(keeping);
      keeping = setTimeout(keepCompiled, KEEP_AFTER_MS).unref();
    },
  });
}

/** Undefined where the folder was removed under a running host. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function checkHome(home: string | undefined): string | undefined {
  if (home === undefined || isAbsolute(home)) return home;
  throw new VarveError(
    "usage",
    `--home ${JSON.stringify(home)} is no absolute path`,
    "write the whole path",
  );
}
