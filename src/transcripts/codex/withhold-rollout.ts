/** Owns which strings of Codex's files repeat what a person typed, so that their private spans are never archived. */
import type { WithheldLine } from "../reader.ts";
import { asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { withholdStrings } from "../shared/withhold-strings.ts";
import type { JsonPath } from "../shared/walk-json-strings.ts";
import { decodeRollout, isRolloutRecord } from "./rollout-row.ts";

/** Rows of settings and measures; the instructions in them may explain the tag. */
const UNTYPED_ROWS: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "world_state",
  "token_usage_record",
]);
/** Events that repeat what the model or a tool said, or tell about the run. */
const UNTYPED_EVENTS =
  /^(?:agent_|exec_|mcp_|patch_|apply_patch_|web_search_|task_|turn_|token_|view_image_|image_|deprecation_|background_|stream_|plan_|dynamic_|collab_|error$|warning$)/;
const UNTYPED_ITEMS: ReadonlySet<string> = new Set([
  "AgentMessage",
  "Reasoning",
  "CommandExecution",
  "McpToolCall",
  "FileChange",
  "WebSearch",
  "ImageView",
  "Plan",
  "CollabAgentToolCall",
]);

/**
 * Blanks private spans in one line of a rollout or of the prompt history: user messages, the events that repeat them,
 * names of threads, and whatever a compaction carries on. A kind that nobody knows yet may be the next copy, so it
 * counts as typed. The line is decoded only when it may hold a span; a line that cannot be decoded as one record is
 * blanked in all of its strings.
 */
export function withholdRollout(line: Buffer): WithheldLine | undefined {
  let wanted: ((path: JsonPath) => boolean) | undefined;
  return withholdStrings(line, (path) => {
    wanted ??= wantedStrings(line);
    return wanted(path);
  });
}

const all = (): boolean => true;
const none = (): boolean => false;

function wantedStrings(line: Buffer): (path: JsonPath) => boolean {
  const { records } = parseLine(line, isRolloutRecord);
  const record = records[0];
  if (record === undefined || records.length > 1) return all;
  if (typeof record["session_id"] === "string" && typeof record["text"] === "string")
    return (path) => path[0] === "text";
  const row = decodeRollout(record);
  if (row === undefined) return none;
  if (row.type === "compacted") return isCarriedOn;
  if (UNTYPED_ROWS.has(row.type)) return none;
  if (row.type === "response_item") return isUserItem(row.payload) ? all : none;
  return row.type === "event_msg" && isMachineEvent(row.payload) ? none : all;
}

/** Every other item is the model's, a tool's or an instruction. */
function isUserItem(item: JsonObject): boolean {
  return item["type"] === "message" && item["role"] === "user";
}

function isMachineEvent(event: JsonObject): boolean {
  const type = asText(event["type"]) ?? "";
  if (type.startsWith("item_"))
    return UNTYPED_ITEMS.has(asText(asObject(event["item"])?.["type"]) ?? "");
  return UNTYPED_EVENTS.test(type);
}

/** A compaction holds the summary, the history that replaces the old one, and what the person said since. */
function isCarriedOn(path: JsonPath): boolean {
  return (
    path[0] === "payload" &&
    (path[1] === "message" || path[1] === "replacement_history" || path[1] === "retained_context")
  );
}
