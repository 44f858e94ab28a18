/** Owns the interface of one coding agent: where its settings are and how our hooks get in and out of them. */
import type { HookHost } from "../core/spool-line.ts";
import type { FileUndo, InstallRecord } from "./install-record.ts";
import type { PlanStep } from "./install-plan.ts";

/** One settings file as it was read; the plan rules never touch the disk. */
export interface HostFile {
  readonly path: string;
  /** `path` with symbolic links followed. */
  readonly target: string;
  /** Whole text, with its BOM; null when there is no file. */
  readonly text: string | null;
  /** Why the file cannot be used although something is there; null otherwise. */
  readonly problem: string | null;
}

export interface HostView {
  /** The host's resolved settings folder (`CLAUDE_CONFIG_DIR`, `CODEX_HOME` or the default). */
  readonly configFolder: string;
  readonly folderExists: boolean;
  /** By the names of {@link Host.files}. */
  readonly files: ReadonlyMap<string, HostFile>;
}

export interface HostPlanInput {
  readonly view: HostView;
  /** Absolute VARVE_HOME. */
  readonly varveHome: string;
  /** What an earlier set-up changed. */
  readonly record: InstallRecord;
}

export interface HostPlan {
  readonly steps: readonly PlanStep[];
  readonly notes: readonly string[];
  /** How to give each changed file its old bytes back; empty for uninstall. */
  readonly undo: readonly FileUndo[];
}

export type HostPresence = "present" | "absent";

export interface HostCheck {
  readonly id: string;
  readonly state: "ok" | "warning" | "failure";
  readonly detail: string;
  /** What to do; empty when ok. */
  readonly fix: string;
}

/** All methods are pure. */
export interface Host {
  readonly id: HookHost;
  /** As people call it. */
  readonly name: string;
  /** Names, below the settings folder, of the files that the rules look at. */
  readonly files: readonly string[];
  /** The settings folder: `override` (the host's own environment variable) or the default below `userHome`. */
  configFolder(userHome: string, override: string | undefined): string;
  detect(view: HostView): HostPresence;
  planInstall(input: HostPlanInput): HostPlan;
  planUninstall(input: HostPlanInput): HostPlan;
  check(input: HostPlanInput): readonly HostCheck[];
}
