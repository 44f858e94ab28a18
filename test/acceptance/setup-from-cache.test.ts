/** Set-up from an npx cache: hooks call a copy of the package, and go on when the cache is emptied. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { cleanEnvironment, runVarveJson } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

/** A cache as npx makes one: the package beside what it loads. */
function makeCache(): string {
  const modules = join(temporaryFolder("cache"), "_npx", "0a1b2c", "node_modules");
  mkdirSync(join(modules, "varve"), { recursive: true });
  for (const name of ["package.json", "dist"])
    cpSync(join(repositoryRoot, name), join(modules, "varve", name), { recursive: true });
  for (const name of ["@photostructure/sqlite", "node-gyp-build"]) {
    const folder = join(repositoryRoot, "node_modules", name);
    if (existsSync(folder)) cpSync(folder, join(modules, name), { recursive: true });
  }
  return join(modules, "varve");
}

test("the hook and its worker outlive the cache, and uninstall takes the copy along", () => {
  const home = temporaryFolder("home 집");
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const cache = makeCache();
  const copy = join(home, ".varve", "bin", "package");
  const run = (program: string, ...args: readonly string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [join(program, "dist", "varve.js"), ...args], {
      env: cleanEnvironment({ home }),
      cwd: home,
      encoding: "utf8",
    });

  const dry = run(cache, "setup", "--capture-only", "--dry-run");
  expect(dry.stdout).toContain(`copy   ${copy}`);
  expect(existsSync(copy)).toBe(false);
  expect(run(cache, "setup", "--capture-only", "--yes").status).toBe(0);
  expect(readFileSync(join(home, ".varve", "bin", "varve-hook"), "utf8")).toContain(
    join(copy, "dist", "varve-hook.cjs"),
  );
  expect(run(cache, "setup", "--capture-only", "--yes").stdout).not.toContain("copy  ");
  rmSync(cache, { recursive: true });

  const hook = spawnSync(
    join(home, ".varve", "bin", "varve-hook"),
    ["claude-code", "SessionStart", "--home", join(home, ".varve")],
    {
      env: cleanEnvironment({ home }),
      input: JSON.stringify({
        session_id: "834cb28d",
        transcript_path: null,
        hook_event_name: "SessionStart",
      }),
      encoding: "utf8",
    },
  );
  expect({ status: hook.status, stdout: hook.stdout, stderr: hook.stderr }).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
  const deadline = Date.now() + 20_000;
  let total = 0;
  while (total === 0 && Date.now() < deadline)
    total = runVarveJson<{ total: number }>(["sessions", "-a"], { home }).value.total;
  expect(total).toBe(4);

  expect(run(copy, "uninstall", "--yes").status).toBe(0);
  expect(existsSync(copy)).toBe(false);
  expect(existsSync(join(home, ".varve", "archive"))).toBe(true);
});
