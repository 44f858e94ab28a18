/** Owns the one table of settings: every key, its type, default, variable and words. Docs, checks and reading follow it. */

/**
 * How a value is written and checked. `duration`: `forever` or a whole number with d, w, m or y (months are 30 days,
 * years 365). `retention-list`: `class=duration`. `path-list`: absolute folders or patterns, `~` is the home folder.
 * `rules`: tables with `name` and `pattern`. `instant`: ISO 8601 with a zone.
 */
export type SettingType =
  | { readonly kind: "path" }
  | { readonly kind: "path-list" }
  | { readonly kind: "text-list" }
  | { readonly kind: "retention-list" }
  | { readonly kind: "integer"; readonly from: number; readonly to: number }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "duration" }
  | { readonly kind: "instant" }
  | { readonly kind: "rules" };

/** A rule that a person adds to the redactor. */
export interface RedactRule {
  readonly name: string;
  readonly pattern: string;
}

export interface SettingSpec {
  readonly key: SettingKey;
  readonly type: SettingType;
  /** Variable that sets it. */
  readonly env: string;
  readonly description: string;
  /** The value when nobody sets one, as docs show it. */
  readonly defaultText: string;
  /** Names that users of other tools know, empty when there is none. */
  readonly alsoKnownAs: readonly string[];
  /** False for what has to be known before config.toml is found, or must not outlast one command. */
  readonly inFile: boolean;
  /** True when ignoring a bad value would keep what a person wanted left out or hidden. */
  readonly guardsPrivacy: boolean;
}

/** Every setting by key, with the type its value has once read. */
export interface Settings {
  /** The store's folder, absolute. */
  readonly home: string;
  readonly "archive.private": "withhold" | "keep";
  /** Days; undefined keeps for ever. */
  readonly "archive.retention": number | undefined;
  /** Days by class of file; undefined keeps for ever. */
  readonly "archive.keep": Readonly<Record<string, number | undefined>>;
  readonly "exclude.projects": readonly string[];
  readonly "exclude.paths": readonly string[];
  readonly "capture.skip_tools": readonly string[];
  readonly "redact.rules": readonly RedactRule[];
  readonly "redact.env_files": readonly string[];
  readonly "search.limit": number;
  readonly "search.snippet_chars": number;
  readonly "search.week_start": "monday" | "sunday";
  readonly "ui.language": "auto" | "en" | "ko" | "ja" | "zh";
  readonly "sources.claude": readonly string[];
  readonly "sources.codex": readonly string[];
  /** Milliseconds since 1970; undefined takes the clock. */
  readonly now: number | undefined;
}

export type SettingKey = keyof Settings;

const OWN_TOOLS = [
  "memory_recall",
  "memory_search",
  "memory_timeline",
  "memory_get",
  "memory_search_logs",
  "memory_remember",
  "memory_forget",
  "memory_distill",
  "memory_get_preferences",
];

/** Tools whose calls say nothing that is worth finding, and varve's own. */
export const DEFAULT_SKIP_TOOLS: readonly string[] = [
  "ListMcpResourcesTool",
  "SlashCommand",
  "Skill",
  "TodoWrite",
  "AskUserQuestion",
  ...OWN_TOOLS.map((tool) => `mcp__varve__${tool}`),
];

/** Classes of archived files that `archive.keep` can name. */
export const ARCHIVE_CLASSES: readonly string[] = [
  "session",
  "subagent",
  "tool-result",
  "history",
  "meta",
];

/** Every setting's value when nobody sets it; `home` depends on the person's home folder. */
export const DEFAULT_SETTINGS: Omit<Settings, "home"> = {
  "archive.private": "withhold",
  "archive.retention": undefined,
  "archive.keep": {},
  "exclude.projects": [],
  "exclude.paths": [],
  "capture.skip_tools": DEFAULT_SKIP_TOOLS,
  "redact.rules": [],
  "redact.env_files": [".env", ".env.local"],
  "search.limit": 8,
  "search.snippet_chars": 300,
  "search.week_start": "monday",
  "ui.language": "auto",
  "sources.claude": [],
  "sources.codex": [],
  now: undefined,
};

function spec(
  key: SettingKey,
  type: SettingType,
  description: string,
  more: Partial<Omit<SettingSpec, "key" | "type" | "description">> = {},
): SettingSpec {
  return {
    key,
    type,
    description,
    env: `VARVE_${key.replace(".", "_").toUpperCase()}`,
    defaultText: showDefault(key),
    alsoKnownAs: [],
    inFile: true,
    guardsPrivacy: false,
    ...more,
  };
}

