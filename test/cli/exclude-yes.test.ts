/** A rule that comes late takes archived sessions out only after a yes. */
import { join } from "node:path";

import { expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test.each(["sync", "import"])(
  "%s holds them without a terminal, says so, and obeys --yes",
  (command) => {
    const home = temporaryFolder();
    layOut(join(repositoryRoot, "fixtures", "demo"), home);
    const total = (): number =>
      runVarveJson<{ total: number }>(["sessions", "-a"], { home }).value.total;
    expect(runVarve(["import"], { home }).code).toBe(0);
    expect(total()).toBe(4);
    expect(runVarve(["config", "set", "exclude.projects", "dengta"], { home }).code).toBe(0);
    const held = runVarve([command], { home });
    expect(held.code).toBe(0);
    expect(held.stderr).toContain("1 archived session");
    expect(held.stderr + held.stdout).toContain("varve sync --yes");
    expect(total()).toBe(4);
    expect(runVarve([command, "--yes"], { home }).code).toBe(0);
    expect(total()).toBe(3);
    expect(runVarve(["search", "连接池", "-a"], { home }).code).toBe(1);
    expect(runVarve(["audit"], { home }).stdout).toContain("verdict clean");
  },
);
