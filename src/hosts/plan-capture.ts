/**
 * Owns the whole plan of `varve setup --capture-only` and `varve uninstall`: launcher, record, and each host's
 * settings. Pure; `readCaptureSetup` reads before, `applyPlan` writes after.
 */
import type { Host, HostFile, HostPlan } from "./host.ts";
import type { InstallPlan, PlanStep } from "./install-plan.ts";
import {
  parseInstallRecord,
  renderInstallRecord,
  updateRecord,
  type FileUndo,
  type InstallRecord,
} from "./install-record.ts";
import type { CaptureSetup } from "./read-capture-setup.ts";

function ownStep(file: HostFile, after: string | null, reason: string): PlanStep {
  const { path, target, text: before, problem } = file;
  const base = { host: null, path, target, before, executable: false, essential: false };
  if (problem !== null) {
    return {
      ...base,
      after: before,
      action: "refuse",
      essential: true,
      reason: `left untouched, because ${problem}`,
    };
  }
  if (before === after) return { ...base, after, action: "none", reason: "up to date" };
  const action = after === null ? "remove" : before === null ? "create" : "edit";
  return { ...base, after, action, reason };
}

function recordStep(
  setup: CaptureSetup,
  record: InstallRecord,
  essential: boolean,
): readonly PlanStep[] {
  const after = record.files.length === 0 ? null : renderInstallRecord(record);
  const step = ownStep(setup.recordFile, after, "what set-up changed, for uninstall");
  return step.action === "none" ? [] : [{ ...step, essential }];
}

function planHosts(
  setup: CaptureSetup,
  plan: (host: Host) => Host["planInstall"],
): readonly HostPlan[] {
  const record = parseInstallRecord(setup.recordFile.text);
  const { varveHome } = setup;
  return setup.hosts.map(({ host, view }) => {
    if (host.detect(view) === "present") return plan(host)({ view, varveHome, record });
    return {
      steps: [],
      notes: [`${host.name} is not here (no folder ${view.configFolder}).`],
      undo: [],
    };
  });
}

const fileUndos = (plans: readonly HostPlan[]): readonly FileUndo[] =>
  plans.flatMap((plan) => plan.undo);

/** Launcher first, so that no host ever calls one that is missing; then the record; then the hosts. */
export function planCaptureInstall(setup: CaptureSetup): InstallPlan {
  const plans = planHosts(setup, (host) => host.planInstall);
  const hostSteps = plans.flatMap((plan) => plan.steps);
  const notes = plans.flatMap((plan) => plan.notes);
  if (hostSteps.length === 0) return { steps: [], notes };
  const launcher: PlanStep = {
    ...ownStep(setup.launcherFile, setup.launcherText, "the script that hooks call"),
    executable: true,
    essential: true,
  };
  const record = updateRecord(parseInstallRecord(setup.recordFile.text), fileUndos(plans), []);
  const steps = [launcher, ...recordStep(setup, record, true), ...hostSteps];
  return { steps, notes };
}

/** Hosts first, so that none is left with a hook that leads nowhere. */
export function planCaptureUninstall(setup: CaptureSetup): InstallPlan {
  const plans = planHosts(setup, (host) => host.planUninstall);
  const hostSteps = plans.flatMap((plan) => plan.steps);
  const done = hostSteps.filter((step) => step.action !== "refuse").map((step) => step.target);
  const record = updateRecord(parseInstallRecord(setup.recordFile.text), [], done);
  const launcher = ownStep(setup.launcherFile, null, "no host calls it any more");
  const keeps = !setup.allHosts || launcher.action === "none";
  return {
    steps: [...hostSteps, ...recordStep(setup, record, false), ...(keeps ? [] : [launcher])],
    notes: plans.flatMap((plan) => plan.notes),
  };
}
