/** Owns Codex's side of set-up: hooks in `hooks.json` (or in `config.toml` where they are already), and their trust. */
import { findForeignStores } from "../find-foreign-stores.ts";
import { readHooks } from "../hook-document.ts";
import type { Host, HostPlan, HostPlanInput } from "../host.ts";
import type { PlanStep } from "../install-plan.ts";
import { listOurHandlers, type HandlerPlace } from "../list-handlers.ts";
import { planHookFileInstall, planHookFileUninstall, refuseHookFile } from "../plan-hook-file.ts";
import { checkCodex } from "./check-codex.ts";
import { CONFIG, HOOKS, HOOKS_OFF, configValue, fileInput } from "./codex-files.ts";
import { findCodexProblem } from "./find-codex-problem.ts";
import { listUntrusted } from "./list-untrusted.ts";
import { hasTomlCaptureHooks, listOurTomlHandlers, removeTomlCaptureHooks } from "./toml-hooks.ts";

const TRUST_NOTES = [
  "Codex runs a hook only once you have trusted it; until then varve captures nothing from Codex, and Codex does not say so.",
  'To trust it: start `codex` in a terminal and choose "Trust all and continue". varve never records trust for you; any later change of a hook asks again.',
];

function planInstall(input: HostPlanInput): HostPlan {
  const { view, varveHome } = input;
  const off = configValue(view, ["features", "hooks"]) === false ? [HOOKS_OFF] : [];
  const toml = fileInput(input, CONFIG);
  const tomlText = toml.file.text ?? "";
  if (listOurTomlHandlers(tomlText, varveHome).length > 0) {
    const complete = hasTomlCaptureHooks(tomlText, varveHome);
    const { step } = refuseHookFile(
      toml,
      "its varve hooks are incomplete or older; `varve uninstall` takes them out",
    );
    const present: PlanStep = {
      ...step,
      action: "none",
      reason: "varve's hooks are there already",
    };
    return { steps: [complete ? present : step], notes: off, undo: [] };
  }
  const hooks = fileInput(input, HOOKS);
  const problem = hooks.file.text === null ? undefined : findCodexProblem(hooks.file.text);
  const { step, undo } =
    problem === undefined ? planHookFileInstall(hooks) : refuseHookFile(hooks, problem);
  const trusted = step.action === "none" && listUntrusted(input).length === 0;
  const trust = trusted || step.action === "refuse" ? [] : TRUST_NOTES;
  return {
    steps: [step],
    notes: [...off, ...trust, ...findForeignStores(hooks.file.text, varveHome)],
    undo,
  };
}

function planTomlUninstall(input: HostPlanInput): PlanStep[] {
  const toml = fileInput(input, CONFIG);
  const { text } = toml.file;
  if (text === null || listOurTomlHandlers(text, input.varveHome).length === 0) return [];
  const after = removeTomlCaptureHooks(text, input.varveHome);
  if (after === undefined) {
    return [refuseHookFile(toml, "varve's hooks in it share a group with others").step];
  }
  const { step } = refuseHookFile(toml, "");
  return [{ ...step, action: "edit", after, reason: "takes out varve's entries" }];
}

/** Codex names a hook by its position: taking ours out moves the ones behind it and they ask for trust again. */
function movesOthers(text: string | null, ours: readonly HandlerPlace[]): boolean {
  const hooks = Object(readHooks(text ?? "{}")) as Record<string, unknown>;
  return ours.some(({ event, group }) => {
    const groups = hooks[event];
    return Array.isArray(groups) && group < groups.length - 1;
  });
}

function planUninstall(input: HostPlanInput): HostPlan {
  const hooks = fileInput(input, HOOKS);
  const { step } = planHookFileUninstall(hooks);
  const ours = listOurHandlers(readHooks(hooks.file.text ?? "{}"), input.varveHome);
  const moved = movesOthers(hooks.file.text, ours)
    ? [
        "Hooks of others stand behind varve's in hooks.json; Codex will ask you to trust those again.",
      ]
    : [];
  const notes = [...moved, ...findForeignStores(step.after, input.varveHome)];
  return { steps: [step, ...planTomlUninstall(input)], notes, undo: [] };
}

export const codexHost: Host = {
  id: "codex",
  name: "Codex",
  files: [HOOKS, CONFIG],
  configFolder: (userHome, override) => override || `${userHome}/.codex`,
  detect: (view) => (view.folderExists ? "present" : "absent"),
  planInstall,
  planUninstall,
  check: checkCodex,
};
