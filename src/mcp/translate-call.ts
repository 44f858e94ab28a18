/** Owns turning the command lines that the engine offers into calls of tools: a model has no shell in here. */
import { callText } from "./call-text.ts";
import { safeWords } from "./quote-text.ts";
import type { Parameter, ToolSpec } from "./tool.ts";
import { TOOLS } from "./tool-table.ts";

/**
 * `varve search 'x' --limit 5` as `memory_search {"query":"x","limit":5}`; other commands are for a shell, and say so. What is no
 * command line is a sentence about `tool`. Safe to show.
 */
export function translateCall(tool: ToolSpec, commandLine: string): string {
  const [program, command, ...words] = splitWords(commandLine);
  if (program !== "varve") return safeWords(translateFlags(tool, commandLine));
  const other = TOOLS.find((one) => one.command === command);
  const given = other === undefined ? undefined : readWords(other, words);
  return other === undefined || given === undefined
    ? `\`${safeWords(commandLine)}\` (in a shell)`
    : callText(other, given);
}

/** The same for command lines in backticks within a sentence, and for flags, which are arguments here. Safe to show. */
export function translateSentence(tool: ToolSpec, sentence: string): string {
  return sentence
    .split(/(`varve [^`]+`)/)
    .map((part) =>
      part.startsWith("`varve ")
        ? translateCall(tool, part.slice(1, -1))
        : safeWords(translateFlags(tool, part)),
    )
    .join("");
}

function translateFlags(tool: ToolSpec, sentence: string): string {
  return sentence.replace(/--([a-z]+(?:-[a-z]+)*)/g, (flag: string, name: string) => {
    if (name === "all-projects") return `${scopeName(tool)} "all"`;
    return tool.parameters.find((one) => one.flag === name)?.name ?? flag;
  });
}

type Given = Record<string, unknown>;

/** Undefined where the tool cannot say what the command line says. */
function readWords(tool: ToolSpec, words: readonly string[]): Given | undefined {
  const given: Given = {};
  const loose: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const name = /^--([a-z-]+)$/.exec(word)?.[1];
    if (word === "--") continue;
    if (name === undefined) loose.push(word);
    else if (name === "all-projects") given[scopeName(tool)] = "all";
    else {
      const parameter = tool.parameters.find((one) => one.flag === name);
      if (parameter === undefined) return undefined;
      if (parameter.kind === "flag") given[parameter.name] = true;
      else {
        at += 1;
        put(given, parameter, words[at] ?? "");
      }
    }
  }
  if (loose.length === 0) return given;
  const isList = tool.parameters.find(({ name }) => name === tool.positional)?.kind === "list";
  return { [tool.positional]: isList ? loose : loose.join(" "), ...given };
}

function scopeName(tool: ToolSpec): string {
  return tool.parameters.find((one) => one.flag === "project")?.name ?? "project";
}

function put(given: Given, { name, kind }: Parameter, word: string): void {
  const earlier = given[name];
  if (kind === "count") given[name] = Number(word);
  else if (kind === "list") given[name] = [...(Array.isArray(earlier) ? earlier : []), word];
  else given[name] = word;
}

/** Words as a POSIX shell reads what the engine writes: blanks, single quotes, and a quoted single quote. */
function splitWords(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g), ([word]) =>
    word.replace(/'([^']*)'|\\(')/g, (_, inside?: string, quote?: string) => inside ?? quote ?? ""),
  );
}
