/** The text for agents with only a shell: short, replaceable, and every command in it works. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { SKILL_LANGUAGES, SKILL_VERSION, skillText } from "../../src/cli/skill-text.ts";
import { say } from "../acceptance/say-varve.ts";
import { runVarve } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import { demoHome } from "./demo-library.ts";

const REF = "t:834cb28d#2";
const hostsPage = readFileSync(join(repositoryRoot, "docs", "hosts.md"), "utf8");

/** What stands in backticks after `varve `, split as a shell does. */
function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/`varve ([^`]+)`/g)].map(([, line = ""]) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""),
  );
}

test.each(SKILL_LANGUAGES)("%s: is short, marked, and plain text", (language) => {
  const text = skillText(language);
  expect(Buffer.byteLength(text)).toBeLessThan(2_500);
  const lines = text.split("\n");
  expect(lines[0]).toMatch(
    new RegExp(`^<!-- varve skill ${SKILL_VERSION} \\(${language}\\).* -->$`),
  );
  expect(lines.at(-1)).toBe("<!-- end of varve skill -->");
  // Nothing in it may look like a private span, an exclusion or a block that varve itself would skip.
  expect(text).not.toMatch(/<\/?(?:private|varve-exclude|user-preferences|memory-context)\b/);
});

test.each(SKILL_LANGUAGES)("%s: says the same as the other", (language) => {
  const shape = (text: string) =>
    commandsIn(text).map(([name, ...rest]) => [
      name,
      ...rest.filter((word) => word.startsWith("--") || word === "REF"),
    ]);
  expect(shape(skillText(language))).toEqual(shape(skillText("en")));
  for (const word of ["8,000", "32,000", "`-a`", "--limit 3", "`forget`", "t:<"])
    expect(skillText(language)).toContain(word);
});

test.each(SKILL_LANGUAGES)(
  "%s: every command in it runs",
  (language) => {
    const home = demoHome();
    expect(runVarve(["import"], { home }).code).toBe(0);
    const commands = commandsIn(skillText(language));
    expect(commands.length).toBeGreaterThanOrEqual(9);
    let found = 0;
    for (const words of commands) {
      const args = words.map((word) => (word === "REF" ? REF : word));
      const result = runVarve(args, { home });
      expect([0, 1], `${args.join(" ")}: ${result.stderr}`).toContain(result.code);
      expect(result.stderr, args.join(" ")).toBe("");
      if (result.code === 0) found += 1;
    }
    // What no time word or folder narrows is found among the sample sessions.
    expect(found).toBeGreaterThanOrEqual(6);
    expect(runVarve(["search", "heartbeat", "-a", "--limit", "3"], { home }).stdout).toMatch(
      /\bt:[\w-]{8,}#\d+/,
    );
  },
  60_000,
);

test("`varve skill` prints it, in either language and as JSON, without a store", async () => {
  expect(await say(["skill"])).toEqual({ code: 0, stdout: `${skillText("en")}\n`, stderr: "" });
  expect((await say(["skill", "--language", "ko"])).stdout).toBe(`${skillText("ko")}\n`);
  const { stdout } = await say(["skill", "--language", "ko", "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    language: "ko",
    version: SKILL_VERSION,
    text: skillText("ko"),
  });
  const wrong = await say(["skill", "--language", "fr"]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/en.*ko/s);
});

test("the recipe of docs/hosts.md puts a new text in the place of an older one", () => {
  const recipe = /```sh\n(sed [\s\S]*?)```/.exec(hostsPage)?.[1] ?? "";
  expect(recipe).toContain("varve skill >> AGENTS.md");
  const folder = temporaryFolder();
  // A command of that name: what the shell would find on PATH.
  writeFileSync(join(folder, "text"), `${skillText("ko")}\n`);
  writeFileSync(join(folder, "varve"), '#!/bin/sh\ncat "$(dirname "$0")/text"\n');
  chmodSync(join(folder, "varve"), 0o755);
  const older = skillText("en").replace("varve skill 1 ", "varve skill 0 ");
  writeFileSync(join(folder, "AGENTS.md"), `# Mine\n\n${older}\n\n## Also mine\n`);
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  for (const _ of ["once", "again"]) {
    expect(spawnSync("sh", ["-ec", recipe], { cwd: folder, env }).status).toBe(0);
    expect(readFileSync(join(folder, "AGENTS.md"), "utf8")).toBe(
      `# Mine\n\n\n## Also mine\n${skillText("ko")}\n`,
    );
  }
});

test("every piece of JSON in docs/hosts.md is valid and starts the server", () => {
  const pieces = [...hostsPage.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  expect(pieces.length).toBeGreaterThanOrEqual(7);
  for (const piece of pieces) {
    const flat = JSON.stringify(JSON.parse(piece) as unknown);
    expect(flat).toMatch(
      /"varve":\{.*(?:"command":"varve","args":\["mcp"\]|"command":\["varve","mcp"\])/,
    );
  }
});

test("docs/hosts.md has a line and a recipe for each agent that is known", () => {
  for (const name of [
    "Claude Code",
    "Codex",
    "Gemini CLI",
    "OpenCode",
    "Cursor",
    "Windsurf",
    "Cline",
    "Copilot CLI",
    "Aider",
    "OpenClaw",
  ]) {
    expect(hostsPage, name).toMatch(new RegExp(`^\\| ${name} \\| (?:yes|no) \\|`, "m"));
    expect(hostsPage, name).toMatch(new RegExp(`^### ${name}$`, "m"));
  }
});
