/** Owns which of Codex's files the rules look at, and how. Pure. */
import { readToml, tomlAt } from "../../platform/toml.ts";
import type { HostFile, HostPlanInput, HostView } from "../host.ts";
import type { HookFileInput } from "../plan-hook-file.ts";

export const HOOKS = "hooks.json";
export const CONFIG = "config.toml";

export function fileOf(view: HostView, name: string): HostFile {
  const path = `${view.configFolder}/${name}`;
  return view.files.get(name) ?? { path, target: path, text: null, problem: null };
}

export function fileInput({ view, varveHome, record }: HostPlanInput, name: string): HookFileInput {
  return { file: fileOf(view, name), owner: { host: "codex", varveHome }, record };
}

export function configValue(view: HostView, path: readonly string[]): unknown {
  const document = readToml(fileOf(view, CONFIG).text ?? "");
  return document.ok ? tomlAt(document.value, path) : undefined;
}

export const HOOKS_OFF =
  "Hooks are switched off in Codex (`hooks = false` under [features] in config.toml); varve leaves that as it is.";
