/** Owns what a command is: one piece of data from which parsing, help, docs and completion are made. */
import type { Environment } from "../../config/environment.ts";
import type { Output } from "../output.ts";

export interface ArgumentSpec {
  readonly name: string;
  readonly required: boolean;
  /** Takes every word that is left; only the last argument can. */
  readonly variadic: boolean;
  readonly description: string;
  /** Words such as `-O2` are text here and no flags. */
  readonly freeText?: boolean;
}

/** `date` is kept as typed: time expressions are the engine's to read. `path` only differs in completion. */
export type FlagValueSpec =
  | { readonly name: string; readonly kind: "string" | "number" | "date" | "path" }
  | { readonly name: string; readonly kind: "enum"; readonly values: readonly string[] };

export interface FlagSpec {
  /** Without dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly short?: string;
  /** Absent for a flag that is only there or not. */
  readonly value?: FlagValueSpec;
  readonly repeatable?: boolean;
  readonly description: string;
  /** As help shows it. */
  readonly default?: string;
}

export interface CommandSpec {
  /** One word, or two for a command of a group: `project alias`. */
  readonly name: string;
  readonly summary: string;
  /** Paragraphs, separated by an empty line. */
  readonly description: string;
  readonly args: readonly ArgumentSpec[];
  readonly flags: readonly FlagSpec[];
  readonly examples: readonly { readonly command: string; readonly what: string }[];
  readonly exitCodes: readonly { readonly code: number; readonly when: string }[];
  /** Imports the command's code, so that no other command's code is loaded. */
  readonly load: () => Promise<CommandModule>;
}

export interface CommandModule {
  /** Does the work and returns the exit code; throws VarveError for a person. */
  run(context: CommandContext): Promise<number>;
}

export type FlagValue = true | string | number | readonly string[];

export interface ParsedValues {
  /** By argument name; a variadic one is a list. Absent arguments have no entry. */
  readonly args: Readonly<Record<string, string | readonly string[]>>;
  /** By flag name; absent flags have no entry. */
  readonly flags: Readonly<Record<string, FlagValue>>;
}

export interface GlobalFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly noColor: boolean;
  /** `--home` as typed. */
  readonly home: string | undefined;
}

export interface CommandContext extends ParsedValues {
  /** The table the command line was parsed by. */
  readonly specs: readonly CommandSpec[];
  readonly globals: GlobalFlags;
  readonly output: Output;
  readonly environment: Environment;
  readonly cwd: string;
}

/** Flags that every command takes. */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  { name: "help", short: "h", description: "Show the help of the command." },
  { name: "version", description: "Show the version." },
  { name: "json", description: "Print one JSON document instead of text (docs/json-output.md)." },
  { name: "quiet", short: "q", description: "Print nothing to stderr but errors." },
  { name: "no-color", description: "Print without colour, as with NO_COLOR." },
  {
    name: "home",
    value: { name: "DIR", kind: "path" },
    description: "Use the store in DIR.",
    default: "~/.varve",
  },
  { name: "debug", description: "Show where an internal error came from." },
];
