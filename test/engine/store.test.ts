/** Many first commands at once make one store with one key. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { cleanEnvironment, runVarve, varveBin } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test("eight imports into no store yet agree on its key", async () => {
  for (let round = 0; round < 3; round += 1) {
    const home = temporaryFolder(`home-${round}`);
    layOut(join(repositoryRoot, "fixtures", "demo"), home);
    const children = Array.from({ length: 8 }, () =>
      spawn(process.execPath, [varveBin, "import"], {
        env: cleanEnvironment({ home }),
        stdio: "ignore",
      }),
    );
    const key = join(home, ".varve", "key");
    const seen = new Set<string>();
    let running = children.length;
    const ends = children.map(async (child) => {
      await once(child, "exit");
      running -= 1;
      return child.exitCode;
    });
    while (running > 0) {
      if (existsSync(key)) seen.add(readFileSync(key, "utf8"));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await Promise.all(ends)).toEqual(children.map(() => 0));
    expect(seen.size).toBe(1);
    expect(runVarve(["audit"], { home }).stdout).toContain("verdict clean");
  }
});
