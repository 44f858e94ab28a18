/** Owns the set-up use-case: what would change in the agents' settings, and doing it. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import { applyPlan, type StepResult } from "../hosts/apply-plan.ts";
import { checkCapture as checkSetup } from "../hosts/check-capture.ts";
import { copyPackage, type PackageCopy } from "../hosts/copy-package.ts";
import type { HostCheck } from "../hosts/host.ts";
import { isChange, isRefused, type InstallPlan } from "../hosts/install-plan.ts";
import { needsOwnCopy } from "../hosts/launcher.ts";
import { planCaptureInstall, planCaptureUninstall } from "../hosts/plan-capture.ts";
import { readCaptureSetup, type CaptureSetup } from "../hosts/read-capture-setup.ts";
import { renderPlan } from "../hosts/render-plan.ts";

export interface CaptureTarget {
  readonly varveHome: string;
  readonly userHome: string;
  readonly claudeConfigDir: string | undefined;
  readonly codexHome: string | undefined;
  readonly nodePath: string;
  readonly packageFolder: string;
}

export interface CapturePlan {
  readonly plan: InstallPlan;
  /** As a person reads it. */
  readonly text: string;
  readonly changes: number;
  readonly refused: boolean;
  /** The package runs from a cache that is emptied now and then: hooks are to call a copy of it. */
  readonly copy: PackageCopy | undefined;
  /** Our own copy of the package, which goes with the hooks; undefined when there is none or it stays. */
  readonly discards: string | undefined;
}

function readTarget(target: CaptureTarget): CaptureSetup {
  const { varveHome, userHome, nodePath } = target;
  const packageFolder = needsOwnCopy(target.packageFolder)
    ? copyFolder(target)
    : target.packageFolder;
  return readCaptureSetup({
    varveHome,
    userHome,
    nodePath,
    packageFolder,
    configFolders: { "claude-code": target.claudeConfigDir, codex: target.codexHome },
  });
}

function copyFolder(target: CaptureTarget): string {
  return join(target.varveHome, "bin", "package");
}

export function planSetup(target: CaptureTarget, direction: "install" | "uninstall"): CapturePlan {
  const setup = readTarget(target);
  const plan = direction === "install" ? planCaptureInstall(setup) : planCaptureUninstall(setup);
  const changes = plan.steps.filter(isChange).length;
  const to = copyFolder(target);
  const needsCopy =
    direction === "install" && plan.steps.length > 0 && needsOwnCopy(target.packageFolder);
  const copy =
    needsCopy && (changes > 0 || !existsSync(to)) ? { from: target.packageFolder, to } : undefined;
  const keepsLauncher = plan.steps.every(
    ({ target: path, action }) => path !== setup.launcherFile.target || action !== "remove",
  );
  const discards = direction === "uninstall" && !keepsLauncher && existsSync(to) ? to : undefined;
  const own = [
    ...(copy === undefined
      ? []
      : [
          `copy   ${copy.to}: this package, because the cache it runs from is emptied now and then`,
        ]),
    ...(discards === undefined
      ? []
      : [`remove ${discards}: the copy of the package that hooks called`]),
  ];
  return {
    plan,
    text: [...own, renderPlan(plan)].join("\n"),
    changes: changes + own.length,
    refused: isRefused(plan),
    copy,
    discards,
  };
}

/**
 * Copies the package first where it must, then writes each file whose bytes are still those the plan saw. Throws
 * VarveError `io` when the copy fails; nothing is changed then.
 */
export function applySetup({ plan, copy, discards }: CapturePlan): readonly StepResult[] {
  if (copy !== undefined) copyPackage(copy);
  const results = applyPlan(plan);
  if (discards !== undefined) rmSync(discards, { recursive: true, force: true });
  return results;
}

/** Whether the hooks of each host are there and can run. */
export function checkCapture(target: CaptureTarget): readonly HostCheck[] {
  return checkSetup(readTarget(target));
}
