/** Owns telling a Claude Code transcript row from the rows of other logs. */
import { asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";

const CHAINED_TYPES: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "system",
  "attachment",
  "progress",
]);

/** True for a row of the message chain: its ids are in camel case, which the client's stdout stream does not do. */
export function isChainRow(row: JsonObject): boolean {
  const type = asText(row["type"]);
  if (type === undefined || !CHAINED_TYPES.has(type) || !("parentUuid" in row)) return false;
  if (asText(row["uuid"]) === undefined || asText(row["sessionId"]) === undefined) return false;
  return type === "user" || type === "assistant" ? asObject(row["message"]) !== undefined : true;
}

/** A whole record behind damage on its line: a chain row, or a bookkeeping row with its session. */
export function isWholeRow(row: JsonObject): boolean {
  return (
    isChainRow(row) || (asText(row["type"]) !== undefined && asText(row["sessionId"]) !== undefined)
  );
}

/** True when the line holds a row of the message chain; bookkeeping rows alone make no session. */
export function recognisesLine(line: Buffer): boolean {
  if (!line.includes('"parentUuid"')) return false;
  return parseLine(line, isWholeRow).records.some(isChainRow);
}
