/** Owns the command that agents start to reach the archive by themselves. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { DONE_CODES } from "./shared-flags.ts";

export const mcpSpec: CommandSpec = {
  name: "mcp",
  summary: "Serve the archive to an agent over MCP, on stdin and stdout.",
  description:
    "An agent's host starts it and ends it; nothing else has to run. The tools and their parameters are in docs/mcp.md, how to add it to each agent in docs/hosts.md. `varve-mcp` is the same, a few milliseconds sooner.",
  args: [],
  flags: [],
  examples: [
    { command: "claude mcp add --scope user varve -- varve mcp", what: "add it to Claude Code" },
    { command: "codex mcp add varve -- varve mcp", what: "add it to Codex" },
  ],
  exitCodes: DONE_CODES,
  load: () => import("../commands/mcp.ts"),
};
