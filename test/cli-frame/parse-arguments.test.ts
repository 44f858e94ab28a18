import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseArguments } from "../../src/cli/frame/parse-arguments.ts";
import { VarveError } from "../../src/core/errors.ts";
import { sampleCommands } from "./sample-commands.ts";

const specs = sampleCommands();

function parse(...argv: string[]) {
  return parseArguments(specs, argv);
}

function run(...argv: string[]) {
  const parsed = parse(...argv);
  if (parsed.kind !== "run") throw new Error(`expected a run, got ${parsed.kind}`);
  return { ...parsed, name: parsed.spec.name };
}

function failure(...argv: string[]): VarveError {
  try {
    parse(...argv);
  } catch (error) {
    if (error instanceof VarveError) return error;
    throw error;
  }
  throw new Error("expected a VarveError");
}

describe("parseArguments", () => {
  test("arguments and flags in any order and both spellings", () => {
    const expected = {
      args: { query: ["flaky", "test"] },
      flags: { limit: 5, order: "time", source: ["codex", "claude"], "all-projects": true },
    };
    expect(
      run(
        "search",
        "flaky",
        "--limit",
        "5",
        "test",
        "--order=time",
        "--source",
        "codex",
        "--source=claude",
        "--all-projects",
      ),
    ).toMatchObject(expected);
    expect(
      run(
        "search",
        "-k",
        "9",
        "-k=5",
        "--source=codex",
        "--source=claude",
        "--order",
        "time",
        "--all-projects",
        "--",
        "flaky",
        "test",
      ),
    ).toMatchObject(expected);
  });

  test("global flags stand anywhere and are no flags of the command", () => {
    for (const argv of [
      ["--json", "--home", "/x", "-q", "status"],
      ["status", "--json", "-q", "--home=/x"],
      ["--json", "status", "--home", "/x", "--quiet"],
    ]) {
      expect(run(...argv)).toMatchObject({
        name: "status",
        flags: {},
        globals: { json: true, quiet: true, home: "/x", debug: false, noColor: false },
      });
    }
  });

  test("two-word commands", () => {
    expect(run("project", "alias", "a", "b")).toMatchObject({
      name: "project alias",
      args: { from: "a", to: "b" },
    });
    expect(parse("project")).toMatchObject({ kind: "help", topic: "project" });
    expect(parse("project", "--help")).toMatchObject({ kind: "help", topic: "project" });
    expect(failure("project", "alais").fix).toMatch(/^did you mean varve project alias\?/);
  });

  test.each([
    [[], ""],
    [["--help"], ""],
    [["-h"], ""],
    [["help"], ""],
    [["help", "search"], "search"],
    [["help", "project", "list"], "project list"],
    [["search", "--help"], "search"],
    [["--help", "search"], "search"],
    [["search", "x", "-h"], "search"],
  ])("%j asks for help about %j", (argv, topic) => {
    expect(parse(...argv)).toMatchObject({ kind: "help", topic });
  });

  test("--version", () => {
    expect(parse("--version").kind).toBe("version");
    expect(parse("status", "--version").kind).toBe("version");
  });

  test.each([
    [["serch", "x"], "unknown command serch", "did you mean varve search?"],
    [["zzzzzz"], "unknown command zzzzzz", "`varve --help` shows them all"],
    [
      ["search", "x", "--limt", "3"],
      "unknown flag --limt",
      "did you mean --limit?; for the text itself write -- --limt",
    ],
    [["status", "--jsn"], "unknown flag --jsn", "did you mean --json?"],
    [["--hom", "status"], "unknown flag --hom", "did you mean --home?"],
    [["status", "-x"], "unknown flag -x", ""],
    [["search", "x", "--limit", "many"], "--limit takes a number", ""],
    [["search", "x", "--limit"], "--limit needs a value", "write --limit N"],
    [["search", "x", "--limit", "--json"], "--limit needs a value", ""],
    [
      ["search", "x", "--order", "tiem"],
      "--order takes one of relevance, time",
      "did you mean time?",
    ],
    [["search", "x", "--all-projects=yes"], "--all-projects takes no value", ""],
    [["search"], "varve search needs QUERY", "Words to look for."],
    [["project", "alias", "a"], "varve project alias needs TO", ""],
    [["status", "extra"], 'varve status does not take "extra"', ""],
  ])("%j is refused", (argv, message, fix) => {
    const error = failure(...argv);
    expect(error.code).toBe("usage");
    expect(error.message).toBe(message);
    expect(error.fix.startsWith(fix)).toBe(true);
    if (argv.length > 1 && argv[0] !== "serch" && argv[0] !== "--hom")
      expect(error.fix).toMatch(/\nusage: varve /);
  });

  test("text that looks like a flag is searched for, not refused", () => {
    expect(run("search", "-O2").args).toEqual({ query: ["-O2"] });
    expect(run("search", "-").args).toEqual({ query: ["-"] });
    expect(run("search", "-5").args).toEqual({ query: ["-5"] });
    expect(run("search", "--", "--limit", "-k").args).toEqual({ query: ["--limit", "-k"] });
    expect(run("search", "").args).toEqual({ query: [""] });
  });

  test("values keep what a shell passed, and = inside them", () => {
    expect(run("search", "x", "--source=a=b", "--since", "지난주").flags).toEqual({
      source: ["a=b"],
      since: "지난주",
    });
    expect(run("search", "x", "--limit", "-3").flags).toEqual({ limit: -3 });
  });

  test("any words give a command line or an error for a person", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "search",
        "project",
        "list",
        "--",
        "-",
        "--json",
        "--limit",
        "-k",
        "--home",
        "help",
        "--order=time",
        "__proto__",
        "--__proto__",
        "--constructor=x",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        try {
          parse(...argv);
        } catch (error) {
          expect(error).toBeInstanceOf(VarveError);
        }
      }),
      { numRuns: process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 1_000 },
    );
  });
});
