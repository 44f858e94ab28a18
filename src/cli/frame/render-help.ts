/** Owns the text of --help: one command, or the overview of all. Pure. */
import { GLOBAL_FLAGS, type CommandSpec } from "./command-spec.ts";
import { describeFlag, renderUsage } from "./render-usage.ts";
import { renderColumns, wrapText } from "./wrap-text.ts";

const WIDTH = 88;

/** Help of one command. */
export function renderHelp(spec: CommandSpec): string {
  const args = spec.args.map((argument) => ({
    term: argument.name.toUpperCase() + (argument.variadic ? "..." : ""),
    text: argument.description,
  }));
  const examples = spec.examples.map(
    (example) => `  ${example.command}\n${wrapText(example.what, WIDTH, 6)}`,
  );
  const codes = spec.exitCodes.map((exit) => ({ term: String(exit.code), text: exit.when }));
  return joinSections([
    `varve ${spec.name}: ${spec.summary}`,
    wrapText(`usage: ${renderUsage(spec)}`, WIDTH),
    wrapText(spec.description, WIDTH),
    section("Arguments", renderColumns(args, WIDTH)),
    section("Flags", renderColumns(spec.flags.map(describeFlag), WIDTH)),
    section("Flags of every command", renderColumns(GLOBAL_FLAGS.map(describeFlag), WIDTH)),
    section("Examples", examples.join("\n")),
    section("Exit codes", renderColumns(codes, WIDTH)),
  ]);
}

/** Every command with its summary, in the order of the table. */
export function renderOverview(specs: readonly CommandSpec[]): string {
  const rows = specs.map((spec) => ({ term: spec.name, text: spec.summary }));
  return joinSections([
    "usage: varve COMMAND [arguments] [flags]",
    section("Commands", renderColumns(rows, WIDTH)),
    section("Flags of every command", renderColumns(GLOBAL_FLAGS.map(describeFlag), WIDTH)),
    "`varve COMMAND --help` explains one of them.",
  ]);
}

function section(title: string, body: string): string {
  return body === "" ? "" : `${title}\n${body}`;
}

function joinSections(sections: readonly string[]): string {
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}
