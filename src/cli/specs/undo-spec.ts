/** Owns the description of `varve undo`. */
import type { CommandSpec } from "../frame/command-spec.ts";

export const undoSpec: CommandSpec = {
  name: "undo",
  summary: "Show again what was hidden.",
  description:
    "Takes back the newest hide, or the one named. Every call of `varve forget --hide`, and of an agent's memory_forget, is one hide: all that it hid comes back together; what another hide covers as well stays hidden. --list changes nothing. What --purge destroyed cannot come back.",
  args: [
    {
      name: "id",
      required: false,
      variadic: false,
      description: "Of the hide, as --list shows it; the newest one without it.",
    },
  ],
  flags: [{ name: "list", description: "List what is hidden, newest first." }],
  examples: [
    { command: "varve undo", what: "the newest hide" },
    { command: "varve undo --list", what: "what is hidden" },
  ],
  exitCodes: [
    { code: 0, when: "shown again, or listed" },
    { code: 1, when: "--list: nothing is hidden" },
    { code: 2, when: "error, also when there is nothing to undo" },
  ],
  load: () => import("../commands/undo.ts"),
};
