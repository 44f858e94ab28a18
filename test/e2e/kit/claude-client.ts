/** Owns running Claude Code in a sandbox, in print mode. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { runScripted, type AgentClient } from "./agent-client.ts";
import type { PinnedClient } from "./pinned-clients.ts";
import type { Sandbox } from "./sandbox.ts";

/** `program` is the path of the installed client. */
export function claudeClient(pin: PinnedClient, program: string): AgentClient {
  return {
    pin,
    program,
    prepare(sandbox) {
      mkdirSync(join(sandbox.home, ".claude"));
    },
    transcriptFolder: (sandbox) => join(sandbox.home, ".claude", "projects"),
    async run(sandbox, request) {
      const servers = Object.entries(request.mcpServers ?? {});
      const mcpServers = Object.fromEntries(
        servers.map(([name, [command, ...args]]) => [name, { command, args }]),
      );
      const allowed = ["Bash", ...servers.map(([name]) => `mcp__${name}`)];
      const run = await runScripted(sandbox, request.script, () =>
        sandbox.run({
          command: program,
          args: [
            "--print",
            request.prompt,
            "--output-format=json",
            `--allowedTools=${allowed.join(",")}`,
            "--strict-mcp-config",
            `--mcp-config=${JSON.stringify({ mcpServers })}`,
            ...(request.resume === undefined ? [] : ["--resume", request.resume]),
          ],
          env: environment(sandbox),
        }),
      );
      const result = JSON.parse(run.stdout) as { session_id: string; result: string };
      return { sessionId: result.session_id, answer: result.result };
    },
  };
}

function environment(sandbox: Sandbox): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: sandbox.modelUrl,
    ANTHROPIC_API_KEY: "test-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}
