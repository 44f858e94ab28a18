/** Owns the list of hosts that varve knows how to set up. */
import { claudeCodeHost } from "./claude-code/claude-code-host.ts";
import { codexHost } from "./codex/codex-host.ts";
import type { Host } from "./host.ts";

export const HOSTS: readonly Host[] = [claudeCodeHost, codexHost];
