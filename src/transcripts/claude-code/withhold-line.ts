/** Owns which strings of a Claude Code row a person typed, so that private spans in them never reach the archive. */
import type { WithheldLine } from "../reader.ts";
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import type { JsonPath } from "../shared/walk-json-strings.ts";
import { mayHoldPrivateTag, withholdStrings } from "../shared/withhold-strings.ts";

/**
 * Blanks private spans in every copy of a prompt that the host writes: the user row (not tool results), the queue,
 * the last prompt, the recorded requests, the queued-command attachment and the prompt history. A line that is
 * not one JSON object is treated as typed as a whole.
 */
export function withholdLine(line: Buffer): WithheldLine | undefined {
  if (!mayHoldPrivateTag(line)) return undefined;
  const row = parseWhole(line);
  return withholdStrings(line, row === undefined ? () => true : typedStrings(row));
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
  switch (type) {
    case "user":
      return (path) => isTypedContent(row, path);
    case "api-request-blob":
      return (path) => asObject(row["message"])?.["role"] === "user" && isTypedContent(row, path);
    case "api-request":
    case "api-request-shape":
      return () => true;
    case "queue-operation":
      return (path) => path[0] === "content";
    case "last-prompt":
      return (path) => path[0] === "lastPrompt";
    case "attachment":
      return (path) =>
        asObject(row["attachment"])?.["type"] === "queued_command" &&
        (path[0] === "attachment" || path[0] === "rendered");
    case undefined:
      return (path) => path[0] === "display" || path[0] === "pastedContents";
    default:
      return () => false;
  }
}

function isTypedContent(row: JsonObject, path: JsonPath): boolean {
  if (path[0] !== "message" || path[1] !== "content") return false;
  const index = path[2];
  if (typeof index !== "number") return true;
  const block = asObject(asList(asObject(row["message"])?.["content"])[index]);
  return block === undefined || block["type"] === "text";
}
