/** Owns how a Codex tool call reads as text: its name, then the command, patch or arguments. */
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { patchFiles } from "./patch-files.ts";

/** A call in readable form; `isEdit` when it changes files that it names. */
export interface DescribedCall {
  readonly name: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly isEdit: boolean;
}

/** Longer values are cut here already, so that a megabyte of arguments is not redacted for 8 KB of text. */
const MAX_VALUE_CHARS = 64 * 1024;
const SHELL_WRAPPERS = new Set(["-c", "-lc", "-Command", "/c"]);
const FILE_KEYS = ["path", "file_path", "filePath", "file"];

/** Reads `function_call`, `custom_tool_call`, `local_shell_call` and any other item whose type ends in `_call`. */
export function describeCall(item: JsonObject): DescribedCall {
  const name = callName(item);
  const input = callInput(item);
  const command = commandOf(input);
  const body = (command ?? inputText(input)).slice(0, MAX_VALUE_CHARS);
  const mayPatch = name === "apply_patch" || (command?.includes("apply_patch") ?? false);
  const patched = mayPatch ? patchFiles(body) : [];
  if (patched.length > 0)
    return { name, text: `${name}: ${patched.join(", ")}\n${body}`, files: patched, isEdit: true };
  return {
    name,
    text: body === "" ? name : `${name}: ${body}`,
    files: namedFiles(input),
    isEdit: false,
  };
}

/** Tools of an MCP server are written as `mcp__<server>__<tool>`, whatever way the row splits the name. */
export function callName(item: JsonObject): string {
  const name = asText(item["name"]) ?? (asText(item["type"]) ?? "").replace(/_call$/, "");
  const namespace = asText(item["namespace"]);
  if (namespace === undefined || !namespace.startsWith("mcp__") || name.startsWith("mcp__"))
    return name;
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
}

/** A command given as a string or as words; a wrapping `bash -lc` is left out. Undefined when it is neither. */
export function commandText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const words = asList(value).filter((word): word is string => typeof word === "string");
  const script = words[2];
  if (words.length === 3 && script !== undefined && SHELL_WRAPPERS.has(words[1] ?? ""))
    return script;
  return words.length === 0 ? undefined : words.join(" ");
}

function callInput(item: JsonObject): unknown {
  const raw = item["arguments"] ?? item["input"] ?? item["action"];
  if (typeof raw !== "string" || !raw.startsWith("{")) return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function commandOf(input: unknown): string | undefined {
  const object = asObject(input);
  return object === undefined ? undefined : commandText(object["cmd"] ?? object["command"]);
}

function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  const object = asObject(input);
  if (object === undefined)
    return input === undefined || input === null ? "" : JSON.stringify(input);
  const lines: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (value === null || value === undefined) continue;
    lines.push(`${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  }
  return lines.join("\n");
}

function namedFiles(input: unknown): readonly string[] {
  const object = asObject(input);
  if (object === undefined) return [];
  return FILE_KEYS.flatMap((key) => asText(object[key]) ?? []);
}
