/** Owns tool calls and their outputs in a rollout's response items. */
import { asList, asObject, type JsonObject } from "../shared/json-fields.ts";
import { isOwnTool } from "./own-tool.ts";
import { describeCall } from "./describe-call.ts";
import {
  emitTurn,
  hashId,
  hashText,
  isRepeatedId,
  redactShort,
  skipBlock,
  type RolloutPlace,
} from "./emit-turn.ts";
import { hostId } from "./rollout-row.ts";
import { remember } from "./rollout-state.ts";
import { decodeToolOutput, type ToolOutput } from "./tool-output.ts";

const MAX_TOOL_NAME_CHARS = 120;
/** The tool of code mode: its input is a script whose own calls are recorded as items while it runs. */
const SCRIPT_TOOL = "exec";

/** Reads an item that calls a tool. The call id is the entry id. */
export function readCall(place: RolloutPlace, item: JsonObject): void {
  const { state } = place;
  const call = describeCall(item);
  const callId = hostId(item["call_id"]) ?? hostId(item["id"]) ?? null;
  if (callId !== null && isRepeatedId(place, callId)) return skipBlock(place, "duplicate");
  const name = redactShort(place, call.name, MAX_TOOL_NAME_CHARS);
  if (callId !== null) remember(state.calls, [hashId(place, callId), name], "calls");
  if (item["type"] === "custom_tool_call" && call.name === SCRIPT_TOOL) openScript(place, callId);
  if (place.options.skipTools.has(call.name)) return skipBlock(place, "skipped-tool");
  if (isOwnTool(call.name)) return skipBlock(place, "own-injection");
  emitTurn(place, {
    entryId: callId,
    role: "assistant",
    class: call.isEdit ? "edit" : "call",
    text: call.text,
    toolName: name,
    toolCallId: callId,
    files: call.files,
  });
}

/** Reads what a call gave back; the entry id is the call id with `:out`. */
export function readCallOutput(place: RolloutPlace, item: JsonObject): void {
  const { state } = place;
  const callId = hostId(item["call_id"]) ?? null;
  const entryId = callId === null ? (hostId(item["id"]) ?? null) : `${callId}:out`;
  if (entryId !== null && isRepeatedId(place, entryId)) return skipBlock(place, "duplicate");
  const hash = callId === null ? "" : hashId(place, callId);
  const name = takeCallName(place, hash);
  const raw = item["output"] ?? item["tools"] ?? item["result"];
  const isScript = hash !== "" && hash === state.script;
  const output = isScript ? closeScript(place, raw) : decodeToolOutput(raw);
  if (name !== null && place.options.skipTools.has(name)) return skipBlock(place, "skipped-tool");
  if (output === "own") return skipBlock(place, "own-injection");
  if (output === "repeated") return skipBlock(place, "duplicate");
  if (name !== null && isOwnTool(name)) return skipBlock(place, "own-injection");
  emitTurn(place, {
    entryId,
    role: "tool",
    class: output.failed ? "error" : "result",
    text: output.text,
    toolName: name,
    toolCallId: callId,
    exitStatus: output.exitStatus,
  });
}

function takeCallName(place: RolloutPlace, hash: string): string | null {
  const { calls } = place.state;
  const at = calls.findIndex(([id]) => id === hash);
  return at < 0 ? null : (calls.splice(at, 1)[0]?.[1] ?? null);
}

function openScript(place: RolloutPlace, callId: string | null): void {
  const { state } = place;
  state.script = callId === null ? "" : hashId(place, callId);
  state.scriptOutputs.length = 0;
  state.scriptTouchedMemory = false;
}

/**
 * What a script printed beyond what its own calls gave back, each of which is a turn already. A script that asked
 * varve's memory gives nothing: any of it may be recalled text.
 */
function closeScript(place: RolloutPlace, raw: unknown): ToolOutput | "own" | "repeated" {
  const { state } = place;
  const printed = new Set(state.scriptOutputs);
  const touchedMemory = state.scriptTouchedMemory;
  openScript(place, null);
  if (touchedMemory) return "own";
  const decoded = decodeToolOutput(raw);
  if (printed.size === 0 || !Array.isArray(raw)) return decoded;
  const rest = asList(raw).filter((part) => {
    const text = typeof part === "string" ? part : asObject(part)?.["text"];
    return typeof text !== "string" || !printed.has(hashText(place, text));
  });
  const left = decodeToolOutput(rest);
  return left.text.trim() === "" && !left.failed ? "repeated" : left;
}
