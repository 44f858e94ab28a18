/** Owns running Codex in a sandbox, without its terminal. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { runScripted, type AgentClient } from "./agent-client.ts";
import type { PinnedClient } from "./pinned-clients.ts";
import type { Sandbox } from "./sandbox.ts";

/** `program` is the path of the installed client. */
export function codexClient(pin: PinnedClient, program: string): AgentClient {
  return {
    pin,
    program,
    prepare(sandbox) {
      mkdirSync(join(sandbox.home, ".codex"));
      writeFileSync(join(sandbox.home, ".codex", "config.toml"), renderConfig(sandbox));
    },
    transcriptFolder: (sandbox) => join(sandbox.home, ".codex", "sessions"),
    async run(sandbox, request) {
      const overrides = Object.entries(request.mcpServers ?? {}).flatMap(
        ([name, [command, ...args]]) => [
          // JSON strings and lists of them are TOML too.
          `--config=mcp_servers.${name}.command=${JSON.stringify(command)}`,
          `--config=mcp_servers.${name}.args=${JSON.stringify(args)}`,
        ],
      );
      const session = request.resume === undefined ? [] : ["resume", request.resume];
      const run = await runScripted(sandbox, request.script, () =>
        sandbox.run({
          command: program,
          args: ["exec", ...overrides, ...session, "--json", request.prompt],
          env: { FAKE_KEY: "test-key" },
        }),
      );
      return parseEvents(run.stdout);
    },
  };
}

interface CodexEvent {
  readonly type: string;
  readonly thread_id?: string;
  readonly item?: { readonly type: string; readonly text?: string };
}

function parseEvents(stdout: string): { readonly sessionId: string; readonly answer: string } {
  const events = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CodexEvent);
  const sessionId = events.find((event) => event.type === "thread.started")?.thread_id;
  if (sessionId === undefined) throw new Error(`codex named no thread: ${stdout.slice(0, 500)}`);
  const messages = events.filter((event) => event.item?.type === "agent_message");
  return { sessionId, answer: messages.at(-1)?.item?.text ?? "" };
}

/** A provider on loopback that gives up at once when nobody answers, in a project that needs no question. */
function renderConfig(sandbox: Sandbox): string {
  return `model = "fake-model"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${sandbox.modelUrl}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[features]
unbounded_connection_retries = false

[projects."${sandbox.project}"]
trust_level = "trusted"
`;
}
