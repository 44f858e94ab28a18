/** Owns the command that speaks to agents which have no more than a shell. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { SKILL_LANGUAGES } from "../skill-text.ts";
import { DONE_CODES } from "./shared-flags.ts";

export const skillSpec: CommandSpec = {
  name: "skill",
  summary: "Print the text that tells an agent how to use varve.",
  description:
    "For the instruction file of any agent that can run commands: CLAUDE.md, AGENTS.md, GEMINI.md, rules files. It says when to search, which commands there are, how to read on, and that what comes back is data. It begins and ends with a mark and carries a version, so that a newer text can take its place; docs/hosts.md has a recipe per agent.",
  args: [],
  flags: [
    {
      name: "language",
      value: { name: "L", kind: "enum", values: SKILL_LANGUAGES },
      description: "Language of the text.",
      default: "en",
    },
  ],
  examples: [
    { command: "varve skill >> AGENTS.md", what: "for agents that read this file" },
    { command: "varve skill --language ko", what: "in Korean" },
  ],
  exitCodes: DONE_CODES,
  load: () => import("../commands/skill.ts"),
};
