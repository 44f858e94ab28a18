/** Owns what `status` says about Codex: are the hooks in, would Codex run them, are they trusted. Pure. */
import { hasCaptureHooks, readHooks } from "../hook-document.ts";
import type { HostCheck, HostPlanInput } from "../host.ts";
import { listOurHandlers } from "../list-handlers.ts";
import { CONFIG, HOOKS, HOOKS_OFF, configValue, fileOf } from "./codex-files.ts";
import { findCodexProblem } from "./find-codex-problem.ts";
import { listUntrusted } from "./list-untrusted.ts";
import { hasTomlCaptureHooks, listOurTomlHandlers } from "./toml-hooks.ts";

function checkInstalled(input: HostPlanInput): HostCheck {
  const id = "codex-hooks";
  const { view, varveHome } = input;
  const hooks = fileOf(view, HOOKS);
  const problem = hooks.problem ?? findCodexProblem(hooks.text ?? "");
  const config = fileOf(view, CONFIG);
  if (hasTomlCaptureHooks(config.text ?? "", varveHome)) {
    return { id, state: "ok", detail: `hooks installed in ${config.path}`, fix: "" };
  }
  if (problem !== undefined) {
    return {
      id,
      state: "failure",
      detail: `${hooks.path}: ${problem}`,
      fix: `Put ${hooks.path} right.`,
    };
  }
  if (!hasCaptureHooks(hooks.text ?? "{}", { host: "codex", varveHome })) {
    const detail = `${hooks.path} does not hold varve's current hooks`;
    return { id, state: "warning", detail, fix: "varve setup --capture-only" };
  }
  if (configValue(view, ["features", "hooks"]) === false) {
    const fix = "Set `hooks = true` under [features] in config.toml.";
    return { id, state: "warning", detail: HOOKS_OFF, fix };
  }
  return { id, state: "ok", detail: `hooks installed in ${hooks.path}`, fix: "" };
}

function checkTrust(input: HostPlanInput): HostCheck[] {
  const id = "codex-trust";
  const { view, varveHome } = input;
  const installed =
    listOurHandlers(readHooks(fileOf(view, HOOKS).text ?? "{}"), varveHome).length +
    listOurTomlHandlers(fileOf(view, CONFIG).text ?? "", varveHome).length;
  if (installed === 0) return [];
  const untrusted = listUntrusted(input);
  if (untrusted.length === 0) {
    // Whether the recorded hash is still the right one, only Codex can tell.
    return [{ id, state: "ok", detail: "trust recorded for varve's hooks", fix: "" }];
  }
  const fix = 'Start `codex` in a terminal and choose "Trust all and continue".';
  return [{ id, state: "warning", detail: `not trusted yet: ${untrusted.join(", ")}`, fix }];
}

/** One check for the hooks and, when there are any, one for their trust. */
export function checkCodex(input: HostPlanInput): readonly HostCheck[] {
  return [checkInstalled(input), ...checkTrust(input)];
}
