/** Owns the step from an environment to an open engine, for every face: settings resolved once, the hosts' folders found. */
import { join, resolve } from "node:path";

import type { Environment } from "../config/environment.ts";
import { loadConfig, type Config } from "../config/load-config.ts";
import { retentionDays } from "../config/retention-days.ts";
import { findSecrets } from "../core/redaction/find-secrets.ts";
import type { SourceRoot } from "./discover-sources.ts";
import { openEngine, type Engine, type EngineSettings } from "./engine.ts";

/** Who asks, and where from. */
export interface Caller {
  readonly environment: Environment;
  /** Relative paths are taken from here, and the project of a question. */
  readonly cwd: string;
  /** `--home`, or what a program was told: goes before VARVE_HOME. */
  readonly home?: string | undefined;
}

export interface OpenEngineOptions {
  /** Makes the store when there is none yet. */
  readonly create: boolean;
  /** Where there is no store, the answer comes from the hosts' own files. */
  readonly orNone?: boolean;
  /** `lenient`: nobody is there to read an error, so a wrong file means defaults. */
  readonly mode?: "strict" | "lenient" | undefined;
}

export interface ConfiguredEngine {
  readonly engine: Engine;
  readonly config: Config;
}

/**
 * Settings of this run: flags > variables > config.toml > defaults. Throws VarveError `no-home`, and in strict mode
 * `bad-config`.
 */
export function loadCallerConfig(caller: Caller, mode: "strict" | "lenient" = "strict"): Config {
  return loadConfig({
    env: caller.environment,
    homeFolder: caller.environment.homeFolder,
    cwd: caller.cwd,
    mode,
    flags: caller.home === undefined ? {} : { home: caller.home },
    looksSecret: (text) => findSecrets(text).length > 0,
  });
}

/** Opens the caller's store with the caller's settings; close the engine. Throws as {@link loadCallerConfig} and openEngine do. */
export function openConfiguredEngine(caller: Caller, options: OpenEngineOptions): ConfiguredEngine {
  const config = loadCallerConfig(caller, options.mode);
  const { settings } = config;
  const userHome = resolve(caller.environment.homeFolder ?? join(settings.home, ".."));
  const engine = openEngine({
    home: settings.home,
    userHome,
    roots: hostRoots(caller, userHome, settings),
    settings: engineSettings(settings),
    now: () => (settings.now === undefined ? new Date() : new Date(settings.now)),
    create: options.create,
    orNone: options.orNone,
    searchPath: caller.environment.searchPath,
  });
  return { engine, config };
}

/** `CLAUDE_CONFIG_DIR` and `CODEX_HOME` move the hosts' folders; settings add more of them. */
function hostFolders(
  environment: Environment,
  userHome: string,
): { readonly claude: string; readonly codex: string } {
  return {
    claude: environment.claudeConfigDir ?? join(userHome, ".claude"),
    codex: environment.codexHome ?? join(userHome, ".codex"),
  };
}

function hostRoots(
  { environment }: Caller,
  userHome: string,
  settings: Config["settings"],
): readonly SourceRoot[] {
  const folders = hostFolders(environment, userHome);
  return [
    ...[folders.claude, ...settings["sources.claude"]].map(
      (path) => ({ source: "claude-code", path }) as const,
    ),
    ...[folders.codex, ...settings["sources.codex"]].map(
      (path) => ({ source: "codex", path }) as const,
    ),
  ];
}

function engineSettings(settings: Config["settings"]): EngineSettings {
  return {
    skipTools: settings["capture.skip_tools"],
    exclude: { projects: settings["exclude.projects"], paths: settings["exclude.paths"] },
    keepPrivate: settings["archive.private"] === "keep",
    userRules: settings["redact.rules"],
    envFiles: settings["redact.env_files"],
    retentionDays: (kind) => retentionDays(settings, kind),
    searchLimit: settings["search.limit"],
    snippetChars: settings["search.snippet_chars"],
    weekStart: settings["search.week_start"],
  };
}
