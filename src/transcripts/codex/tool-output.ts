/** Owns the shapes in which Codex records what a tool gave back. */
import { asNumber, asObject, type JsonObject } from "../shared/json-fields.ts";

export interface ToolOutput {
  readonly text: string;
  readonly exitStatus: number | null;
  readonly failed: boolean;
}

/** Status lines that the host writes before the output of a command; the words after `Output:` are the tool's. */
const STATUS_HEADER =
  /^(?:(?:Chunk ID|Wall time|Exit code|Process (?:exited|running)|Original token count|Total output lines|Script \w+)\b[^\n]*\n)+(?:Output:\n?)?/;
const EXIT_STATUS = /^(?:Exit code: |Process exited with code )(-?\d+)[^\S\n]*$/m;
const SCRIPT_FAILED = /^Script (?:failed|error)/;

/**
 * Decodes the `output` of a call: text, text with a status header, a JSON string `{output, metadata}`, that object
 * itself, or a list of content items. Never throws; a shape nobody knows gives empty text.
 */
export function decodeToolOutput(output: unknown): ToolOutput {
  if (typeof output === "string") return decodeText(output);
  if (Array.isArray(output)) return decodeText(contentText(output));
  const object = asObject(output);
  return object === undefined
    ? { text: "", exitStatus: null, failed: false }
    : decodeObject(object);
}

/** The text parts of a content list, one below the other; pictures and unknown items leave nothing. */
export function contentText(content: readonly unknown[]): string {
  let text = "";
  for (const item of content) {
    const part = typeof item === "string" ? item : asObject(item)?.["text"];
    if (typeof part !== "string") continue;
    text += text === "" || text.endsWith("\n") ? part : `\n${part}`;
  }
  return text;
}

function decodeText(text: string): ToolOutput {
  if (text.startsWith("{") && text.includes('"output"')) {
    const parsed = asObject(parseJson(text));
    if (typeof parsed?.["output"] === "string") return decodeObject(parsed);
  }
  if (text.startsWith("[{") && text.includes('"text"')) {
    const list = parseJson(text);
    if (Array.isArray(list) && list.every(isTextPart))
      return { text: contentText(list), exitStatus: null, failed: false };
  }
  const header = STATUS_HEADER.exec(text)?.[0];
  if (header === undefined) return { text, exitStatus: null, failed: false };
  const status = EXIT_STATUS.exec(header)?.[1];
  const exitStatus = status === undefined ? null : Number(status);
  const failed = (exitStatus !== null && exitStatus !== 0) || SCRIPT_FAILED.test(header);
  return { text: text.slice(header.length), exitStatus, failed };
}

function decodeObject(value: JsonObject): ToolOutput {
  const metadata = asObject(value["metadata"]) ?? value;
  const exitStatus = asNumber(metadata["exit_code"]) ?? null;
  const failed =
    (exitStatus !== null && exitStatus !== 0) ||
    value["success"] === false ||
    value["isError"] === true;
  const body = value["output"] ?? value["content"] ?? value["text"];
  if (typeof body === "string") return { text: body, exitStatus, failed };
  if (Array.isArray(body)) return { text: contentText(body), exitStatus, failed };
  return { text: JSON.stringify(value), exitStatus, failed };
}

/** What an MCP tool gives back: text and pictures, never a list of the tool's own records. */
function isTextPart(part: unknown): boolean {
  const type = asObject(part)?.["type"];
  return (
    type === "text" ||
    type === "input_text" ||
    type === "image" ||
    type === "input_image" ||
    type === "resource"
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
