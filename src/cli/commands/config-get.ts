/** Owns `varve config get`. */
import { getSetting } from "../../config/change-settings.ts";
import { argumentText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { loadSettings } from "../open-engine.ts";

export function run(context: CommandContext): Promise<number> {
  const setting = getSetting(loadSettings(context), argumentText(context, "key"));
  const value = setting.value ?? null;
  context.output.json({ key: setting.key, value, origin: setting.origin });
  context.output.data(typeof value === "string" ? value : JSON.stringify(value));
  return Promise.resolve(0);
}
