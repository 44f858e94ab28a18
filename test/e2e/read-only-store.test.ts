/** Codex confined to its project: a shell that may not write the store still finds what another agent said, by varve's CLI. */
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { varveBin } from "../support/run-varve.ts";
import { readTree } from "../support/temp-home.ts";
import { confineCodexShell } from "./kit/confine-codex-shell.ts";
import { installLimitMs } from "./kit/install-client.ts";
import { openClient } from "./kit/open-client.ts";
import { claudeCurrent, codexCurrent } from "./kit/pinned-clients.ts";
import { openSandbox } from "./kit/sandbox.ts";
import type { ModelRequest, Reply } from "./kit/script.ts";
import { setUpVarve, storeFolder } from "./kit/set-up-varve.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

describe.skipIf(!isFull)("Codex in its workspace-write sandbox", () => {
  test("searches a store that it may not write", { timeout: installLimitMs }, async (context) => {
    const claude = await openClient(claudeCurrent, context);
    const codex = await openClient(codexCurrent, context);
    const sandbox = await openSandbox();
    await setUpVarve(sandbox, [claude, codex]);
    await claude.run(sandbox, {
      prompt: "How many shards should it have?",
      script: [{ text: "The walrus index has 47 shards." }],
    });
    confineCodexShell(sandbox);
    const store = storeFolder(sandbox);
    const newest = ({ toolResults }: ModelRequest): string => toolResults.at(-1) ?? "";
    const shell = (command: string): Reply => ({ call: { kind: "shell", command } });
    const seen: string[] = [];
    await codex.run(sandbox, {
      prompt: "What was said about the index?",
      script: [
        shell(`touch ${join(store, "intruder")}; touch here && echo project-is-open`),
        (request) => {
          seen.push(newest(request));
          return shell(
            `'${process.execPath}' '${varveBin}' search walrus --all-projects; echo "exit $?"`,
          );
        },
        (request) => {
          seen.push(newest(request));
          return { text: "It has 47 shards." };
        },
      ],
    });

    const [touched = "", found = ""] = seen;
    if (!touched.includes("project-is-open")) {
      console.warn(`skipped: Codex cannot confine a shell on this machine: ${touched}`);
      return context.skip();
    }
    expect([...readTree(store).keys()]).not.toContain("intruder");
    expect(found).toContain("The walrus index has 47 shards.");
    expect(found).toContain("exit 0");
  });
});
