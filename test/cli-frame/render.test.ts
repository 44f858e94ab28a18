import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

import { renderCommandsDoc } from "../../src/cli/frame/render-commands-doc.ts";
import { renderCompletion } from "../../src/cli/frame/render-completion.ts";
import { renderHelp, renderOverview } from "../../src/cli/frame/render-help.ts";
import { renderError } from "../../src/cli/frame/render-error.ts";
import { GLOBAL_FLAGS } from "../../src/cli/frame/command-spec.ts";
import { VarveError } from "../../src/core/errors.ts";
import { sampleCommands } from "./sample-commands.ts";

const specs = sampleCommands();
const search = specs[0]!;

describe("help", () => {
  test("of a command shows everything the table knows, in narrow lines", () => {
    const help = renderHelp(search);
    for (const flag of [...search.flags, ...GLOBAL_FLAGS]) expect(help).toContain(`--${flag.name}`);
    for (const text of [
      "usage: varve search QUERY...",
      "-k, --limit N",
      "Default: 8.",
      "--order relevance|time",
      "--source S ...",
      "flaky test",
      "nothing found",
      "The best come first.",
    ]) {
      expect(help).toContain(text);
    }
    expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(88);
    expect(help.endsWith("\n")).toBe(true);
  });

  test("overview names every command", () => {
    const overview = renderOverview(specs);
    for (const spec of specs)
      expect(overview).toMatch(new RegExp(`^  ${spec.name} +${spec.summary}$`, "m"));
  });
});

test("docs/commands.md has every command, argument and flag, and keeps its tables whole", () => {
  const page = renderCommandsDoc(specs);
  for (const spec of specs) {
    expect(page).toContain(`\n## varve ${spec.name}\n`);
    for (const flag of spec.flags) expect(page).toContain(`--${flag.name}`);
  }
  expect(page).toContain("Turns \\| files.");
  expect(page).toContain("(#varve-project-alias)");
  for (const row of page.split("\n").filter((line) => line.startsWith("| ")))
    expect(row.replaceAll("\\|", "").split("|")).toHaveLength(4);
});

describe("completion", () => {
  const complete = (...words: string[]) => {
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const script = `${renderCompletion(specs, "bash")}\nCOMP_WORDS=(varve ${quoted}); COMP_CWORD=${words.length}; _varve; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const result = spawnSync("bash", ["--noprofile", "--norc", "-u", "-c", script], {
      encoding: "utf8",
    });
    expect(result.stderr).toBe("");
    return result.stdout.split("\n").filter((line) => line !== "");
  };

  test("bash completes commands, groups, flags and choices", () => {
    expect(complete("")).toEqual(["search", "project", "status"]);
    expect(complete("se")).toEqual(["search"]);
    expect(complete("project", "")).toEqual(["list", "alias"]);
    expect(complete("search", "--o")).toEqual(["--order"]);
    expect(complete("search", "x", "--order", "t")).toEqual(["time"]);
    expect(complete("status", "--j")).toEqual(["--json"]);
    expect(complete("search", "--limit", "")).toEqual([]);
  });

  test("zsh and fish scripts name every command and flag; fish quoting survives an apostrophe", () => {
    expect(renderCompletion(specs, "zsh")).toMatch(/^#compdef varve\n/);
    const fish = renderCompletion(specs, "fish");
    for (const word of ["search", "project", "status", "list", "alias"])
      expect(fish).toContain(`-a '${word}'`);
    for (const flag of [...search.flags, ...GLOBAL_FLAGS])
      expect(fish).toContain(`-l ${flag.name}`);
    expect(fish).toContain("it'\\''s all");
  });
});

describe("renderError", () => {
  test("a person's error: message, then what to do on its own line, no trace", () => {
    const error = new VarveError("usage", "unknown flag --x", "did you mean --y?\nusage: varve z");
    expect(renderError(error, false)).toEqual({
      text: "varve: unknown flag --x\n  did you mean --y?\n  usage: varve z",
      exitCode: 2,
      json: {
        error: {
          code: "usage",
          message: "unknown flag --x",
          fix: "did you mean --y?\nusage: varve z",
        },
      },
    });
  });

  test("anything else: one line without a trace, the trace on request", () => {
    for (const thrown of [
      new Error("a\nb\u001b[31m"),
      "a\nb",
      null,
      undefined,
      { a: 1 },
      new Error("x".repeat(10_000)),
    ]) {
      const { text, exitCode } = renderError(thrown, false);
      expect(exitCode).toBe(2);
      expect(text).toMatch(
        /^varve: internal error: [^\n\u001b]{0,420}; run again with --debug for the trace$/,
      );
    }
    expect(renderError(new Error("boom"), true).text).toMatch(/boom\n.*at /s);
  });
});
