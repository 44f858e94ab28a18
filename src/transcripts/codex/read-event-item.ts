/** Owns the tool events beside the response items: calls made inside a script, or by hosts that wrote no item for them. */
import { asList, asNumber, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { commandText } from "./describe-call.ts";
import {
  emitTurn,
  hashText,
  isRepeatedId,
  redactShort,
  skipBlock,
  type RolloutPlace,
  type TurnDraft,
} from "./emit-turn.ts";
import { isOwnTool } from "./own-tool.ts";
import { hostId } from "./rollout-row.ts";
import { remember } from "./rollout-state.ts";
import { contentText } from "./tool-output.ts";

const MAX_TOOL_NAME_CHARS = 120;

/** What one event tells of a call: the turn it becomes and what the script that made the call may print of it. */
interface EventCall {
  readonly name: string;
  readonly draft: Pick<TurnDraft, "class" | "text" | "files" | "exitStatus">;
  readonly outputs: readonly string[];
}

/**
 * Reads a finished command, file change or MCP call. One whose id is that of a call item repeats it and is skipped; any
 * other becomes a single turn that holds the call and its outcome.
 */
export function readToolEvent(
  place: RolloutPlace,
  kind: "command" | "files" | "mcp",
  item: JsonObject,
): void {
  const { state } = place;
  const id = hostId(item["id"]) ?? hostId(item["call_id"]) ?? null;
  if (id !== null && isRepeatedId(place, id)) return skipBlock(place, "duplicate");
  const call =
    kind === "command"
      ? readCommand(item)
      : kind === "files"
        ? readFileChange(item)
        : readMcpCall(item);
  if (state.script !== "") {
    for (const output of call.outputs)
      remember(state.scriptOutputs, hashText(place, output), "outputs");
    if (isOwnTool(call.name)) state.scriptTouchedMemory = true;
  }
  if (place.options.skipTools.has(call.name)) return skipBlock(place, "skipped-tool");
  if (isOwnTool(call.name)) return skipBlock(place, "own-injection");
  emitTurn(place, {
    ...call.draft,
    entryId: id,
    role: call.draft.class === "edit" ? "assistant" : "tool",
    toolName: redactShort(place, call.name, MAX_TOOL_NAME_CHARS),
    toolCallId: id,
  });
}

function readCommand(item: JsonObject): EventCall {
  const command = commandText(item["command"]) ?? "";
  const output =
    asText(item["aggregated_output"]) ??
    [asText(item["stdout"]), asText(item["stderr"])].filter(Boolean).join("\n");
  const exitStatus = asNumber(item["exit_code"]) ?? null;
  const failed = exitStatus === null ? item["status"] === "failed" : exitStatus !== 0;
  return {
    name: "exec_command",
    draft: { class: failed ? "error" : "result", text: `$ ${command}\n${output}`, exitStatus },
    outputs: [output],
  };
}

function readFileChange(item: JsonObject): EventCall {
  const changes = Object.entries(asObject(item["changes"]) ?? {});
  const files = changes.map(([path]) => path);
  const parts = changes.map(([path, change]) => `${path}\n${changeText(asObject(change) ?? {})}`);
  const failed = item["status"] === "failed" || item["success"] === false;
  const stdout = asText(item["stdout"]);
  return {
    name: "apply_patch",
    draft: { class: failed ? "error" : "edit", text: `apply_patch: ${parts.join("\n")}`, files },
    outputs: stdout === undefined ? [] : [stdout],
  };
}

/** Both event generations: `{type, content}` or `{type, unified_diff}`, or the kind of change as the key. */
function changeText(change: JsonObject): string {
  const own = asText(change["unified_diff"]) ?? asText(change["content"]);
  if (own !== undefined) return own;
  for (const value of Object.values(change)) {
    const inner = asObject(value);
    const text = asText(inner?.["unified_diff"]) ?? asText(inner?.["content"]);
    if (text !== undefined) return text;
  }
  return "";
}

function readMcpCall(item: JsonObject): EventCall {
  const invocation = asObject(item["invocation"]) ?? item;
  const name = `mcp__${asText(invocation["server"]) ?? ""}__${asText(invocation["tool"]) ?? ""}`;
  const outcome = asObject(item["result"]) ?? {};
  const result = asObject(outcome["Ok"]) ?? outcome;
  const output = contentText(asList(result["content"]));
  const error =
    asText(asObject(item["error"])?.["message"]) ?? asText(item["error"]) ?? asText(outcome["Err"]);
  const failed =
    error !== undefined ||
    item["status"] === "failed" ||
    result["isError"] === true ||
    result["is_error"] === true;
  const input = invocation["arguments"];
  const call = input === undefined || input === null ? name : `${name}: ${JSON.stringify(input)}`;
  return {
    name,
    draft: { class: failed ? "error" : "result", text: `${call}\n${error ?? output}` },
    outputs: [output, JSON.stringify(result)],
  };
}
