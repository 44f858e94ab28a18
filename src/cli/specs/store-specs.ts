/** Owns the commands about the store itself. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { DONE_CODES, FINDING_CODES, FOUND_CODES } from "./shared-flags.ts";

export const storeSpecs: readonly CommandSpec[] = [
  {
    name: "status",
    summary: "Say whether capture works and how much is kept.",
    description:
      "Last sync, waiting hook events, hook errors, hooks installed, days until the host deletes transcripts, counts and sizes. Quick: for proof read `varve audit`.",
    args: [],
    flags: [],
    examples: [{ command: "varve status", what: "a look" }],
    exitCodes: FINDING_CODES,
    load: () => import("../commands/status.ts"),
  },
  {
    name: "audit",
    summary: "Prove that every byte is accounted for.",
    description:
      "Follows the chain source bytes, archive, lines, turns, index rows, and reports every difference: hashes, gaps, duplicates, orphans, foreign rows, growth, permissions. --repair shows a plan, asks, and mends from the archive; it never deletes archived bytes.",
    args: [],
    flags: [
      { name: "repair", description: "Mend what was found." },
      { name: "dry-run", description: "With --repair: only show the plan." },
      { name: "yes", short: "y", description: "Do not ask." },
    ],
    examples: [
      { command: "varve audit", what: "check" },
      { command: "varve audit --repair", what: "check and mend" },
    ],
    exitCodes: FINDING_CODES,
    load: () => import("../commands/audit.ts"),
  },
  {
    name: "rebuild",
    summary: "Make the index again from the archive.",
    description:
      "Builds beside the index in use, which answers meanwhile, and switches at the end. Needs no source file.",
    args: [],
    flags: [],
    examples: [{ command: "varve rebuild", what: "after damage, or to save space" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/rebuild.ts"),
  },
  {
    name: "project list",
    summary: "List the projects that were seen.",
    description:
      "A project is a repository with all its worktrees, or a folder; two of one name are kept apart by their slugs.",
    args: [],
    flags: [],
    examples: [{ command: "varve project list", what: "all of them" }],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/project-list.ts"),
  },
  {
    name: "project alias",
    summary: "Make two projects one.",
    description: "For a repository that moved, or was cloned twice. Asks first.",
    args: [
      {
        name: "from",
        required: true,
        variadic: false,
        description: "Slug, name or folder that becomes part of the other.",
      },
      {
        name: "to",
        required: true,
        variadic: false,
        description: "Slug, name or folder that stays.",
      },
    ],
    flags: [{ name: "yes", short: "y", description: "Do not ask." }],
    examples: [{ command: "varve project alias harbor-0a1b2c harbor-3d4e5f", what: "join them" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/project-alias.ts"),
  },
  {
    name: "config list",
    summary: "Show every setting, its value and where it comes from.",
    description:
      "A flag wins over a variable, that over config.toml, that over the default. docs/settings.md explains each.",
    args: [],
    flags: [],
    examples: [{ command: "varve config list", what: "all of them" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/config-list.ts"),
  },
  {
    name: "config get",
    summary: "Show one setting.",
    description: "Prints the value alone.",
    args: [{ name: "key", required: true, variadic: false, description: "Such as search.limit." }],
    flags: [],
    examples: [{ command: "varve config get search.limit", what: "one value" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/config-get.ts"),
  },
  {
    name: "config set",
    summary: "Change a setting in config.toml.",
    description:
      "Other lines and comments stay as they are. A value that looks like a secret is refused.",
    args: [
      { name: "key", required: true, variadic: false, description: "Such as search.limit." },
      {
        name: "value",
        required: true,
        variadic: false,
        description: "As it would stand in config.toml; quotes may be left out.",
        freeText: true,
      },
    ],
    flags: [],
    examples: [{ command: "varve config set search.limit 20", what: "more hits" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/config-set.ts"),
  },
];
