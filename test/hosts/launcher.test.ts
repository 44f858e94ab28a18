import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { checkCapture } from "../../src/hosts/check-capture.ts";
import { needsOwnCopy, renderLauncher } from "../../src/hosts/launcher.ts";
import { quoteForShell } from "../../src/core/quote-for-shell.ts";
import { diffLines, renderPlan } from "../../src/hosts/render-plan.ts";
import { planCaptureInstall } from "../../src/hosts/plan-capture.ts";
import { makeHome, writeText, type Home } from "./capture-home.ts";

const NAMES = ["user", "my home", "집 안", 'it\'s $HOME "x" `y`'];

/** A home whose package has a stand-in hook that writes its arguments to `<home>/called`. */
function homeWithPackage(name: string): Home {
  const home = makeHome(name);
  const dist = join(home.folder, "lib", "varve", "dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    join(dist, "varve-hook.cjs"),
    `require("fs").appendFileSync(process.argv[5] + "/called", JSON.stringify(process.argv.slice(2)) + "\\n")`,
  );
  return home;
}

function commandsIn(path: string): string[] {
  const { hooks } = JSON.parse(readFileSync(path, "utf8")) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  return Object.values(hooks).flatMap((groups) =>
    groups.flatMap((group) => group.hooks.map((one) => one.command)),
  );
}

const runInShell = (command: string) => {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
};
const quiet = { status: 0, stdout: "", stderr: "" };

describe.each(NAMES)("a home called %j", (name) => {
  test("hooks run as the host runs them", () => {
    const home = homeWithPackage(name);
    home.install();
    expect(statSync(join(home.varveHome, "bin", "varve-hook")).mode & 0o777).toBe(0o700);
    const commands = [...commandsIn(home.claudeSettings), ...commandsIn(home.codexHooks)];
    expect(commands).toHaveLength(8);
    for (const command of commands) expect(runInShell(command)).toEqual(quiet);
    const calls = readFileSync(join(home.varveHome, "called"), "utf8").trim().split("\n");
    expect(calls.map((line) => JSON.parse(line) as unknown)).toEqual(
      ["claude-code", "codex"].flatMap((host) =>
        ["SessionStart", "PreCompact", "Stop", "SessionEnd"].map((event) => [
          host,
          event,
          "--home",
          home.varveHome,
        ]),
      ),
    );
  });

  test("and say nothing when the package, Node or the store is gone", () => {
    const home = homeWithPackage(name);
    home.install();
    const [command = ""] = commandsIn(home.claudeSettings);
    rmSync(join(home.folder, "lib"), { recursive: true });
    expect(runInShell(command)).toEqual(quiet);
    rmSync(home.varveHome, { recursive: true });
    expect(runInShell(command)).toEqual(quiet);
  });
});

test("when Node moved, the one on the path is used; without any, nothing happens", () => {
  const home = makeHome("moved");
  const hookFile = join(home.folder, "hook.cjs");
  writeFileSync(
    hookFile,
    `require("fs").writeFileSync(${JSON.stringify(join(home.folder, "ran"))}, "")`,
  );
  const launcher = join(home.folder, "launcher");
  writeFileSync(launcher, renderLauncher({ nodePath: "/nonexistent/node", hookFile }));
  chmodSync(launcher, 0o700);
  const call = quoteForShell(launcher);
  const none = spawnSync("/bin/sh", ["-c", call], {
    env: { PATH: "/nonexistent" },
    encoding: "utf8",
  });
  expect([none.status, none.stdout, none.stderr]).toEqual([0, "", ""]);
  expect(existsSync(join(home.folder, "ran"))).toBe(false);
  expect(runInShell(call)).toEqual(quiet);
  expect(statSync(join(home.folder, "ran")).isFile()).toBe(true);
});

test("a stale or missing launcher is reported and brought up to date without touching the hosts", () => {
  const home = makeHome();
  expect(checkCapture(home.setup())[0]).toMatchObject({ id: "launcher", state: "warning" });
  home.install();
  expect(checkCapture(home.setup())[0]).toMatchObject({ state: "ok" });
  writeText(join(home.varveHome, "bin", "varve-hook"), "#!/bin/sh\nold\n");
  expect(checkCapture(home.setup())[0]?.detail).toContain("another Node or package");
  const { plan } = home.install();
  expect(plan.steps.map((step) => step.action)).toEqual(["edit", "none", "none"]);
  expect(checkCapture(home.setup())[0]).toMatchObject({ state: "ok" });
});

test.each([
  ["/home/user/.npm/_npx/0123/node_modules/varve", true],
  ["/home/user/.cache/pnpm/dlx-123/node_modules/varve", true],
  ["C:\\Users\\user\\AppData\\npm-cache\\_npx\\1\\node_modules\\varve", true],
  ["/usr/lib/node_modules/varve", false],
  ["/home/user/my_npx/varve", false],
])("%s in a package cache: %s", (folder, wanted) => {
  expect(needsOwnCopy(folder)).toBe(wanted);
});

describe("the plan as text", () => {
  test("shows each file, the lines that come, and no other setting", () => {
    const home = makeHome();
    writeText(
      home.claudeSettings,
      '{\n  "env": {\n    "TOKEN": "tell-nobody"\n  },\n  "model": "a"\n}\n',
    );
    const text = renderPlan(planCaptureInstall(home.setup()));
    expect(text).toMatch(/^create .*bin\/varve-hook: the script that hooks call$/m);
    expect(text).toMatch(/^edit {3}.*settings\.json: adds varve's capture hooks$/m);
    expect(text).toMatch(/^ {6}\+ .*claude-code Stop --home/m);
    expect(text).toMatch(/^note {3}To trust it/m);
    expect(text).not.toContain("tell-nobody");
  });

  test("a control character cannot steer the terminal", () => {
    const home = makeHome();
    writeText(
      home.claudeSettings,
      '{ "hooks": {}, "x": "\u001b[2J" }\n'.replace("\u001b", "\u009b"),
    );
    expect(renderPlan(planCaptureInstall(home.setup()))).not.toMatch(/[\u001b\u009b]/);
  });

  test.each([
    ["a\nb\nc\n", "a\nx\nc\n", ["- b", "+ x"]],
    ["a\nb\n", "a\nq\nb\nr\n", ["+ q", "+ r"]],
    [null, "a\n", ["+ a"]],
    ["a\n", null, ["- a"]],
    ["a\n", "a\n", []],
    ["a\na\na\n", "a\n", ["- a", "- a"]],
  ])("%j to %j", (before, after, wanted) => {
    expect(diffLines(before, after)).toEqual(wanted);
  });
});
