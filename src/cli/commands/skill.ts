/** Owns `varve skill`. */
import { flagChoice } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { SKILL_LANGUAGES, SKILL_VERSION, skillText } from "../skill-text.ts";

export function run(context: CommandContext): Promise<number> {
  const language = flagChoice(context, "language", SKILL_LANGUAGES) ?? "en";
  const text = skillText(language);
  context.output.json({ language, version: SKILL_VERSION, text });
  context.output.data(text);
  return Promise.resolve(0);
}
