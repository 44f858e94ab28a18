/** Owns what a person sees who types something wrong: exit 2, the nearest known word, one line of usage, never a trace. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runVarve } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { say, type Said } from "./say-varve.ts";

/** Exit 2, nothing on stdout, no trace, a line of usage. */
function expectUsage(said: Said): void {
  expect(said.code).toBe(2);
  expect(said.stdout).toBe("");
  expect(said.stderr).toMatch(/^varve: /);
  expect(said.stderr.match(/^ *usage: varve .+$/gm)).toHaveLength(1);
  expect(said.stderr).not.toMatch(/^\s+at |internal error/m);
}

describe("words that varve does not know", () => {
  test.each([
    [["imprt"], "import"],
    [["serach", "x"], "search"],
    [["sesions"], "sessions"],
    [["project", "lst"], "project list"],
    [["config", "gett", "home"], "config get"],
  ])("%j names the nearest command", async (argv, near) => {
    const said = await say(argv);
    expectUsage(said);
    expect(said.stderr).toContain(near);
  });

  test.each([
    [["import", "--pth", "x"], "--path"],
    [["search", "--limt", "3", "x"], "--limit"],
    [["restore", "abcdefgh", "--epochs", "1"], "--epoch"],
    [["audit", "--repare"], "--repair"],
    [["forget", "--prge"], "--purge"],
    [["--jsn", "status"], "--json"],
  ])("%j names the nearest flag", async (argv, near) => {
    const said = await say(argv);
    expectUsage(said);
    expect(said.stderr).toContain(`did you mean ${near}?`);
  });

  test.each([
    [["config", "get", "serch.limit"], "search.limit"],
    [["config", "set", "archive.privat", "keep"], "archive.private"],
  ])("%j names the nearest setting", async (argv, near) => {
    const said = await say(argv);
    expectUsage(said);
    expect(said.stderr).toContain(near);
  });

  test("a setting in config.toml that nobody knows: the nearest one, and nothing is done", async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, ".varve"));
    writeFileSync(join(home, ".varve", "config.toml"), '[exclude]\nproject = ["a"]\n');
    const said = await say(["import"], home);
    expect(said.code).toBe(2);
    expect(said.stderr).toContain("did you mean exclude.projects?");
    expect(readdirSync(join(home, ".varve"))).toEqual(["config.toml"]);
  });
});

describe("values that mean nothing", () => {
  test.each([
    [["search", "x", "--limit", "x"], "--limit"],
    [["search", "x", "--limit", "-3"], "--limit"],
    [["search", "x", "--limit", "2.5"], "--limit"],
    [["search", "x", "--limit"], "--limit"],
    [["search", "x", "--since", "nonsense"], "--since"],
    [["search", "x", "--until", "2026-02-30"], "--until"],
    [["sessions", "--since", "yesterday"], "--since"],
    [["search", "x", "--role", "robot"], "--role"],
    [["search", "x", "--class", "promt"], "prompt"],
    [["search", "x", "--order", "random"], "--order"],
    [["import", "--source", "claude"], "claude-code"],
    [["read", "t:834cb28d"], "t:<session>#<line>"],
    [["read", "t:834cb28d#x"], "t:<session>#<line>"],
    [["read", "t:834cb28d", "--level", "ful"], "full"],
    [["restore", "834cb28d", "--epoch", "0"], "--epoch"],
    [["restore", "834cb28d", "--epoch", "x"], "--epoch"],
    [["prune", "--older-than", "soon"], "--older-than"],
    [["prune", "--class", "nonsense"], "--class"],
    [["completion", "tcsh"], "bash"],
    [["bench", "nothing"], "startup"],
    [["forget", "--match", "abc"], "--match"],
    [["config", "set", "search.limit", "many"], "search.limit"],
    [["status", "--json=yes"], "--json"],
  ])("%j", async (argv, word) => {
    const home = temporaryFolder();
    expect((await say(["import"], home)).code).toBe(0);
    const said = await say(argv, home);
    expectUsage(said);
    expect(said.stderr).toContain(word);
  });
});

describe("what is missing or too much", () => {
  test.each([
    [["search"]],
    [["read"]],
    [["restore"]],
    [["export"]],
    [["backup"]],
    [["redact"]],
    [["completion"]],
    [["bench"]],
    [["config", "get"]],
    [["config", "set", "search.limit"]],
    [["project", "alias", "a"]],
    [["forget"]],
    [["import", "word"]],
    [["status", "word"]],
    [["restore", "a", "b"]],
  ])("%j", async (argv) => {
    const home = temporaryFolder();
    expect((await say(["import"], home)).code).toBe(0);
    expectUsage(await say(argv, home));
  });
});

describe("no home", () => {
  test("without HOME every command names VARVE_HOME; with it they work", async () => {
    const elsewhere = join(temporaryFolder("집 with blanks"), "store");
    for (const argv of [["import"], ["status"], ["search", "x"], ["audit"], ["config", "list"]]) {
      const said = await say(argv, "");
      expect(said.code).toBe(2);
      expect(said.stderr).toContain("VARVE_HOME");
      expect(said.stderr).not.toContain("internal error");
    }
    expect((await say(["import"], "", { VARVE_HOME: elsewhere })).code).toBe(0);
    expect((await say(["audit"], "", { VARVE_HOME: elsewhere })).code).toBe(0);
  });
});

test("the process says the same as the table", () => {
  const home = temporaryFolder();
  const wrong = runVarve(["serach", "--json", "x"], { home });
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: "usage" } });
  expect(wrong.stderr).toContain("search");
  expect(readdirSync(home)).toEqual([]);
});
