/** Owns docs/settings.md: made from the settings table, never by hand. */
import { SETTINGS, type SettingSpec, type SettingType } from "./settings-table.ts";

/** The whole page. */
export function renderSettingsDoc(): string {
  return [
    "# Settings",
    "",
    "<!-- Made by `npm run docs` from src/config/settings-table.ts. -->",
    "",
    "A flag wins over a variable, a variable over `config.toml` in the store's folder, and that over the default.",
    "`varve config list` shows each value and where it came from, `varve config set KEY VALUE` changes one line of the file.",
    "",
    "- A command refuses a file with an unknown setting and names the nearest known one. Hooks go on and",
    "  report it in `varve status`; when the mistake may touch what you want left out or hidden, they capture nothing until",
    "  it is corrected. Nothing is lost by waiting: the next run takes in what is new.",
    "- Secrets do not belong in the file: a value that looks like one is refused with the variable to use.",
    '- In a variable or on the command line the words of a list are separated by commas; JSON works too (`["a,b", "c"]`).',
    "",
    "| setting | value | default | variable |",
    "| --- | --- | --- | --- |",
    ...SETTINGS.map(renderRow),
    "",
    ...SETTINGS.flatMap(renderSection),
    "## Example",
    "",
    "```toml",
    "[archive]",
    'retention = "2y"            # what `varve prune` offers to remove',
    'keep = ["tool-result=90d"]',
    "",
    "[exclude]",
    'projects = ["diary"]',
    'paths = ["~/private", "~/work/*/secrets"]',
    "",
    "[[redact.rules]]",
    'name = "badge"',
    "pattern = '\\bACME-(\\d{6})\\b'",
    "```",
    "",
  ].join("\n");
}

function renderRow(spec: SettingSpec): string {
  return `| [\`${spec.key}\`](#${anchor(spec.key)}) | ${describeType(spec.type)} | ${renderDefault(spec)} | \`${spec.env}\` |`;
}

function renderSection(spec: SettingSpec): readonly string[] {
  const notes = [
    ...(spec.alsoKnownAs.length > 0
      ? [`Known in other tools as ${spec.alsoKnownAs.map((name) => `\`${name}\``).join(", ")}.`]
      : []),
    ...(spec.inFile ? [] : ["Not a line of `config.toml`."]),
  ];
  return [
    `## ${spec.key}`,
    "",
    spec.description,
    ...(notes.length > 0 ? ["", notes.join(" ")] : []),
    "",
  ];
}

function anchor(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "");
}

function renderDefault(spec: SettingSpec): string {
  if (spec.defaultText === "") return "";
  return / /.test(spec.defaultText) && !/^[["]/.test(spec.defaultText)
    ? spec.defaultText
    : `\`${spec.defaultText}\``;
}

function describeType(type: SettingType): string {
  switch (type.kind) {
    case "path":
      return "folder";
    case "path-list":
      return "list of folders";
    case "text-list":
      return "list of words";
    case "retention-list":
      return "list of `class=duration`";
    case "integer":
      return `${type.from} to ${type.to}`;
    case "choice":
      return type.values.map((value) => `\`${value}\``).join(", ");
    case "duration":
      return "`forever`, or days, weeks, months, years: `180d`, `26w`, `6m`, `2y`";
    case "instant":
      return "instant with a zone";
    case "rules":
      return "tables with `name` and `pattern`";
  }
}
