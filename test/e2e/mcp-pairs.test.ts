/** One agent decides, the other finds, reads and quotes it: every ordered pair of real clients, over varve's MCP server. */
import { describe, expect, test } from "vitest";

import type { AgentClient } from "./kit/agent-client.ts";
import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, codexCurrent, type PinnedClient } from "./kit/pinned-clients.ts";
import { openSandbox } from "./kit/sandbox.ts";
import { callVarve, mcpCommand, setUpVarve } from "./kit/set-up-varve.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

interface Pair {
  readonly writer: PinnedClient;
  readonly reader: PinnedClient;
}

const agents: readonly PinnedClient[] = [claudeCurrent, codexCurrent];
const pairs: readonly Pair[] = agents.flatMap((writer) =>
  agents.map((reader) => ({ writer, reader })),
);

const facts = {
  number: "47 shards",
  path: "/srv/walrus/index-layout.toml",
  date: "2026-11-19",
};
const decision = `Decision: the walrus index keeps ${facts.number}, as ${facts.path} says, from ${facts.date} on.`;

/** The reference of the hit that holds the number: from one reference to the next is one hit. */
function findReference(result: string, sessionId: string): string {
  const hits = result.split(/(?=\bt:[0-9a-f][0-9a-f-]{7,}#\d+)/u);
  const hit = hits.find((text) => text.startsWith("t:") && text.includes(facts.number));
  const reference = /^t:[^#]+#\d+/u.exec(hit ?? "")?.[0];
  if (reference === undefined) throw new Error(`no hit with the decision in: ${result}`);
  if (!sessionId.startsWith(reference.slice(2).replace(/#.*/u, "")))
    throw new Error(`${reference} is not of the session ${sessionId}: ${result}`);
  return reference;
}

/** What the reader's model answers from: the sentence as it stands in the newest tool result. */
function quoteDecision(result: string): string {
  const sentence = /Decision: .*? on\./u.exec(result)?.[0];
  if (sentence === undefined) throw new Error(`no decision in: ${result}`);
  return sentence;
}

describe.skipIf(!isFull)("a decision travels", () => {
  test.for(pairs)(
    "from $writer.agent to $reader.agent",
    { timeout: installLimitMs },
    async (pair, context) => {
      const writer = await openClient(pair.writer, context);
      const reader: AgentClient =
        pair.reader === pair.writer ? writer : await openClient(pair.reader, context);
      const sandbox = await openSandbox();
      await setUpVarve(sandbox, [...new Set([writer, reader])]);

      const written = await writer.run(sandbox, {
        prompt: "How many parts should the walrus index have?",
        script: [{ text: decision }],
      });
      const read = await reader.run(sandbox, {
        prompt: "What did we decide about the walrus index?",
        mcpServers: { varve: mcpCommand(sandbox) },
        script: [
          { call: callVarve("memory_search", { query: "walrus index decision" }) },
          ({ toolResults }) => {
            const reference = findReference(toolResults.at(-1) ?? "", written.sessionId);
            return { call: callVarve("memory_get", { ids: [reference] }) };
          },
          ({ toolResults }) => ({ text: `You said: ${quoteDecision(toolResults.at(-1) ?? "")}` }),
        ],
      });

      const seen = sandbox.model.requests.at(-1)?.toolResults ?? [];
      expect(seen).toHaveLength(2);
      for (const fact of Object.values(facts)) expect(seen[1]).toContain(fact);
      expect(read.answer).toBe(`You said: ${decision}`);
    },
  );
});
