/** Owns `varve redact --test`. */
import { resolve } from "node:path";

import { VarveError } from "../../core/errors.ts";
import { redactFile } from "../../engine/redact-file.ts";
import { flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderCount } from "../../core/render-units.ts";

export function run(context: CommandContext): Promise<number> {
  const path = flagText(context, "test");
  if (path === undefined)
    throw new VarveError("usage", "redact needs a file to try", "varve redact --test FILE");
  return withEngine(context, { create: true }, (engine) => {
    const { secrets, counts, text } = redactFile(engine, resolve(context.cwd, path));
    context.output.json({ secrets, counts });
    if (hasFlag(context, "print")) context.output.data(text);
    else
      for (const secret of secrets)
        context.output.data(
          `${path}:${secret.line}:${secret.column}  ${secret.kind}, ${renderCount(secret.length, "character")}`,
        );
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    context.output.talk(`${renderCount(total, "secret")} would be hidden`);
    return total === 0 ? 0 : 1;
  });
}
