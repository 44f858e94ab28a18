/** The kit itself, with the real clients: a scripted tool run and answer, a resume, and transcripts where each client keeps them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { AgentClient, AgentRun } from "./kit/agent-client.ts";
import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, claudeOld, codexCurrent, type PinnedClient } from "./kit/pinned-clients.ts";
import { openSandbox, type Sandbox } from "./kit/sandbox.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

const clients: readonly PinnedClient[] = [claudeCurrent, claudeOld, codexCurrent];

function listTranscripts(client: AgentClient, sandbox: Sandbox): readonly string[] {
  return readdirSync(client.transcriptFolder(sandbox), {
    recursive: true,
    encoding: "utf8",
  }).filter((path) => path.endsWith(".jsonl"));
}

/** Where each client keeps a session, below its transcript folder. */
function expectedPlace(client: AgentClient, sandbox: Sandbox, run: AgentRun): RegExp {
  if (client.pin.agent === "claude") {
    const slug = sandbox.project.replaceAll(/[^A-Za-z0-9]/gu, "-");
    return new RegExp(`^${slug}/${run.sessionId}\\.jsonl$`, "u");
  }
  const day = String.raw`\d{4}/\d{2}/\d{2}`;
  return new RegExp(`^${day}/rollout-[\\dT-]+-${run.sessionId}\\.jsonl$`, "u");
}

describe.skipIf(!isFull)("a scripted run", () => {
  test.for(clients)(
    "of $program $version calls a tool, answers, goes on, and is on disk",
    { timeout: installLimitMs },
    async (pin, context) => {
      const client = await openClient(pin, context);
      const sandbox = await openSandbox();
      client.prepare(sandbox);

      const listing = "os.networkInterfaces()";
      const first = await client.run(sandbox, {
        prompt: "Which networks do you see?",
        script: [
          {
            text: "I look.",
            call: { kind: "shell", command: `node -p "'nets:' + Object.keys(${listing})"` },
          },
          ({ toolResults }) => ({ text: `Seen ${/nets:\S*/u.exec(toolResults.join())?.[0]}` }),
        ],
      });
      expect(first.answer).toMatch(/^Seen nets:/u);
      if (sandbox.isLoopbackOnly) expect(first.answer).toBe("Seen nets:lo");
      else console.warn("no network namespace here: the clients see this machine's network");

      const second = await client.run(sandbox, {
        prompt: "And now?",
        resume: first.sessionId,
        script: [{ text: "Still the same." }],
      });
      expect(second).toEqual({ sessionId: first.sessionId, answer: "Still the same." });
      expect(sandbox.model.requests.at(-1)?.toolResults.join()).toContain("nets:");

      const [transcript = "", ...others] = listTranscripts(client, sandbox);
      expect(others).toEqual([]);
      expect(transcript).toMatch(expectedPlace(client, sandbox, first));
      const text = readFileSync(join(client.transcriptFolder(sandbox), transcript), "utf8");
      for (const said of ["Which networks do you see?", first.answer, "Still the same."])
        expect(text).toContain(said);
    },
  );
});
