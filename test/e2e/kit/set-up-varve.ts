/** Owns varve in a sandbox as a person installs it: set-up, and Codex's hooks trusted. */
import { join } from "node:path";

import { runVarve } from "../../support/run-varve.ts";
import { repositoryRoot } from "../../support/temp-home.ts";
import type { AgentClient } from "./agent-client.ts";
import type { Sandbox } from "./sandbox.ts";
import type { ToolCall } from "./script.ts";
import { trustCodexHooks } from "./trust-codex-hooks.ts";

/** Prepares the clients, then puts varve's hooks into each. */
export async function setUpVarve(sandbox: Sandbox, clients: readonly AgentClient[]): Promise<void> {
  for (const client of clients) client.prepare(sandbox);
  const setup = runVarve(["setup", "--yes"], { home: sandbox.home });
  if (setup.code !== 0) throw new Error(`varve setup: ${setup.stderr}`);
  const codex = clients.find((client) => client.pin.agent === "codex");
  if (codex !== undefined) await trustCodexHooks(sandbox, codex.program);
}

export function storeFolder(sandbox: Sandbox): string {
  return join(sandbox.home, ".varve");
}

/** The command line of varve's MCP server over the sandbox's store. */
export function mcpCommand(sandbox: Sandbox): readonly [string, ...string[]] {
  const server = join(repositoryRoot, "dist", "varve-mcp.cjs");
  return [process.execPath, server, "--home", storeFolder(sandbox)];
}

/** A call of one of its tools, under the name that the tests give the server. */
export function callVarve(tool: string, input: Readonly<Record<string, unknown>>): ToolCall {
  return { kind: "mcp", server: "varve", tool, input };
}
