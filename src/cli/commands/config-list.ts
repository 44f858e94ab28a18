/** Owns `varve config list`. */
import { listSettings } from "../../config/change-settings.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { loadSettings } from "../open-engine.ts";

export function run(context: CommandContext): Promise<number> {
  const settings = listSettings(loadSettings(context)).map((setting) => ({
    key: setting.key,
    value: setting.value ?? null,
    origin: setting.origin,
    default: setting.defaultText,
    env: setting.env,
  }));
  context.output.json({ settings });
  for (const setting of settings) {
    context.output.data([
      { text: setting.key, style: "bold" },
      ` = ${JSON.stringify(setting.value)}  (${setting.origin})`,
    ]);
  }
  return Promise.resolve(0);
}
