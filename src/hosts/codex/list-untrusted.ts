/** Owns reading which of our hooks a person has trusted in Codex. Whether the hash still fits, only Codex can tell. Pure. */
import { tomlAt } from "../../platform/toml.ts";
import { readHooks } from "../hook-document.ts";
import type { HostFile, HostPlanInput } from "../host.ts";
import { listOurHandlers, type HandlerPlace } from "../list-handlers.ts";
import { CONFIG, HOOKS, configValue, fileOf } from "./codex-files.ts";
import { listOurTomlHandlers } from "./toml-hooks.ts";

/** `SessionStart` as Codex spells it in its trust keys. */
function trustEventName(event: string): string {
  return event.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Our handlers for which Codex has no trust on record, by event. */
export function listUntrusted(input: HostPlanInput): readonly string[] {
  const { view, varveHome } = input;
  const state = configValue(view, ["hooks", "state"]);
  const named = (file: HostFile, places: readonly HandlerPlace[]): string[] =>
    places
      .filter(({ event, group, index }) => {
        const suffix = `${trustEventName(event)}:${group}:${index}`;
        return ![file.path, file.target].some(
          (path) => typeof tomlAt(state, [`${path}:${suffix}`, "trusted_hash"]) === "string",
        );
      })
      .map(({ event }) => event);
  const hooks = fileOf(view, HOOKS);
  const config = fileOf(view, CONFIG);
  return [
    ...named(hooks, listOurHandlers(readHooks(hooks.text ?? "{}"), varveHome)),
    ...named(config, listOurTomlHandlers(config.text ?? "", varveHome)),
  ];
}
