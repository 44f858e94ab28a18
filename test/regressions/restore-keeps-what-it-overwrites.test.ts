/** `restore --force` takes in what it is about to overwrite: lines that were never archived are not destroyed. */
import { appendFileSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test("the lines written after a truncation are in an epoch of their own afterwards", () => {
  const home = temporaryFolder();
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  expect(runVarve(["import"], { home }).code).toBe(0);
  const folder = join(home, ".claude", "projects", "-home-user-code-harbor");
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "");
  const whole = readFileSync(path);
  truncateSync(path, whole.indexOf("\n", 3_000) + 1);
  appendFileSync(
    path,
    `${whole.toString().split("\n")[1]?.replaceAll("ECONNRESET", "heronword") ?? ""}\n`,
  );
  const cut = readFileSync(path);

  expect(runVarve(["restore", "834cb28d"], { home }).code).toBe(2);
  expect(runVarve(["restore", "834cb28d", "--force"], { home }).code).toBe(0);
  expect(readFileSync(path).equals(whole)).toBe(true);
  const { value } = runVarveJson<{ epochs: unknown[] }>(["restore", "834cb28d", "--list"], {
    home,
  });
  expect(value.epochs).toHaveLength(2);
  const to = join(home, "cut.jsonl");
  expect(runVarve(["restore", "834cb28d", "--epoch", "2", "--to", to], { home }).code).toBe(0);
  expect(readFileSync(to).equals(cut)).toBe(true);
  expect(runVarve(["sync"], { home }).code).toBe(0);
  expect(runVarve(["audit"], { home }).stdout).toContain("verdict clean");
});
