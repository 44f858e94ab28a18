/** Owns what a program may ask for: the options of every call, named as the flags of the command line. */
import type { ReadLevel } from "../engine/read-references.ts";
import type { LogsMode } from "../engine/logs/logs-answer.ts";
import type { SourceId, TurnClass, TurnRole } from "../core/turn.ts";

export interface OpenVarveOptions {
  /** Folder of the store. Default: `VARVE_HOME`, else `~/.varve`. */
  readonly home?: string | undefined;
  /** Relative paths are taken from here, and the project of a question. Default: the working folder of the process. */
  readonly cwd?: string | undefined;
  /** Variables to read instead of those of the process: HOME, CLAUDE_CONFIG_DIR, CODEX_HOME, VARVE_*, PATH. Days are always in the time zone of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The instant that counts as now, for tests and for asking as of a day gone by. Default: the clock. */
  readonly now?: Date | undefined;
}

/** Which projects an answer may draw on. */
export interface ScopeOptions {
  /** Slug, name or folder of a project. Default: the project of `cwd`, and all projects when that is none. */
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  /** For this call instead of the `cwd` that the library was opened with. */
  readonly cwd?: string | undefined;
}

/** From when to when: a day, an instant (ISO 8601) or time words ("last week", 지난주), as one would type them. */
export interface RangeOptions {
  readonly since?: string | undefined;
  /** Up to the end of this day, week or month, or before this instant. */
  readonly until?: string | undefined;
}

export interface PageOptions {
  /** How a page is ordered. */
  readonly order?: "relevance" | "time" | undefined;
  /** Hits of a page, 200 at most unless `all` is set. A page holds at most 8,000 bytes as JSON, so it may show fewer. */
  readonly limit?: number | undefined;
  /** `cursor` of the page before; the question stays the same. */
  readonly cursor?: string | undefined;
  /** Every hit, or `limit` of them, whatever the size. */
  readonly all?: boolean | undefined;
}

export interface SearchOptions extends ScopeOptions, RangeOptions, PageOptions {
  readonly role?: TurnRole | undefined;
  readonly class?: TurnClass | undefined;
  /** Only turns that read or change a file below this path, which may begin at any folder: `src/net`. */
  readonly file?: string | undefined;
}

export interface LogsOptions extends ScopeOptions, RangeOptions, PageOptions {
  /** `words` (default) as in search; `exact` a text as it stands, in any letter case; `regex` an ECMAScript expression. */
  readonly mode?: LogsMode | undefined;
  /** With `exact` and `regex`: every archived line, and not only what is indexed. */
  readonly allBytes?: boolean | undefined;
  /** Only what these agents wrote. */
  readonly sources?: readonly SourceId[] | undefined;
}

export interface TimelineOptions extends ScopeOptions {
  /** Turns before the one that is named; default 5. */
  readonly before?: number | undefined;
  /** Turns after it; default 5. */
  readonly after?: number | undefined;
  /** Id of a session, or `current`: the one of this project that was active last. */
  readonly session?: string | undefined;
  /** One line per request instead of turns. */
  readonly outline?: boolean | undefined;
  /** Without the limit of 8,000 bytes. */
  readonly all?: boolean | undefined;
}

export interface ReadOptions {
  /** How much; default `full`. All levels are redacted. */
  readonly level?: ReadLevel | undefined;
  /** Characters (UTF-16 units) to pass over: `from` + `text.length` of the page before. For one reference. */
  readonly from?: number | undefined;
  /** Without the limit of 32,000 bytes. */
  readonly all?: boolean | undefined;
}

export interface RestoreOptions {
  /** An older form of the transcript; `list` shows them. Default: the newest that is no mere beginning of an older one. */
  readonly epoch?: number | undefined;
  /** File (ending in `.jsonl`) or folder to write to. Default: where the agent had it. */
  readonly to?: string | undefined;
  /** Overwrites a file that is no beginning of what is written. */
  readonly force?: boolean | undefined;
  /** Writes nothing and only says what would be written. */
  readonly list?: boolean | undefined;
}

export interface ImportOptions {
  /** Only this agent; with `path`, what the file is. */
  readonly source?: SourceId | undefined;
  /** One transcript or a folder of them instead of the agents' own folders. */
  readonly path?: string | undefined;
  /** Milliseconds to wait while another varve process works on the store; default 60,000. */
  readonly waitMs?: number | undefined;
}

export interface AuditOptions {
  /** Milliseconds to wait while another varve process works on the store; default 60,000. */
  readonly waitMs?: number | undefined;
}
