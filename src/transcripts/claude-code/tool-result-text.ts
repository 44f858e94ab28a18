/** Owns reading a tool result in any of the shapes the host writes. */
import { asList, asNumber, asObject, asText, type JsonObject } from "../shared/json-fields.ts";

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  readonly exitStatus: number | null;
  /** Paths that the structured copy of the result names. */
  readonly files: readonly string[];
  /** Types of the parts that are no text (images, references): counted, never indexed. */
  readonly skippedParts: readonly string[];
}

const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,9})\b/;

/**
 * Reads one `tool_result` block: its content is a string, a list of blocks or bare strings, null or absent.
 * `structured` is the row's `toolUseResult`, which repeats the output: it only tells the exit status and paths, and
 * gives the text when the block has none. The preview of an off-loaded output counts as the result; the full output
 * lies in the archive as its own file and is not indexed again.
 */
export function readToolResult(block: JsonObject, structured: unknown): ToolResult {
  const { text: own, skippedParts } = readContent(block["content"]);
  const text = own === "" ? (asText(structured) ?? "") : own;
  const details = asObject(structured);
  const exitStatus = findExitStatus(text, structured, details);
  const isError = block["is_error"] === true || (exitStatus !== null && exitStatus !== 0);
  const files = [
    details?.["filePath"],
    asObject(details?.["file"])?.["filePath"],
    details?.["notebook_path"],
  ];
  return {
    text,
    isError,
    exitStatus,
    files: files.flatMap((path) => asText(path) ?? []),
    skippedParts,
  };
}

function readContent(content: unknown): {
  readonly text: string;
  readonly skippedParts: readonly string[];
} {
  if (typeof content === "string") return { text: content, skippedParts: [] };
  const texts: string[] = [];
  const skippedParts: string[] = [];
  for (const part of asList(content)) {
    if (typeof part === "string") texts.push(part);
    const block = asObject(part);
    if (block === undefined) continue;
    const text = asText(block["text"]);
    if (block["type"] === "text") texts.push(...(text === undefined ? [] : [text]));
    else skippedParts.push(asText(block["type"]) ?? "untyped");
  }
  return { text: texts.join("\n"), skippedParts };
}

function findExitStatus(
  text: string,
  structured: unknown,
  details: JsonObject | undefined,
): number | null {
  const written = EXIT_CODE.exec(text) ?? EXIT_CODE.exec(asText(structured) ?? "");
  if (written !== null) return Number(written[1]);
  const stated = asNumber(details?.["exitCode"]) ?? asNumber(details?.["exit_code"]);
  if (stated !== undefined) return stated;
  // A shell result without an error text is the host's way to say that the command ended well.
  return typeof details?.["stdout"] === "string" && details["interrupted"] === false ? 0 : null;
}
