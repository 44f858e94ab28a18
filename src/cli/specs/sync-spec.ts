/** Owns the command that hooks start; apart from the others, for a program that knows nothing else. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { EXCLUDE_YES, TAKEN_CODES } from "./shared-flags.ts";

export const syncSpec: CommandSpec = {
  name: "sync",
  summary: "Take in what changed since the last time.",
  description:
    "As import, for scripts and hooks: says nothing unless something is wrong. With --from-hook it takes in what hooks pointed to, alone on the store, and leaves at once when another sync is at work.",
  args: [],
  flags: [{ name: "from-hook", description: "Work off what hooks noted." }, EXCLUDE_YES],
  examples: [{ command: "varve sync", what: "catch up" }],
  exitCodes: TAKEN_CODES,
  load: () => import("../commands/sync.ts"),
};
