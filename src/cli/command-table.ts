/** Owns the table of all commands: help, docs, completion and parsing follow it. */
import type { CommandSpec } from "./frame/command-spec.ts";
import { findSpecs } from "./specs/find-specs.ts";
import { keepSpecs } from "./specs/keep-specs.ts";
import { lookSpecs } from "./specs/look-specs.ts";
import { mcpSpec } from "./specs/mcp-spec.ts";
import { removeSpecs } from "./specs/remove-specs.ts";
import { setupSpecs } from "./specs/setup-specs.ts";
import { skillSpec } from "./specs/skill-spec.ts";
import { storeSpecs } from "./specs/store-specs.ts";

export const COMMANDS: readonly CommandSpec[] = [
  ...keepSpecs,
  ...findSpecs,
  ...lookSpecs,
  ...removeSpecs,
  ...storeSpecs,
  ...setupSpecs,
  mcpSpec,
  skillSpec,
];
