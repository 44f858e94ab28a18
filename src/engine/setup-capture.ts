/** Owns the set-up use-case: what would change in the agents' settings, and doing it. */
import { applyPlan, type StepResult } from "../hosts/apply-plan.ts";
import type { HostCheck } from "../hosts/host.ts";
import { isChange, isRefused, type InstallPlan } from "../hosts/install-plan.ts";
import { parseInstallRecord } from "../hosts/install-record.ts";
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
}

function readTarget(target: CaptureTarget): CaptureSetup {
  const { varveHome, userHome, nodePath, packageFolder } = target;
  return readCaptureSetup({
    varveHome,
    userHome,
    nodePath,
    packageFolder,
    configFolders: { "claude-code": target.claudeConfigDir, codex: target.codexHome },
  });
}

export function planSetup(target: CaptureTarget, direction: "install" | "uninstall"): CapturePlan {
  const setup = readTarget(target);
  const plan = direction === "install" ? planCaptureInstall(setup) : planCaptureUninstall(setup);
  return {
    plan,
    text: renderPlan(plan),
    changes: plan.steps.filter(isChange).length,
    refused: isRefused(plan),
  };
}

/** Writes each file whose bytes are still those the plan saw. */
export function applySetup(plan: CapturePlan): readonly StepResult[] {
  return applyPlan(plan.plan);
}

/** Whether the hooks of each host are there and can run. */
export function checkCapture(target: CaptureTarget): readonly HostCheck[] {
  const setup = readTarget(target);
  const record = parseInstallRecord(setup.recordFile.text);
  return setup.hosts.flatMap(({ host, view }) =>
    host.detect(view) === "present" ? host.check({ view, varveHome: setup.varveHome, record }) : [],
  );
}
