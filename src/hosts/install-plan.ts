/** Owns the shape of what set-up and uninstall are going to do, as data that can be shown before it is done. */
import type { HookHost } from "../core/spool-line.ts";

export type PlanAction = "create" | "edit" | "remove" | "none" | "refuse";

/** One file. `before` and `after` are whole texts; null means that there is no file. */
export interface PlanStep {
  readonly host: HookHost | null;
  /** The path a person knows. */
  readonly path: string;
  /** Where the bytes lie: differs from `path` when that is a symbolic link, which stays one. */
  readonly target: string;
  readonly action: PlanAction;
  readonly before: string | null;
  readonly after: string | null;
  /** One sentence; for `refuse` what is wrong and what to do. */
  readonly reason: string;
  /** A new file can be run (0700, else 0600). A file that exists keeps its mode. */
  readonly executable: boolean;
  /** When this step cannot be done, the ones after it are not tried. */
  readonly essential: boolean;
}

export interface InstallPlan {
  readonly steps: readonly PlanStep[];
  /** What a person should know or do, one sentence each. */
  readonly notes: readonly string[];
}

export const isChange = (step: PlanStep): boolean =>
  step.action === "create" || step.action === "edit" || step.action === "remove";

/** True when a step could not be planned: the command ends with exit code 2. */
export const isRefused = (plan: InstallPlan): boolean =>
  plan.steps.some((step) => step.action === "refuse");
