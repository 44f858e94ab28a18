/** Owns getting an installed client for a test, or the reason why there is none. */
import type { TestContext } from "vitest";

import type { AgentClient } from "./agent-client.ts";
import { claudeClient } from "./claude-client.ts";
import { codexClient } from "./codex-client.ts";
import { installClient } from "./install-client.ts";
import type { PinnedClient } from "./pinned-clients.ts";

/** The client, installed at its first use. Skips the test, with npm's own words, when npm cannot install it. */
export async function openClient(pin: PinnedClient, context: TestContext): Promise<AgentClient> {
  const installation = await installClient(pin);
  if (installation.state === "missing") {
    // The test runner counts what was skipped; only this says why.
    console.warn(`skipped: ${installation.reason}`);
    return context.skip(installation.reason);
  }
  const make = pin.agent === "claude" ? claudeClient : codexClient;
  return make(pin, installation.program);
}
