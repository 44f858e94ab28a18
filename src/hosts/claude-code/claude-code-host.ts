/** Owns Claude Code's side of set-up: hooks in `settings.json`. `.claude.json`, the host's own state, is never touched. */
import { parseJsonc } from "../../platform/edit-jsonc.ts";
import { findForeignStores } from "../find-foreign-stores.ts";
import { findHookDocumentProblem, hasCaptureHooks, readHooks } from "../hook-document.ts";
import type { Host, HostCheck, HostFile, HostPlan, HostPlanInput, HostView } from "../host.ts";
import {
  planHookFileInstall,
  planHookFileUninstall,
  type HookFileInput,
} from "../plan-hook-file.ts";

const SETTINGS = "settings.json";

function settingsOf(view: HostView): HostFile {
  const path = `${view.configFolder}/${SETTINGS}`;
  return view.files.get(SETTINGS) ?? { path, target: path, text: null, problem: null };
}

function hookFileInput({ view, varveHome, record }: HostPlanInput): HookFileInput {
  return { file: settingsOf(view), owner: { host: "claude-code", varveHome }, record };
}

function switchedOff(text: string | null): boolean {
  const document = parseJsonc((text ?? "{}").replace(/^\uFEFF/, ""));
  if (!document.ok) return false;
  const { disableAllHooks } = Object(document.value) as { disableAllHooks?: unknown };
  return disableAllHooks === true;
}

const SWITCHED_OFF =
  'Claude Code runs no hook at all while "disableAllHooks" is true in its settings; varve leaves that as it is.';

function planInstall(input: HostPlanInput): HostPlan {
  const { text } = settingsOf(input.view);
  const { step, undo } = planHookFileInstall(hookFileInput(input));
  const notes = [
    ...(switchedOff(text) ? [SWITCHED_OFF] : []),
    ...findForeignStores(text, input.varveHome),
    ...(step.action === "create" || step.action === "edit"
      ? [
          "A Claude Code session that is open now may use the new hooks only from its next start on.",
        ]
      : []),
  ];
  return { steps: [step], notes, undo };
}

function planUninstall(input: HostPlanInput): HostPlan {
  const { step } = planHookFileUninstall(hookFileInput(input));
  return { steps: [step], notes: findForeignStores(step.after, input.varveHome), undo: [] };
}

function check({ view, varveHome }: HostPlanInput): readonly HostCheck[] {
  const id = "claude-code-hooks";
  const { text, problem, path } = settingsOf(view);
  const wrong = problem ?? (text === null ? undefined : findHookDocumentProblem(text));
  if (wrong !== undefined) {
    return [{ id, state: "failure", detail: `${path}: ${wrong}`, fix: `Put ${path} right.` }];
  }
  if (text === null || !hasCaptureHooks(text, { host: "claude-code", varveHome })) {
    const old = text !== null && JSON.stringify(readHooks(text) ?? "").includes("varve-hook");
    const detail = `${path} holds ${old ? "only some or older ones" : "none"} of varve's hooks`;
    return [{ id, state: "warning", detail, fix: "varve setup --capture-only" }];
  }
  if (switchedOff(text)) {
    const fix = `Remove "disableAllHooks" from ${path}.`;
    return [{ id, state: "warning", detail: SWITCHED_OFF, fix }];
  }
  return [{ id, state: "ok", detail: `hooks installed in ${path}`, fix: "" }];
}

export const claudeCodeHost: Host = {
  id: "claude-code",
  name: "Claude Code",
  files: [SETTINGS],
  configFolder: (userHome, override) => override || `${userHome}/.claude`,
  detect: (view) => (view.folderExists ? "present" : "absent"),
  planInstall,
  planUninstall,
  check,
};
