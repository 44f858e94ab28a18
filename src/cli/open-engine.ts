/** Owns the step from a command line to an open engine: settings resolved once, the hosts' folders found. */
import { join, resolve } from "node:path";

import { loadConfig, type Config } from "../config/load-config.ts";
import { retentionDays } from "../config/retention-days.ts";
import { findSecrets } from "../core/redaction/find-secrets.ts";
import type { SourceRoot } from "../engine/discover-sources.ts";
import { openEngine, type Engine, type EngineSettings } from "../engine/engine.ts";
import type { CommandContext } from "./frame/command-spec.ts";

/**
 * Settings of this run: flags > variables > config.toml > defaults. `lenient` (nobody is there to read an error)
 * goes on with defaults where the file is wrong. Throws VarveError `no-home`, and in strict mode `bad-config`.
 */
export function loadSettings(
  context: CommandContext,
  mode: "strict" | "lenient" = "strict",
): Config {
  return loadConfig({
    env: context.environment,
    homeFolder: context.environment.homeFolder,
    cwd: context.cwd,
    mode,
    flags: context.globals.home === undefined ? {} : { home: context.globals.home },
    looksSecret: (text) => findSecrets(text).length > 0,
  });
}

export interface OpenEngineOptions {
  /** Makes the store when there is none yet. */
  readonly create: boolean;
  /** Where there is no store, the answer comes from the hosts' own files. */
  readonly orNone?: boolean;
  readonly mode?: "strict" | "lenient";
}

/** Runs `work` with an open engine and closes it, whatever happens. */
export async function withEngine<T>(
  context: CommandContext,
  options: OpenEngineOptions,
  work: (engine: Engine) => T | Promise<T>,
): Promise<T> {
  const { settings } = loadSettings(context, options.mode);
  const userHome = resolve(context.environment.homeFolder ?? join(settings.home, ".."));
  const engine = openEngine({
    home: settings.home,
    userHome,
    roots: hostRoots(context, userHome, settings),
    settings: engineSettings(settings),
    now: () => (settings.now === undefined ? new Date() : new Date(settings.now)),
    create: options.create,
    orNone: options.orNone,
    searchPath: context.environment.searchPath,
  });
  for (const problem of engine.redactor.problems)
    context.output.talk(`${problem.message} ${problem.fix}`);
  try {
    return await work(engine);
  } finally {
    engine.close();
  }
}

/** `CLAUDE_CONFIG_DIR` and `CODEX_HOME` move the hosts' folders; settings add more of them. */
export function hostFolders(
  context: CommandContext,
  userHome: string,
): { readonly claude: string; readonly codex: string } {
  return {
    claude: context.environment.claudeConfigDir ?? join(userHome, ".claude"),
    codex: context.environment.codexHome ?? join(userHome, ".codex"),
  };
}

function hostRoots(
  context: CommandContext,
  userHome: string,
  settings: Config["settings"],
): readonly SourceRoot[] {
  const folders = hostFolders(context, userHome);
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
