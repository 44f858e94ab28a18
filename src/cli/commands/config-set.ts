/** Owns `varve config set`. */
import { setSetting } from "../../config/change-settings.ts";
import { findSecrets } from "../../core/redaction/find-secrets.ts";
import { argumentText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: true }, (engine) => {
    const text = argumentText(context, "value");
    const done = setSetting(
      {
        file: engine.store.paths.config,
        homeFolder: context.environment.homeFolder,
        looksSecret: (value) => findSecrets(value).length > 0,
      },
      argumentText(context, "key"),
      text,
    );
    context.output.json({ key: done.key, value: text, path: done.file });
    context.output.data(`${done.key} ${done.outcome} in ${done.file}`);
    return 0;
  });
}
