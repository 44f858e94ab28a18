/** Owns `varve project alias`. */
import { askYes } from "../ask.ts";
import { argumentText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";

export function run(context: CommandContext): Promise<number> {
  const from = argumentText(context, "from");
  const to = argumentText(context, "to");
  return withEngine(context, { create: false }, async (engine) => {
    if (!(await askYes(context, `Make ${from} part of ${to}?`))) return 1;
    engine.projects.alias(from, to);
    context.output.json({ from, to, done: true });
    context.output.data(`${from} is now part of ${to}`);
    return 0;
  });
}
