/** The packed tarball, installed in an empty folder with install scripts blocked, captures from both clients and answers them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { cleanEnvironment } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, codexCurrent } from "./kit/pinned-clients.ts";
import { openSandbox } from "./kit/sandbox.ts";
import { callVarve } from "./kit/set-up-varve.ts";
import { trustCodexHooks } from "./kit/trust-codex-hooks.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

/** Packs the working tree and installs the tarball; gives the folder of its programs. */
function installPacked(): string {
  const folder = temporaryFolder("stranger");
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const packed = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder], repositoryRoot),
  ) as readonly { readonly filename: string }[];
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), '{"private":true}\n');
  const tarball = join(folder, packed[0]?.filename ?? "");
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", tarball], app);
  return join(app, "node_modules", ".bin");
}

describe.skipIf(!isFull)("the packed tarball", () => {
  test("serves both clients", { timeout: installLimitMs }, async (context) => {
    const claude = await openClient(claudeCurrent, context);
    const codex = await openClient(codexCurrent, context);
    const programs = installPacked();
    const sandbox = await openSandbox();
    for (const client of [claude, codex]) client.prepare(sandbox);
    const env = cleanEnvironment({ home: sandbox.home });
    execFileSync(join(programs, "varve"), ["setup", "--yes"], { env, stdio: "pipe" });
    await trustCodexHooks(sandbox, codex.program);

    await claude.run(sandbox, {
      prompt: "Which port does the walrus listen on?",
      script: [{ text: "The walrus listens on port 48713." }],
    });
    for (const reader of [claude, codex]) {
      await reader.run(sandbox, {
        prompt: "Which port was it?",
        mcpServers: { varve: [join(programs, "varve-mcp")] },
        script: [
          { call: callVarve("memory_search", { query: "walrus port" }) },
          { text: "See above." },
        ],
      });
      const results = sandbox.model.requests.at(-1)?.toolResults ?? [];
      expect(results.at(-1), reader.pin.agent).toContain("port 48713");
    }
  });
});
