/** Owns a person's temp home with both hosts in it, and set-up run on it. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import type { HookHost } from "../../src/core/spool-line.ts";
import { applyPlan } from "../../src/hosts/apply-plan.ts";
import type { InstallPlan } from "../../src/hosts/install-plan.ts";
import { planCaptureInstall, planCaptureUninstall } from "../../src/hosts/plan-capture.ts";
import { readCaptureSetup, type CaptureSetup } from "../../src/hosts/read-capture-setup.ts";
import { removeFolder } from "../support/temp-home.ts";

export const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

export interface Home {
  readonly folder: string;
  readonly claudeSettings: string;
  readonly codexHooks: string;
  readonly codexConfig: string;
  readonly varveHome: string;
  setup(hosts?: readonly HookHost[]): CaptureSetup;
  install(): Installed;
  uninstall(): Installed;
}

export interface Installed {
  readonly plan: InstallPlan;
  readonly outcomes: readonly string[];
}

/** `name` is the last part of the home's path; `packagePath` the package, relative to it or absolute. */
export function makeHome(name = "user", packagePath = "lib/varve"): Home {
  const root = mkdtempSync(join(tmpdir(), "varve-hosts-"));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, name);
  const packageFolder = resolve(folder, packagePath);
  for (const host of [".claude", ".codex"]) mkdirSync(join(folder, host), { recursive: true });
  const varveHome = join(folder, ".varve");
  const setup = (hosts?: readonly HookHost[]): CaptureSetup =>
    readCaptureSetup({
      varveHome,
      userHome: folder,
      configFolders: {},
      nodePath: process.execPath,
      packageFolder,
      ...(hosts === undefined ? {} : { hosts }),
    });
  const run = (plan: InstallPlan): Installed => ({
    plan,
    outcomes: applyPlan(plan).map((result) => result.outcome),
  });
  return {
    folder,
    claudeSettings: join(folder, ".claude", "settings.json"),
    codexHooks: join(folder, ".codex", "hooks.json"),
    codexConfig: join(folder, ".codex", "config.toml"),
    varveHome,
    setup,
    install: () => run(planCaptureInstall(setup())),
    uninstall: () => run(planCaptureUninstall(setup())),
  };
}

export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export function stepFor(installed: Installed, path: string) {
  const step = installed.plan.steps.find((one) => one.path === path);
  if (step === undefined) throw new Error(`no step for ${path}`);
  return step;
}

/** Settings files to merge into: our own and, when present, the shared ones; by name. */
export function settingsFixtures(): ReadonlyMap<string, string> {
  const folders = [
    join(repositoryRoot, "test", "fixtures", "settings"),
    join(repositoryRoot, "..", "shared", "cases", "settings-merge"),
  ];
  const fixtures = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    let names: string[] = [];
    try {
      names = readdirSync(folder);
    } catch {
      // The shared cases lie beside the checkout of the people who build varve only.
    }
    for (const name of names) {
      if (!name.startsWith("frozen-")) {
        fixtures.set(
          `${index === 0 ? "own" : "shared"}/${name}`,
          readFileSync(join(folder, name), "utf8"),
        );
      }
    }
  }
  return fixtures;
}

export function writeText(path: string, text: string): void {
  writeFileSync(path, text);
}
