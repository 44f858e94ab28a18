/** Compiled code is taken only from the person's own store, and only for commands that somebody waits for. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test, vi } from "vitest";

import { findCompiledCode } from "../../src/config/compiled-code.ts";
import { temporaryFolder } from "../support/temp-home.ts";

let store = "";
beforeEach(() => {
  store = join(temporaryFolder(), "store");
  mkdirSync(join(store, "state"), { recursive: true });
  vi.stubEnv("VARVE_HOME", store);
  return () => void vi.unstubAllEnvs();
});

const find = (argv: readonly string[], programHash = "a"): string | undefined =>
  findCompiledCode({ argv, programHash });

test("below state/code of the store, named by command and program", () => {
  expect(find(["--json", "search", "words"])).toMatch(
    /\/store\/state\/code\/search-[0-9a-f]{16}\.bin$/,
  );
  expect(find(["search"], "b")).not.toBe(find(["search"], "a"));
  expect(find(["read"])).not.toBe(find(["search"]));
});

test.each([
  ["a store that the command line names", ["search", "words", "--home", "/home/user/other"]],
  ["the same in one word", ["search", "--home=/home/user/other"]],
  ["a command that nobody waits for", ["import"]],
  ["no command", ["--version"]],
])("none for %s", (_, argv) => {
  expect(find(argv)).toBeUndefined();
});

test("none where there is no store, or where its place is not clear", () => {
  vi.stubEnv("VARVE_HOME", join(store, "missing"));
  expect(find(["search"])).toBeUndefined();
  vi.stubEnv("VARVE_HOME", "~/store");
  expect(find(["search"])).toBeUndefined();
});
