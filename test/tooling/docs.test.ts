/** The pages that state commands, settings and formats say what the code does. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-table.ts";
import { parseArguments } from "../../src/cli/frame/parse-arguments.ts";
import { repositoryRoot } from "../support/temp-home.ts";

const pages = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(repositoryRoot, "docs"), { recursive: true })
    .filter((name) => String(name).endsWith(".md"))
    .map((name) => join("docs", String(name))),
];

test("docs/settings.md and docs/commands.md are what `npm run docs` writes", () => {
  const script = join(repositoryRoot, "scripts", "docs.mjs");
  const done = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(done.stderr + done.stdout).toContain("current docs/settings.md");
  expect(done.status).toBe(0);
});

test("NOTICE names what is bundled", () => {
  const script = join(repositoryRoot, "scripts", "notice.mjs");
  const done = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(done.stderr + done.stdout).toContain("current NOTICE");
  expect(done.status).toBe(0);
});

test.each(pages)("%s: every link leads to a file", (page) => {
  const text = readFileSync(join(repositoryRoot, page), "utf8");
  for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)) {
    expect(existsSync(join(repositoryRoot, dirname(page), target)), `${page} -> ${target}`).toBe(
      true,
    );
  }
});

test.each(pages)("%s: every varve command it shows is one", (page) => {
  const text = readFileSync(join(repositoryRoot, page), "utf8");
  const fenced = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map((match) => match[1] ?? "")
    .join("\n");
  const shown = [
    ...[...text.matchAll(/`varve ([a-z]+(?: [^`\n]*)?)`/g)].map((match) => match[1]?.trim() ?? ""),
    ...[...fenced.matchAll(/^varve ([a-z]+(?: [^\n#]*)?)/gm)].map(
      (match) => match[1]?.trim() ?? "",
    ),
  ];
  for (const line of shown) {
    // The bare name of a command stands for the command.
    if (COMMANDS.some((command) => command.name === line || command.name.split(" ")[0] === line))
      continue;
    const words = [...(line.split(/ >>? /)[0] ?? "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3] ?? "",
    );
    if (words.some((word) => /^[A-Z]+\.*$|^[[<{…]|\.\.\.|…/.test(word))) continue; // a form with stand-ins
    expect(() => parseArguments(COMMANDS, words), `${page}: varve ${line}`).not.toThrow();
  }
});

test("every reason and error code of docs/json-output.md exists, and the other way round", () => {
  const page = readFileSync(join(repositoryRoot, "docs", "json-output.md"), "utf8");
  const members = (file: string, type: string): readonly string[] => {
    const source = readFileSync(join(repositoryRoot, file), "utf8");
    const body = new RegExp(`type ${type} =([^;]*);`).exec(source)?.[1] ?? "";
    return [...body.matchAll(/"([a-z-]+)"/g)].map((match) => match[1] ?? "");
  };
  for (const [file, type, label] of [
    ["src/core/source-file.ts", "SkipReason", "Reasons: "],
    ["src/core/errors.ts", "VarveErrorCode", "Error codes: "],
  ] as const) {
    const start = page.indexOf(label);
    const listed = [...page.slice(start, page.indexOf("\n\n", start)).matchAll(/`([a-z-]+)`/g)].map(
      (match) => match[1] ?? "",
    );
    expect([...listed].sort()).toEqual([...members(file, type)].sort());
  }
});
