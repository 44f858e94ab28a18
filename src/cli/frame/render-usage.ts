/** Owns the short forms of a command's words: its usage line, its arguments and its flags. */
import type { ArgumentSpec, CommandSpec, FlagSpec } from "./command-spec.ts";

/** `varve search QUERY... [--limit N] [--all]`, on one line; more than four flags become `[flags]`. */
export function renderUsage(spec: CommandSpec): string {
  const flags =
    spec.flags.length > 4 ? ["[flags]"] : spec.flags.map((flag) => `[${renderFlag(flag)}]`);
  return ["varve", spec.name, ...spec.args.map(renderArgument), ...flags].join(" ");
}

export function renderArgument(argument: ArgumentSpec): string {
  const name = argument.name.toUpperCase() + (argument.variadic ? "..." : "");
  return argument.required ? name : `[${name}]`;
}

/** `--type bugfix|feature`, `--limit N`, `--all`. */
export function renderFlag(flag: FlagSpec): string {
  if (flag.value === undefined) return `--${flag.name}`;
  const value = flag.value.kind === "enum" ? flag.value.values.join("|") : flag.value.name;
  return `--${flag.name} ${value}${flag.repeatable === true ? " ..." : ""}`;
}

/** With the short form in front and what is there without the flag. */
export function describeFlag(flag: FlagSpec): { readonly term: string; readonly text: string } {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const fallback = flag.default === undefined ? "" : ` Default: ${flag.default}.`;
  return { term: short + renderFlag(flag), text: flag.description + fallback };
}
