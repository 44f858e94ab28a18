/** Owns reading the process environment: the only place that does. Everything below gets a frozen copy handed in. */

export interface Environment {
  /** The person's home folder: HOME, on Windows USERPROFILE. */
  readonly homeFolder: string | undefined;
  readonly claudeConfigDir: string | undefined;
  readonly codexHome: string | undefined;
  /** What Claude Code tells the programs that it starts: the folder of its project, and the session that is running. */
  readonly claudeProjectDir: string | undefined;
  readonly claudeSession: string | undefined;
  /** Every variable that begins with VARVE_, by its full name; empty ones are as good as not set. */
  readonly varve: Readonly<Record<string, string>>;
  /** True when NO_COLOR is set and not empty, as its convention says. */
  readonly noColor: boolean;
  /** Time zone name from TZ. */
  readonly zone: string | undefined;
  /** `LC_ALL`, `LC_MESSAGES` or `LANG`, the first that is set. */
  readonly language: string | undefined;
  /** PATH, to find `git` and the agents' own commands on. */
  readonly searchPath: string | undefined;
  /** True inside an agent run that varve started: nothing may be captured or started from there. */
  readonly isVarveChild: boolean;
}

/** Reads the environment of this process. */
export function readEnvironment(): Environment {
  return environmentFrom(process.env);
}

/** The same from any set of variables; an empty value counts as absent. */
export function environmentFrom(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const read = (name: string) => {
    const value = variables[name];
    return value === undefined || value === "" ? undefined : value;
  };
  const own = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith("VARVE_") && read(entry[0]) !== undefined,
  );
  return Object.freeze({
    homeFolder: read("HOME") ?? read("USERPROFILE"),
    claudeConfigDir: read("CLAUDE_CONFIG_DIR"),
    codexHome: read("CODEX_HOME"),
    claudeProjectDir: read("CLAUDE_PROJECT_DIR"),
    claudeSession: read("CLAUDE_CODE_SESSION_ID"),
    varve: Object.freeze(Object.fromEntries(own)),
    noColor: read("NO_COLOR") !== undefined,
    zone: read("TZ"),
    language: read("LC_ALL") ?? read("LC_MESSAGES") ?? read("LANG"),
    searchPath: read("PATH") ?? read("Path"),
    isVarveChild: read("VARVE_CHILD") !== undefined,
  });
}
