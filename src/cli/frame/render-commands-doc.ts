/** Owns docs/commands.md: made from the command table, never by hand. */
import { GLOBAL_FLAGS, type CommandSpec, type FlagSpec } from "./command-spec.ts";
import { describeFlag, renderUsage } from "./render-usage.ts";

/** The whole page. */
export function renderCommandsDoc(specs: readonly CommandSpec[]): string {
  return [
    "# Commands",
    "",
    "<!-- Made by `npm run docs` from src/cli/command-table.ts. -->",
    "",
    "stdout is data, stderr is talk. `--json` prints the documents of [json-output.md](json-output.md).",
    "",
    "| command | what it does |",
    "| --- | --- |",
    ...specs.map(
      (spec) =>
        `| [\`varve ${spec.name}\`](#varve-${spec.name.replaceAll(" ", "-")}) | ${cell(spec.summary)} |`,
    ),
    "",
    "## Flags of every command",
    "",
    ...renderFlags(GLOBAL_FLAGS),
    ...specs.flatMap(renderCommand),
  ].join("\n");
}

function renderCommand(spec: CommandSpec): readonly string[] {
  return [
    `## varve ${spec.name}`,
    "",
    "```",
    renderUsage(spec),
    "```",
    "",
    spec.description,
    "",
    ...renderTable(
      ["argument", "what it is"],
      spec.args.map((argument) => [
        `\`${argument.name.toUpperCase()}${argument.variadic ? "..." : ""}\`${argument.required ? "" : " (optional)"}`,
        argument.description,
      ]),
    ),
    ...renderFlags(spec.flags),
    ...spec.examples.flatMap((example) => [example.what, "", "```sh", example.command, "```", ""]),
    ...renderTable(
      ["exit code", "when"],
      spec.exitCodes.map((exit) => [String(exit.code), exit.when]),
    ),
  ];
}

function renderFlags(flags: readonly FlagSpec[]): readonly string[] {
  return renderTable(
    ["flag", "what it does"],
    flags.map((flag) => {
      const { term, text } = describeFlag(flag);
      return [`\`${term}\``, text];
    }),
  );
}

function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line), ""];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}
