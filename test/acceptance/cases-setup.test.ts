/** What set-up writes into settings of every shape, and what the hooks it wrote do with any stdin. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { cleanEnvironment, runVarve } from "../support/run-varve.ts";
import { layOut, repositoryRoot, sharedFolder, temporaryFolder } from "../support/temp-home.ts";
import { importAll } from "./imported-home.ts";

const shared = sharedFolder();
if (shared === undefined)
  console.warn("skipped: cases from the wild are not beside this checkout (../shared)");
const cases = join(shared ?? "", "cases");

describe.skipIf(shared === undefined)("what set-up writes", () => {
  const settings = (name: string): Buffer => readFileSync(join(cases, "settings-merge", name));

  function homeWithSettings(name: string): { readonly path: string; readonly file: string } {
    const path = temporaryFolder("my home");
    const file = join(path, ".claude", "settings.json");
    mkdirSync(dirname(file));
    writeFileSync(file, settings(name));
    return { path, file };
  }

  const setup = (home: string): ReturnType<typeof runVarve> =>
    runVarve(["setup", "--capture-only", "--yes"], { home });

  test.each(["full.json", "commented.jsonc", "bom-crlf.json", "empty.json", "odd-hooks.json"])(
    "settings-merge: %s keeps what is foreign, and uninstall gives the bytes back",
    (name) => {
      const { path, file } = homeWithSettings(name);
      const first = setup(path);
      const written = readFileSync(file);
      if (first.code !== 0) {
        expect(written.equals(settings(name))).toBe(true);
        expect(first.stderr).toContain("settings.json");
        return;
      }
      const before = settings(name).toString("utf8");
      for (const kept of before.match(/"command": ?"[^"]*"|\/\/ [^"\n\r]*|"disableAllHooks"/g) ??
        [])
        expect(written.toString("utf8")).toContain(kept);
      const timeouts = [...written.toString("utf8").matchAll(/"timeout": ?(\d+)/g)].map((match) =>
        Number(match[1]),
      );
      expect(timeouts.length).toBeGreaterThan(0);
      expect(setup(path).code).toBe(0);
      expect(readFileSync(file).equals(written)).toBe(true);
      expect(runVarve(["uninstall", "--yes"], { home: path }).code).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(settings(name).toString("utf8"));
    },
  );

  test.each(["broken.json", "array-root.json"])(
    "settings-merge: %s is refused untouched",
    (name) => {
      const { path, file } = homeWithSettings(name);
      const result = setup(path);
      expect(result.code).not.toBe(0);
      expect(result.stderr).toContain("settings.json");
      expect(readFileSync(file).equals(settings(name))).toBe(true);
    },
  );

  const config = readIfShared("codex-config-merge/config.toml");
  test.each([
    ["as it is", config],
    ["with CRLF line ends", config.replaceAll("\n", "\r\n")],
    ["without a final newline", config.trimEnd()],
  ])("codex-config-merge: %s", (_name, text) => {
    const path = temporaryFolder();
    const file = join(path, ".codex", "config.toml");
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    expect(setup(path).code).toBe(0);
    const written = readFileSync(file, "utf8");
    for (const line of text.split("\n")) expect(written).toContain(line);
    expect(setup(path).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(written);
    expect(runVarve(["uninstall", "--yes"], { home: path }).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  function readIfShared(name: string): string {
    return shared === undefined ? "" : readFileSync(join(cases, name), "utf8");
  }

  test("hook-stdin: every input to every hook, store healthy, missing or locked away", () => {
    const path = temporaryFolder("my home");
    layOut(join(cases, "bookkeeping-first", "home"), path);
    importAll({ path });
    const inputs = readdirSync(join(cases, "hook-stdin"));
    const events = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreCompact"];
    const blocked = join(path, "blocked");
    writeFileSync(blocked, "a file where the store should be");
    let slowest = 0;
    inputs.forEach((name, at) => {
      for (const store of [join(path, ".varve"), join(path, "nowhere"), blocked]) {
        const host = name.startsWith("codex") ? "codex" : "claude-code";
        const event = events[at % events.length] ?? "Stop";
        const began = performance.now();
        const result = spawnSync(
          process.execPath,
          [join(repositoryRoot, "dist", "varve-hook.cjs"), host, event, "--home", store],
          {
            input: readFileSync(join(cases, "hook-stdin", name)),
            env: cleanEnvironment({ home: path }),
            cwd: path,
            encoding: "utf8",
          },
        );
        slowest = Math.max(slowest, performance.now() - began);
        expect({ name, code: result.status, out: result.stdout }).toEqual({
          name,
          code: 0,
          out: "",
        });
        expect(result.stderr.trim().split("\n").length).toBeLessThanOrEqual(1);
      }
    });
    expect(slowest).toBeLessThan(2000);
    expect(existsSync(join(path, "nowhere"))).toBe(false);
    expect(readFileSync(blocked, "utf8")).toContain("a file");
  });
});
