/** Owns which strings of a Claude Code row a person typed, so that private spans in them never reach the archive. */
import type { WithheldLine } from "../reader.ts";
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import type { JsonPath } from "../shared/walk-json-strings.ts";
import {
  isTooLongToDecode,
  mayHoldPrivateTag,
  withholdStrings,
} from "../shared/withhold-strings.ts";
import { findPrivatePastes } from "./private-pastes.ts";

/** Rows that hold what the model or a tool said, or files as they were: a tag in them is no wish of a person. */
const UNTYPED_ROWS: ReadonlySet<string> = new Set([
  "assistant",
  "progress",
  "file-history-snapshot",
]);
/** Blocks of a user row that a tool or a file filled. */
const UNTYPED_BLOCKS: ReadonlySet<string> = new Set(["tool_result", "image", "document"]);
/** Attachments that repeat files, listings and settings. */
const UNTYPED_ATTACHMENTS: ReadonlySet<string> = new Set([
  "file",
  "compact_file_reference",
  "edited_text_file",
  "edited_image_file",
  "nested_memory",
  "relevant_memories",
  "selected_lines_in_ide",
  "opened_file_in_ide",
  "diagnostics",
  "directory",
  "mcp_resource",
  "prompt_snapshot",
  "skill_listing",
  "agent_listing_delta",
  "mcp_instructions_delta",
  "deferred_tools_delta",
  "environment",
  "session_context",
]);

/**
 * Blanks private spans in every copy of a prompt that the host writes: the user row (not tool results, unless they
 * carry a person's answer), the queue, the last prompt, titles, the recorded requests, attachments that repeat a
 * prompt, and the prompt history. A type that nobody knows yet may be the next copy, so it counts as typed, and so
 * does a line that is not one JSON object.
 */
export function withholdLine(line: Buffer): WithheldLine | undefined {
  if (!mayHoldPrivateTag(line)) return undefined;
  const row = isTooLongToDecode(line) ? undefined : parseWhole(line);
  if (row === undefined) return withholdStrings(line, () => true);
  return withholdStrings(line, typedStrings(row), privatePastes(row));
}

function parseWhole(line: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(line.toString("utf8")));
  } catch {
    return undefined;
  }
}

function typedStrings(row: JsonObject): (path: JsonPath) => boolean {
  const type = asText(row["type"]);
  if (type !== undefined && UNTYPED_ROWS.has(type)) return () => false;
  switch (type ?? "") {
    case "user":
      return isAnswer(row) ? () => true : (path) => isTypedContent(row, path);
    case "api-request-blob":
      return (path) => asObject(row["message"])?.["role"] === "user" && isTypedContent(row, path);
    case "attachment":
      return UNTYPED_ATTACHMENTS.has(asText(asObject(row["attachment"])?.["type"]) ?? "")
        ? () => false
        : () => true;
    default:
      return () => true;
  }
}

/** The prompt history keeps what was pasted beside the prompt, whose span holds only its mark. */
function privatePastes(row: JsonObject): (path: JsonPath) => boolean {
  const pastes = findPrivatePastes(asText(row["display"]) ?? "");
  return ([first, key, field]) =>
    first === "pastedContents" && field === "content" && pastes.has(String(key));
}

/** A tool result in which a person answered a question, or said why a call was refused. */
function isAnswer(row: JsonObject): boolean {
  return (
    asObject(row["toolUseResult"])?.["answers"] !== undefined ||
    asText(row["toolDenialKind"]) !== undefined
  );
}

function isTypedContent(row: JsonObject, path: JsonPath): boolean {
  if (path[0] !== "message" || path[1] !== "content") return false;
  const index = path[2];
  if (typeof index !== "number") return true;
  const block = asObject(asList(asObject(row["message"])?.["content"])[index]);
  return block === undefined || !UNTYPED_BLOCKS.has(asText(block["type"]) ?? "");
}
