/** Owns doing what a plan says, one file at a time, and nothing that the file's bytes no longer agree with. */
import { chmodSync, chownSync, readFileSync, statSync, type Stats } from "node:fs";

import { nodeFileOps, type FileOps } from "../platform/file-ops.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { isChange, type InstallPlan, type PlanStep } from "./install-plan.ts";

export interface StepResult {
  readonly step: PlanStep;
  /**
   * `changed-meanwhile`: another program wrote the file after the plan was made, and it was left alone.
   * `not-tried`: an essential step before it failed.
   */
  readonly outcome: "done" | "unchanged" | "refused" | "changed-meanwhile" | "failed" | "not-tried";
  /** Why not; empty when done. */
  readonly detail: string;
}

class ChangedMeanwhile extends Error {}

function requireUnchanged(step: PlanStep): void {
  let bytes: Buffer | null = null;
  try {
    bytes = readFileSync(step.target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const expected = step.before === null ? null : Buffer.from(step.before);
  const same = bytes === null || expected === null ? bytes === expected : bytes.equals(expected);
  if (!same) throw new ChangedMeanwhile();
}

function keepOwner(path: string, stat: Stats): void {
  const owned = statSync(path);
  if (owned.uid === stat.uid && owned.gid === stat.gid) return;
  try {
    chownSync(path, stat.uid, stat.gid);
  } catch {
    // Only root may give a file away; anyone else replaces it by one of their own.
  }
}

function applyStep(step: PlanStep, files: FileOps): void {
  requireUnchanged(step);
  if (step.after === null) {
    files.remove(step.target);
    return;
  }
  const stat = statSync(step.target, { throwIfNoEntry: false });
  writeAtomically(step.target, step.after, {
    ...files,
    rename(from, to) {
      if (stat !== undefined) keepOwner(from, stat);
      const mode = stat === undefined ? 0o600 : stat.mode & 0o777;
      chmodSync(from, step.executable ? mode | 0o700 : mode);
      // As late as can be: the host may have written its settings while ours were on the way to the disk.
      requireUnchanged(step);
      files.rename(from, to);
    },
  });
}

function resultOf(step: PlanStep, files: FileOps): StepResult {
  if (step.action === "refuse") return { step, outcome: "refused", detail: step.reason };
  if (!isChange(step)) return { step, outcome: "unchanged", detail: "" };
  try {
    applyStep(step, files);
    return { step, outcome: "done", detail: "" };
  } catch (error) {
    if (error instanceof ChangedMeanwhile) {
      const detail = `${step.path} was changed by another program just now and was left alone; run the command again`;
      return { step, outcome: "changed-meanwhile", detail };
    }
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return { step, outcome: "failed", detail: `${step.path} could not be written (${code})` };
  }
}

/** Applies the steps in order. Never throws; one result per step. */
export function applyPlan(plan: InstallPlan, files: FileOps = nodeFileOps): readonly StepResult[] {
  let stopped = false;
  return plan.steps.map((step) => {
    if (stopped) return { step, outcome: "not-tried", detail: "a step before it failed" };
    const result = resultOf(step, files);
    stopped = step.essential && result.outcome !== "done" && result.outcome !== "unchanged";
    return result;
  });
}
