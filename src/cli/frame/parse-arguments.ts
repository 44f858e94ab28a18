/** Owns reading a command line by the table: which command, which values. Pure; errors name the nearest known word. */
import { VarveError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import {
  GLOBAL_FLAGS,
  type CommandSpec,
  type FlagSpec,
  type FlagValue,
  type GlobalFlags,
  type ParsedValues,
} from "./command-spec.ts";
import { findCommand } from "./find-command.ts";
import { renderFlag, renderUsage } from "./render-usage.ts";

export type ParsedCommandLine =
  | ({
      readonly kind: "run";
      readonly spec: CommandSpec;
      readonly globals: GlobalFlags;
    } & ParsedValues)
  /** `topic` is a command's name, a group's name, or empty for the overview. */
  | { readonly kind: "help"; readonly topic: string; readonly globals: GlobalFlags }
  | { readonly kind: "version"; readonly globals: GlobalFlags };

/**
 * Parses `argv` (without node and script). Global flags may stand anywhere, `--flag=value` and `--flag value` mean the
 * same, the last of a flag that is not repeatable wins, nothing after `--` is a flag. Throws VarveError `usage`.
 */
export function parseArguments(
  specs: readonly CommandSpec[],
  argv: readonly string[],
): ParsedCommandLine {
  const { words, flags: early } = splitLeadingFlags(argv);
  if (early["version"] !== undefined && words.length === 0)
    return { kind: "version", globals: toGlobals(early) };
  if (words.length === 0 || words[0] === "help") {
    const topic = words
      .slice(1)
      .filter((word) => !word.startsWith("-"))
      .join(" ");
    return { kind: "help", topic, globals: toGlobals(early) };
  }
  const found = findCommand(specs, words);
  if (found.spec === undefined)
    return { kind: "help", topic: found.group, globals: toGlobals(early) };
  const { spec } = found;
  const scanned = scanWords(words.slice(found.taken), [...spec.flags, ...GLOBAL_FLAGS], spec);
  const all = { ...early, ...scanned.flags };
  const globals = toGlobals(all);
  if (all["help"] !== undefined) return { kind: "help", topic: spec.name, globals };
  if (all["version"] !== undefined) return { kind: "version", globals };
  const own = new Set(spec.flags.map((flag) => flag.name));
  const flags = Object.fromEntries(Object.entries(scanned.flags).filter(([name]) => own.has(name)));
  return { kind: "run", spec, globals, flags, args: assignArguments(spec, scanned.words) };
}

interface Scanned {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
}

/** Global flags in front of the command's name. */
function splitLeadingFlags(argv: readonly string[]): Scanned {
  let at = 0;
  while (at < argv.length && (argv[at] ?? "").startsWith("-")) {
    const flag = findFlag(GLOBAL_FLAGS, argv[at] ?? "");
    at += flag?.value !== undefined && !(argv[at] ?? "").includes("=") ? 2 : 1;
  }
  const { flags } = scanWords(argv.slice(0, at), GLOBAL_FLAGS, undefined);
  return { words: argv.slice(at), flags };
}

function scanWords(
  argv: readonly string[],
  known: readonly FlagSpec[],
  spec: CommandSpec | undefined,
): Scanned {
  const words: string[] = [];
  const flags: Record<string, FlagValue> = {};
  const takesText = spec?.args.some((argument) => argument.freeText === true) === true;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    const flag = findFlag(known, word);
    if (flag === undefined) {
      const isText = !word.startsWith("-") || word === "-" || /^-\d/.test(word);
      if (!isText && !(takesText && !word.startsWith("--"))) throw unknownFlag(word, known, spec);
      words.push(word);
      continue;
    }
    const inline = word.includes("=") ? word.slice(word.indexOf("=") + 1) : undefined;
    if (flag.value === undefined) {
      if (inline !== undefined)
        throw usageError(`--${flag.name} takes no value`, `write --${flag.name}`, spec);
      flags[flag.name] = true;
      continue;
    }
    const text = inline ?? argv[at + 1];
    if (text === undefined || (inline === undefined && text.startsWith("--"))) {
      throw usageError(`--${flag.name} needs a value`, `write ${renderFlag(flag)}`, spec);
    }
    if (inline === undefined) at += 1;
    const value = readFlagValue(flag, text, spec);
    const before = flags[flag.name];
    flags[flag.name] =
      flag.repeatable === true ? [...(Array.isArray(before) ? before : []), text] : value;
  }
  return { words, flags };
}

function findFlag(known: readonly FlagSpec[], word: string): FlagSpec | undefined {
  const name = /^--([^=]+)/.exec(word)?.[1];
  if (name !== undefined) return known.find((flag) => flag.name === name);
  const short = /^-([A-Za-z])(?:=|$)/.exec(word)?.[1];
  return short === undefined ? undefined : known.find((flag) => flag.short === short);
}

function readFlagValue(
  flag: FlagSpec,
  text: string,
  spec: CommandSpec | undefined,
): string | number {
  if (flag.value?.kind === "number") {
    const number = /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(number))
      throw usageError(`--${flag.name} takes a number`, `write --${flag.name} 10`, spec);
    return number;
  }
  if (flag.value?.kind === "enum" && !flag.value.values.includes(text)) {
    const near = nearest(text, flag.value.values);
    const fix =
      near === undefined
        ? `write --${flag.name} ${flag.value.values[0] ?? ""}`
        : `did you mean ${near}?`;
    throw usageError(`--${flag.name} takes one of ${flag.value.values.join(", ")}`, fix, spec);
  }
  return text;
}

function assignArguments(spec: CommandSpec, words: readonly string[]): ParsedValues["args"] {
  const values: Record<string, string | readonly string[]> = {};
  let at = 0;
  for (const argument of spec.args) {
    const rest = argument.variadic ? words.slice(at) : words.slice(at, at + 1);
    at += rest.length;
    if (rest.length === 0 && argument.required) {
      throw usageError(
        `varve ${spec.name} needs ${argument.name.toUpperCase()}`,
        argument.description,
        spec,
      );
    }
    if (rest.length > 0) values[argument.name] = argument.variadic ? rest : (rest[0] ?? "");
  }
  if (at < words.length) {
    throw usageError(
      `varve ${spec.name} does not take "${words[at] ?? ""}"`,
      "put words that belong together in quotes",
      spec,
    );
  }
  return values;
}

function unknownFlag(
  word: string,
  known: readonly FlagSpec[],
  spec: CommandSpec | undefined,
): VarveError {
  const name = word.replace(/=.*$/s, "");
  const near = nearest(
    name,
    known.map((flag) => `--${flag.name}`),
  );
  const asText =
    spec?.args.some((argument) => argument.freeText === true) === true
      ? `; for the text itself write -- ${word}`
      : "";
  return usageError(
    `unknown flag ${name}`,
    (near === undefined ? "see --help" : `did you mean ${near}?`) + asText,
    spec,
  );
}

function usageError(message: string, fix: string, spec: CommandSpec | undefined): VarveError {
  return new VarveError(
    "usage",
    message,
    `${fix}\nusage: ${spec === undefined ? "varve COMMAND [arguments] [flags]" : renderUsage(spec)}`,
  );
}

function toGlobals(flags: Readonly<Record<string, FlagValue>>): GlobalFlags {
  const home = flags["home"];
  return {
    json: flags["json"] === true,
    quiet: flags["quiet"] === true,
    debug: flags["debug"] === true,
    noColor: flags["no-color"] === true,
    home: typeof home === "string" ? home : undefined,
  };
}
