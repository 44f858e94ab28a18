/** Owns where flags, variables, config.toml and defaults meet, once: flag > variable > file > default. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { VarveError } from "../core/errors.ts";
import { expandHome } from "../platform/paths.ts";
import { parseToml } from "../platform/toml-parse.ts";
import {
  badValue,
  configError,
  notInFile,
  secretValue,
  unknownKey,
  unknownVariable,
  unreadableFile,
  type ConfigProblem,
} from "./config-problem.ts";
import type { Environment } from "./environment.ts";
import { flattenToml, textsIn } from "./flatten-toml.ts";
import { rawFromText, readSettingValue, type SettingValue } from "./read-setting-value.ts";
import {
  DEFAULT_SETTINGS,
  findSetting,
  SETTINGS,
  type SettingKey,
  type Settings,
  type SettingSpec,
} from "./settings-table.ts";

/** `default`, `config.toml`, `flag`, or the name of the variable. */
export type SettingOrigin = string;

export interface Config {
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingKey, SettingOrigin>>;
  /** In strict mode only what does not stop a command: variables that set nothing. */
  readonly problems: readonly ConfigProblem[];
  /** config.toml, whether it exists or not. */
  readonly file: string;
}

export interface LoadConfigOptions {
  readonly env: Environment;
  /** The person's home folder; undefined when the system names none. */
  readonly homeFolder: string | undefined;
  /** Relative `--home` and VARVE_HOME are taken from here. */
  readonly cwd: string;
  /** `strict` (commands) throws on what is wrong; `lenient` (hooks, MCP) goes on with defaults and reports. */
  readonly mode: "strict" | "lenient";
  readonly flags?: Readonly<Partial<Record<SettingKey, string>>>;
  /** Tells secrets from other text; nothing is refused without it. */
  readonly looksSecret?: (text: string) => boolean;
}

/** Variables that begin with VARVE_ and are no settings. */
const OTHER_VARIABLES = new Set(["VARVE_CHILD", "VARVE_TEST_FULL", "VARVE_DEBUG"]);

/** Throws VarveError `no-home`; in strict mode also `bad-config`. */
export function loadConfig(options: LoadConfigOptions): Config {
  const home = resolveHome(options);
  const file = join(home.path, "config.toml");
  const values = new Map<SettingKey, { readonly value: SettingValue; readonly origin: string }>();
  const problems: ConfigProblem[] = [];
  const take = (spec: SettingSpec, raw: unknown, origin: string) => {
    const read = readSettingValue(spec, raw, options.homeFolder);
    if ("problem" in read) problems.push(badValue(spec, origin, read.problem));
    else values.set(spec.key, { value: read.value, origin });
  };
  for (const [key, raw] of readFile(file, problems)) {
    const problem = checkKey(key, raw, options.looksSecret);
    const spec = findSetting(key);
    if (problem !== undefined) problems.push(problem);
    else if (spec !== undefined) take(spec, raw, "config.toml");
  }
  for (const spec of SETTINGS) {
    if (spec.key === "home") continue;
    const variable = options.env.varve[spec.env];
    const flag = options.flags?.[spec.key];
    if (variable !== undefined) take(spec, rawFromText(spec, variable), spec.env);
    if (flag !== undefined) take(spec, rawFromText(spec, flag), "flag");
  }
  if (options.mode === "strict" && problems.length > 0) throw configError(problems);
  problems.push(...strayVariables(options.env));
  values.set("home", { value: home.path, origin: home.origin });
  return { ...assemble(values), problems, file };
}

function resolveHome(options: LoadConfigOptions): {
  readonly path: string;
  readonly origin: string;
} {
  const { env, cwd, homeFolder, flags } = options;
  const given = flags?.home ?? env.varve["VARVE_HOME"];
  if (given !== undefined) {
    const path = resolve(cwd, homeFolder === undefined ? given : expandHome(given, homeFolder));
    return { path, origin: flags?.home === undefined ? "VARVE_HOME" : "flag" };
  }
  if (homeFolder === undefined) {
    throw new VarveError(
      "no-home",
      "no home folder is known: HOME is not set, so there is no place for the store",
      "set VARVE_HOME to the folder that the store is in, or set HOME",
    );
  }
  return { path: join(resolve(cwd, homeFolder), ".varve"), origin: "default" };
}

function readFile(
  file: string,
  problems: ConfigProblem[],
): readonly (readonly [string, unknown])[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    if (code !== "ENOENT" && code !== "ENOTDIR") problems.push(unreadableFile(file, code));
    return [];
  }
  try {
    return flattenToml(parseToml(text.replace(/^\ufeff/, "")));
  } catch (error) {
    problems.push(unreadableFile(file, describeTomlError(error)));
    return [];
  }
}

/** Where the error stands; the parser's own message quotes the line, which may hold a secret. */
function describeTomlError(error: unknown): string {
  const { line, column } = (error ?? {}) as { readonly line?: unknown; readonly column?: unknown };
  return typeof line === "number"
    ? `no valid TOML at line ${line}, column ${String(column)}`
    : "no valid TOML";
}

function checkKey(
  key: string,
  raw: unknown,
  looksSecret: LoadConfigOptions["looksSecret"],
): ConfigProblem | undefined {
  const spec = findSetting(key);
  if (looksSecret !== undefined && textsIn(raw).some(looksSecret)) {
    return secretValue(key, spec?.env ?? variableName(key));
  }
  if (spec === undefined) return unknownKey(key);
  return spec.inFile ? undefined : notInFile(spec);
}

function variableName(key: string): string {
  return key.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}

function strayVariables(env: Environment): readonly ConfigProblem[] {
  const known = new Set(SETTINGS.map((spec) => spec.env));
  return Object.keys(env.varve)
    .filter((name) => !known.has(name) && !OTHER_VARIABLES.has(name))
    .map(unknownVariable);
}

function assemble(
  values: ReadonlyMap<SettingKey, { readonly value: SettingValue; readonly origin: string }>,
): Pick<Config, "settings" | "origins"> {
  const settings: Record<string, SettingValue> = { ...DEFAULT_SETTINGS };
  const origins: Record<string, SettingOrigin> = {};
  for (const { key } of SETTINGS) {
    const found = values.get(key);
    origins[key] = found?.origin ?? "default";
    if (found !== undefined) settings[key] = found.value;
  }
  return {
    settings: Object.freeze(settings) as unknown as Settings,
    origins: Object.freeze(origins) as Record<SettingKey, SettingOrigin>,
  };
}
