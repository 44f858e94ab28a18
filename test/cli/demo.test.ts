/** `varve demo`, as the README's first screen shows it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test("imports, searches in four languages, restores byte-identical, audits clean, leaves nothing behind", () => {
  const home = temporaryFolder("home 집");
  const tmp = temporaryFolder("tmp");
  const result = runVarve(["demo"], { home, env: { TMPDIR: tmp } });
  expect(result.stderr).toBe("");
  expect(result.code).toBe(0);
  for (const language of ["English", "Korean", "Japanese", "Chinese"])
    expect(result.stdout).toContain(`(${language})`);
  expect(result.stdout).toContain("byte-identical");
  expect(result.stdout).toContain("verdict clean");
  expect(readdirSync(home)).toEqual([]);
  expect(readdirSync(tmp)).toEqual([]);
  expect(runVarveJson<{ ok: boolean }>(["demo"], { home }).value.ok).toBe(true);
});

test("the README shows what the demo prints", () => {
  const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
  const printed = runVarve(["demo"], { home: temporaryFolder() }).stdout;
  // Slugs end in random digits and the sizes of the index may change; the titles of the steps do not.
  const titles = printed.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
  expect(titles.length).toBeGreaterThan(6);
  for (const title of titles) expect(readme).toContain(title);
});
