/** Owns `varve completion`. */
import { VarveError } from "../../core/errors.ts";
import { argumentText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { renderCompletion, type Shell } from "../frame/render-completion.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

export function run(context: CommandContext): Promise<number> {
  const name = argumentText(context, "shell");
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined)
    throw new VarveError(
      "usage",
      `no completion for ${JSON.stringify(name.slice(0, 20))}`,
      "bash, zsh or fish",
    );
  const text = renderCompletion(context.specs, shell);
  context.output.json({ shell, text });
  context.output.data(text);
  return Promise.resolve(0);
}
