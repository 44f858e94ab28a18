/** Who asks: the real clients tell varve's MCP server which session they are in, and it marks what comes from there. */
import { describe, expect, test } from "vitest";

import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, claudeOld, codexCurrent, type PinnedClient } from "./kit/pinned-clients.ts";
import { openSandbox } from "./kit/sandbox.ts";
import { callVarve, mcpCommand, setUpVarve } from "./kit/set-up-varve.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

const clients: readonly PinnedClient[] = [claudeCurrent, claudeOld, codexCurrent];
const ownMark = "(this session)";
const shelf = "The heron lamp stands on shelf 12.";

describe.skipIf(!isFull)("a search through MCP", () => {
  test.for(clients)(
    "by $program $version knows the turns of its own session",
    { timeout: installLimitMs },
    async (pin, context) => {
      const client = await openClient(pin, context);
      const sandbox = await openSandbox();
      await setUpVarve(sandbox, [client]);
      const told = await client.run(sandbox, {
        prompt: "Where does it stand?",
        script: [{ text: shelf }],
      });
      const search = async (resume?: string): Promise<string> => {
        await client.run(sandbox, {
          prompt: "Say it again.",
          ...(resume === undefined ? {} : { resume }),
          mcpServers: { varve: mcpCommand(sandbox) },
          script: [
            { call: callVarve("memory_search", { query: "heron lamp" }) },
            { text: "Said." },
          ],
        });
        return sandbox.model.requests.at(-1)?.toolResults.at(-1) ?? "";
      };

      const fromAnother = await search();
      expect(fromAnother).toContain(shelf);
      expect(fromAnother).not.toContain(ownMark);
      const fromTheSame = await search(told.sessionId);
      expect(fromTheSame).toContain(shelf);
      expect(fromTheSame).toContain(ownMark);
    },
  );
});
