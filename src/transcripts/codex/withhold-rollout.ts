/** Owns which strings of Codex's files repeat what a person typed, so that their private spans are never archived. */
import type { WithheldLine } from "../reader.ts";
import { asObject, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { withholdStrings } from "../shared/withhold-strings.ts";
import type { JsonPath } from "../shared/walk-json-strings.ts";
import { decodeRollout, isRolloutRecord } from "./rollout-row.ts";

/**
 * Blanks private spans in one line of a rollout or of the prompt history: user messages, the events that repeat them,
 * and whatever a compaction carries on. The line is decoded only when it may hold a span; a line that cannot be
 * decoded as one record is blanked in all of its strings.
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
  const isTyped =
    row.type === "response_item"
      ? isUserItem(row.payload)
      : row.type === "event_msg" && isUserEvent(row.payload);
  return isTyped ? all : none;
}

function isUserItem(item: JsonObject): boolean {
  return item["type"] === "message" && item["role"] === "user";
}

function isUserEvent(event: JsonObject): boolean {
  return event["type"] === "user_message" || asObject(event["item"])?.["type"] === "UserMessage";
}

/** A compaction holds the summary, the history that replaces the old one, and what the person said since. */
function isCarriedOn(path: JsonPath): boolean {
  return (
    path[0] === "payload" &&
    (path[1] === "message" || path[1] === "replacement_history" || path[1] === "retained_context")
  );
}