function showDefault(key: SettingKey): string {
  const value = key === "home" ? undefined : DEFAULT_SETTINGS[key];
  return value === undefined ? "" : JSON.stringify(value);
}

/** The table, in the order that lists and docs show. */
export const SETTINGS: readonly SettingSpec[] = [
  spec("home", { kind: "path" }, "Folder of the store. `--home DIR` sets it for one command.", {
    defaultText: "~/.varve",
    alsoKnownAs: ["CLAUDE_MEM_DATA_DIR"],
    inFile: false,
  }),
  spec(
    "archive.private",
    { kind: "choice", values: ["withhold", "keep"] },
    "What happens to text between `<private>` and `</private>`: `withhold` blanks it before a byte is archived, `keep` archives it and hides it from the index only.",
    { guardsPrivacy: true },
  ),
  spec(
    "archive.retention",
    { kind: "duration" },
    "Age after which `varve prune` offers to remove archived sessions. Nothing is ever removed without that command.",
    { defaultText: '"forever"', alsoKnownAs: ["cleanupPeriodDays"] },
  ),
  spec(
    "archive.keep",
    { kind: "retention-list" },
    `Retention per class of file where it differs: \`class=duration\` with a class of ${ARCHIVE_CLASSES.join(", ")}.`,
    { defaultText: "[]" },
  ),
  spec(
    "exclude.projects",
    { kind: "text-list" },
    "Projects (slug or name) that stay out of the archive.",
    { alsoKnownAs: ["CLAUDE_MEM_EXCLUDED_PROJECTS"], guardsPrivacy: true },
  ),
  spec(
    "exclude.paths",
    { kind: "path-list" },
    "Folders whose sessions stay out of the archive, with all folders below; `*` stands for part of a folder name, `**` for any depth.",
    { guardsPrivacy: true },
  ),
  spec(
    "capture.skip_tools",
    { kind: "text-list" },
    "Tools whose calls and results are archived but not indexed, by their exact names. A list of yours replaces the default one. The default already names the tools of varve's own MCP server, which is not in this version.",
    {
      alsoKnownAs: ["CLAUDE_MEM_SKIP_TOOLS"],
      defaultText:
        "ListMcpResourcesTool, SlashCommand, Skill, TodoWrite, AskUserQuestion and varve's own tools",
    },
  ),
  spec(
    "redact.rules",
    { kind: "rules" },
    "Your own redaction rules, each a table `[[redact.rules]]` with `name` and `pattern` (a regular expression; its first group, or all of it, is hidden). `varve redact --test FILE` tries them.",
    { guardsPrivacy: true },
  ),
  spec(
    "redact.env_files",
    { kind: "text-list" },
    "Names of files in a project's folder whose values are hidden wherever they occur; only keyed hashes of the values are kept.",
    { guardsPrivacy: true },
  ),
  spec("search.limit", { kind: "integer", from: 1, to: 200 }, "Hits shown by one search.", {
    alsoKnownAs: ["limit", "topK"],
  }),
  spec(
    "search.snippet_chars",
    { kind: "integer", from: 40, to: 4000 },
    "Characters of text shown per hit.",
  ),
  spec(
    "search.week_start",
    { kind: "choice", values: ["monday", "sunday"] },
    "First day of the week, for `last week` and its like.",
  ),
  spec(
    "ui.language",
    { kind: "choice", values: ["auto", "en", "ko", "ja", "zh"] },
    "Language of varve's own sentences; `auto` follows the system's.",
    { alsoKnownAs: ["LANG"] },
  ),
  spec(
    "sources.claude",
    { kind: "path-list" },
    "More folders laid out like `~/.claude` to read Claude Code sessions from, beside the host's own.",
    { alsoKnownAs: ["CLAUDE_CONFIG_DIR"] },
  ),
  spec(
    "sources.codex",
    { kind: "path-list" },
    "More folders laid out like `~/.codex` to read Codex sessions from, beside the host's own.",
    { alsoKnownAs: ["CODEX_HOME"] },
  ),
  spec(
    "now",
    { kind: "instant" },
    "The moment that counts as now, for tests and for asking as of a day gone by.",
    { defaultText: "the clock", inFile: false },
  ),
];

const BY_KEY = new Map<string, SettingSpec>(SETTINGS.map((setting) => [setting.key, setting]));

/** The spec of a key as typed; undefined for an unknown one. */
export function findSetting(key: string): SettingSpec | undefined {
  return BY_KEY.get(key);
}
