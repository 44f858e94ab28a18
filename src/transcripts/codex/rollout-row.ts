/** Owns decoding one record of a rollout into time, type and payload, for every generation of the format. */
import { toIsoTime } from "../shared/iso-time.ts";
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";

/** One rollout record; `time` is null when the row states none that can be read. */
export interface RolloutRow {
  readonly time: string | null;
  readonly type: string;
  readonly payload: JsonObject;
}

const ROW_TYPES = new Set([
  "session_meta",
  "turn_context",
  "world_state",
  "response_item",
  "event_msg",
  "compacted",
  "token_usage_record",
]);
/** The first generation wrote response items without an envelope, behind a first row without a type. */
const BARE_ITEM_TYPES = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "local_shell_call",
]);
const MAX_ID_CHARS = 200;

/** The row, or undefined when the record has none of the known envelopes. */
export function decodeRollout(record: JsonObject): RolloutRow | undefined {
  const type = asText(record["type"]);
  const time = toIsoTime(record["timestamp"]) ?? null;
  if (type === undefined) {
    if (record["record_type"] === "state") return { time, type: "world_state", payload: record };
    const isFirstMeta =
      time !== null && "instructions" in record && hostId(record["id"]) !== undefined;
    return isFirstMeta ? { time, type: "session_meta", payload: record } : undefined;
  }
  const payload = asObject(record["payload"]);
  if (payload !== undefined) return { time, type, payload };
  if (BARE_ITEM_TYPES.has(type)) return { time, type: "response_item", payload: record };
  return undefined;
}

/** True when the record can stand in a rollout and in no other kind of file. */
export function isRolloutRecord(record: JsonObject): boolean {
  const type = record["type"];
  if (typeof type !== "string") return false;
  if (ROW_TYPES.has(type)) return asObject(record["payload"]) !== undefined;
  if (record["payload"] !== undefined || record["message"] !== undefined) return false;
  if (type === "message") return isBareMessage(record);
  return type !== "reasoning" && BARE_ITEM_TYPES.has(type) && typeof record["call_id"] === "string";
}

function isBareMessage(record: JsonObject): boolean {
  return asList(record["content"]).some((item) => {
    const type = asObject(item)?.["type"];
    return type === "input_text" || type === "output_text";
  });
}

/** An item's or call's id; undefined when it is none or too long to be one, which would outgrow the state. */
export function hostId(value: unknown): string | undefined {
  const id = asText(value);
  return id === undefined || id.length > MAX_ID_CHARS ? undefined : id;
}
