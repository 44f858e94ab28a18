/** Owns the commands that take sessions in. */
import { SOURCES } from "../choices.ts";
import type { CommandSpec } from "../frame/command-spec.ts";
import { DONE_CODES, EXCLUDE_YES, TAKEN_CODES } from "./shared-flags.ts";
import { syncSpec } from "./sync-spec.ts";

export const keepSpecs: readonly CommandSpec[] = [
  {
    name: "import",
    summary: "Archive and index every session of every agent on this machine.",
    description:
      'Reads Claude Code (~/.claude, CLAUDE_CONFIG_DIR) and Codex (~/.codex, CODEX_HOME): sessions, helpers, off-loaded tool results and the prompt history. Bytes go into the archive first, then the turns into the index. Running it again takes in only what is new.\n\nWith --path it takes one file or folder: a transcript of either agent, or lines of {"ts", "role", "text"}.',
    args: [],
    flags: [
      {
        name: "source",
        value: { name: "S", kind: "enum", values: SOURCES },
        description: "Only this agent; with --path, what the file is.",
      },
      {
        name: "path",
        value: { name: "P", kind: "path" },
        description: "One file or folder instead of the agents' own.",
      },
      EXCLUDE_YES,
    ],
    examples: [
      { command: "varve import", what: "take in everything" },
      { command: "varve import --path ~/old-laptop/.claude", what: "take in a copied folder" },
    ],
    exitCodes: TAKEN_CODES,
    load: () => import("../commands/import.ts"),
  },
  syncSpec,
  {
    name: "backup",
    summary: "Copy everything that cannot be made again into another folder.",
    description:
      "Copies the truth files (archive, key, settings, projects) and leaves out what a rebuild makes again. --to is required. A second backup to the same folder copies only what changed.",
    args: [],
    flags: [
      {
        name: "to",
        value: { name: "DIR", kind: "path" },
        description: "Required. Folder to copy to; made when it is missing.",
      },
    ],
    examples: [{ command: "varve backup --to /mnt/disk/varve", what: "copy to another disk" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/backup.ts"),
  },
];
