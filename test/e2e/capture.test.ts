/** Set-up, then the real clients: their own hooks bring a turn into the store, and search finds it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, claudeOld, codexCurrent, type PinnedClient } from "./kit/pinned-clients.ts";
import { openSandbox, type Sandbox } from "./kit/sandbox.ts";
import { storeFolder } from "./kit/set-up-varve.ts";
import { trustCodexHooks } from "./kit/trust-codex-hooks.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

/** From the end of the client to the turn in an answer. */
const searchableLimitMs = 2_000;

const clients: readonly PinnedClient[] = [claudeCurrent, claudeOld, codexCurrent];

interface Found {
  readonly hits: readonly {
    readonly ref: string;
    readonly role: string;
    readonly snippet: string;
  }[];
}

/** Asks the store alone: with a HOME in which no agent ever ran, a search has no transcripts to take in by itself. */
function searchStore(sandbox: Sandbox, words: string): Found {
  const elsewhere = join(sandbox.home, "..", "nobody");
  mkdirSync(elsewhere, { recursive: true });
  const asked = ["search", words, "--all-projects", "--home", storeFolder(sandbox)];
  return runVarveJson<Found>(asked, { home: elsewhere }).value;
}

/** Asks until prompt and reply are found, at most `limitMs` after now; returns what was found last. */
async function waitForTurn(sandbox: Sandbox, words: string, limitMs: number): Promise<Found> {
  const limit = Date.now() + limitMs;
  for (;;) {
    const found = searchStore(sandbox, words);
    if (found.hits.length >= 2 || Date.now() > limit) return found;
    await sleep(50);
  }
}

describe.skipIf(!isFull)("hooks of varve setup", () => {
  test.for(clients)(
    "in $program $version make a turn searchable within two seconds",
    { timeout: installLimitMs },
    async (pin, context) => {
      const client = await openClient(pin, context);
      const sandbox = await openSandbox();
      client.prepare(sandbox);
      const setup = runVarve(["setup", "--yes"], { home: sandbox.home });
      expect(setup).toMatchObject({ code: 0 });
      const say = (prompt: string, answer: string) =>
        client.run(sandbox, { prompt, script: [{ text: answer }] });

      if (pin.agent === "codex") {
        await say("Which lantern do we take?", "The copper lantern.");
        expect((await waitForTurn(sandbox, "lantern", 500)).hits).toEqual([]);
        const trust = await trustCodexHooks(sandbox, client.program);
        expect(new Set(trust)).toEqual(new Set(["trusted"]));
      }
      const run = await say("Which anchor do we take?", "The walrus anchor, 41 kg.");
      const { hits } = await waitForTurn(sandbox, "walrus anchor", searchableLimitMs);
      expect(hits.map((hit) => hit.role).sort()).toEqual(["assistant", "user"]);
      expect(hits.find((hit) => hit.role === "assistant")?.snippet).toContain("41 kg");
      for (const hit of hits)
        expect(hit.ref).toMatch(new RegExp(`^t:${run.sessionId.slice(0, 8)}`));

      const asked = runVarve(["search", "walrus"], { home: sandbox.home, cwd: sandbox.project });
      expect(asked.code).toBe(0);
      expect(asked.stdout).toContain("41 kg");
    },
  );
});
