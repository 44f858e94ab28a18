/** Owns which command the first words of a command line name; pure. */
import { VarveError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { CommandSpec } from "./command-spec.ts";

/** A command and how many words name it, or a group that was named alone (then its help is wanted). */
export type FoundCommand =
  | { readonly spec: CommandSpec; readonly taken: number }
  | { readonly spec: undefined; readonly group: string };

/** Throws VarveError `usage` with the nearest command for words that name none. */
export function findCommand(specs: readonly CommandSpec[], words: readonly string[]): FoundCommand {
  const [first = "", second = ""] = words;
  const pair = specs.find((spec) => spec.name === `${first} ${second}`);
  if (pair !== undefined) return { spec: pair, taken: 2 };
  const single = specs.find((spec) => spec.name === first);
  if (single !== undefined) return { spec: single, taken: 1 };
  const group = specs.filter((spec) => spec.name.startsWith(`${first} `));
  if (group.length === 0)
    throw unknownCommand(
      first,
      specs.map((spec) => spec.name.split(" ")[0] ?? ""),
    );
  if (second === "" || second.startsWith("-")) return { spec: undefined, group: first };
  throw unknownCommand(
    `${first} ${second}`,
    group.map((spec) => spec.name),
  );
}

/** The commands of a topic: one by its full name, several by their group's name, all for the empty topic. */
export function commandsOf(specs: readonly CommandSpec[], topic: string): readonly CommandSpec[] {
  if (topic === "") return specs;
  const found = specs.filter((spec) => spec.name === topic || spec.name.startsWith(`${topic} `));
  if (found.length === 0)
    throw unknownCommand(
      topic,
      specs.map((spec) => spec.name),
    );
  return found;
}

function unknownCommand(typed: string, known: readonly string[]): VarveError {
  const near = nearest(typed, known);
  const fix = near === undefined ? "`varve --help` shows them all" : `did you mean varve ${near}?`;
  return new VarveError(
    "usage",
    `unknown command ${typed}`,
    `${fix}\nusage: varve COMMAND [arguments] [flags]`,
  );
}
