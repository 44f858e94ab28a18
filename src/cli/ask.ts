/** Owns asking a person for a yes before bytes are destroyed or a host's file is changed. */
import { createInterface } from "node:readline/promises";

import { VarveError } from "../core/errors.ts";
import type { CommandContext } from "./frame/command-spec.ts";
import { hasFlag } from "./flag-values.ts";

/**
 * True after `--yes` or a typed yes. Throws VarveError `refused` where nobody can be asked, so that a script never
 * hangs and never destroys by accident.
 */
export async function askYes(context: CommandContext, question: string): Promise<boolean> {
  if (hasFlag(context, "yes")) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY || context.output.isJson) {
    throw new VarveError(
      "refused",
      "this needs a yes, and there is no terminal to ask at",
      "run it again with --yes",
    );
  }
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return /^(?:y|yes|예|네|はい|是)$/i.test(answer.trim());
  } catch (error) {
    // Ctrl-C and Ctrl-D are a no.
    if (error instanceof Error && error.name === "AbortError") {
      context.output.talk("\nnothing was changed");
      return false;
    }
    throw error;
  } finally {
    reader.close();
  }
}
