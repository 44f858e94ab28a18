/** Owns the completion scripts of bash, zsh and fish: made from the command table. Pure. */
import { GLOBAL_FLAGS, type CommandSpec, type FlagSpec } from "./command-spec.ts";

export type Shell = "bash" | "zsh" | "fish";

/** The script to load in that shell. */
export function renderCompletion(specs: readonly CommandSpec[], shell: Shell): string {
  switch (shell) {
    case "bash":
      return renderBash(specs);
    case "zsh":
      // zsh runs the bash script through its own compatibility layer: one script to keep right.
      return `#compdef varve\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(specs)}`;
    case "fish":
      return renderFish(specs);
  }
}

function renderBash(specs: readonly CommandSpec[]): string {
  const groups = groupNames(specs);
  const cases = [
    ...groups.map(
      (group) => `    ${quote(group)}) words=${quote(secondWords(specs, group).join(" "))} ;;`,
    ),
    ...specs.map(
      (spec) => `    ${quote(spec.name)}) words=${quote(flagWords(spec.flags).join(" "))} ;;`,
    ),
  ];
  return `_varve() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="" command="" words="" word index
  [ "$COMP_CWORD" -gt 0 ] && previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in -*) continue ;; esac
    if [ -z "$command" ]; then command="$word"
    elif case " ${groups.join(" ")} " in *" $command "*) true ;; *) false ;; esac; then command="$command $word"; fi
  done
  case "$command $previous" in
${valueCases(specs)}
  esac
  case "$command" in
    "") words=${quote(firstWords(specs).join(" "))} ;;
${cases.join("\n")}
  esac
  case "$current" in
    -*) words="$words ${flagWords(GLOBAL_FLAGS).join(" ")}" ;;
    *) [ -n "$command" ] && [ -z "\${words##*--*}" ] && { COMPREPLY=($(compgen -f -- "$current")); return; } ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _varve varve
`;
}

/** What may follow a flag that takes a value. */
function valueCases(specs: readonly CommandSpec[]): string {
  const rows = specs.flatMap((spec) =>
    spec.flags.flatMap((flag) => {
      const pattern = quote(`${spec.name} --${flag.name}`);
      if (flag.value === undefined) return [];
      if (flag.value.kind === "enum") {
        return [
          `    ${pattern}) COMPREPLY=($(compgen -W ${quote(flag.value.values.join(" "))} -- "$current")); return ;;`,
        ];
      }
      return [
        `    ${pattern}) COMPREPLY=(${flag.value.kind === "path" ? '$(compgen -f -- "$current")' : ""}); return ;;`,
      ];
    }),
  );
  return [...rows, `    *" --home") COMPREPLY=($(compgen -d -- "$current")); return ;;`].join("\n");
}

function renderFish(specs: readonly CommandSpec[]): string {
  const first = uniqueFirst(specs);
  const none = `not __fish_seen_subcommand_from ${first.map((row) => row.word).join(" ")}`;
  const lines = [
    "complete -c varve -f",
    ...first.map(
      (row) => `complete -c varve -n ${quote(none)} -a ${quote(row.word)} -d ${quote(row.text)}`,
    ),
    ...groupNames(specs).flatMap((group) => renderFishGroup(specs, group)),
    ...specs.flatMap((spec) => {
      const seen = spec.name
        .split(" ")
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join("; and ");
      return spec.flags.map((flag) => renderFishFlag(flag, seen));
    }),
    ...GLOBAL_FLAGS.map((flag) => renderFishFlag(flag, undefined)),
  ];
  return `${lines.join("\n")}\n`;
}

function renderFishGroup(specs: readonly CommandSpec[], group: string): readonly string[] {
  const seconds = secondWords(specs, group);
  const condition = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${seconds.join(" ")}`;
  return specs
    .filter((spec) => spec.name.startsWith(`${group} `))
    .map(
      (spec) =>
        `complete -c varve -n ${quote(condition)} -a ${quote(spec.name.split(" ")[1] ?? "")} -d ${quote(spec.summary)}`,
    );
}

function renderFishFlag(flag: FlagSpec, condition: string | undefined): string {
  const parts = [
    "complete -c varve",
    ...(condition === undefined ? [] : [`-n ${quote(condition)}`]),
    `-l ${flag.name}`,
  ];
  if (flag.short !== undefined) parts.push(`-s ${flag.short}`);
  if (flag.value?.kind === "path") parts.push("-r -F");
  else if (flag.value !== undefined) parts.push("-x");
  if (flag.value?.kind === "enum") parts.push(`-a ${quote(flag.value.values.join(" "))}`);
  return `${parts.join(" ")} -d ${quote(flag.description)}`;
}

function uniqueFirst(
  specs: readonly CommandSpec[],
): readonly { readonly word: string; readonly text: string }[] {
  const groups = groupNames(specs);
  return firstWords(specs).map((word) => ({
    word,
    text:
      specs.find((spec) => spec.name === word)?.summary ??
      (groups.includes(word) ? secondWords(specs, word).join(", ") : ""),
  }));
}

function firstWords(specs: readonly CommandSpec[]): readonly string[] {
  return [...new Set(specs.map((spec) => spec.name.split(" ")[0] ?? ""))];
}

function groupNames(specs: readonly CommandSpec[]): readonly string[] {
  return [
    ...new Set(
      specs.filter((spec) => spec.name.includes(" ")).map((spec) => spec.name.split(" ")[0] ?? ""),
    ),
  ];
}

function secondWords(specs: readonly CommandSpec[], group: string): readonly string[] {
  return specs
    .filter((spec) => spec.name.startsWith(`${group} `))
    .map((spec) => spec.name.split(" ")[1] ?? "");
}

function flagWords(flags: readonly FlagSpec[]): readonly string[] {
  return flags.map((flag) => `--${flag.name}`);
}

/** In single quotes, as all three shells read them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
