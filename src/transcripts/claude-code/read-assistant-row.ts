/** Owns turning an `assistant` row into replies, calls and edits. */
import type { TokenUsage } from "../../core/turn.ts";
import { asList, asNumber, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { redactId } from "../shared/redact-id.ts";
import { renderCall } from "./render-call.ts";
import {
  emitTurn,
  rememberTool,
  reportFact,
  saidText,
  shortPaths,
  type RowContext,
  type SessionContext,
} from "./session-context.ts";

/** Tools of our own MCP server, however the host or a plugin prefixes them. */
const OWN_TOOL = /^mcp__(?:varve__|.*varve.*__memory_)/;

/** The model name of notices that the host wrote in the agent's name. */
const HOST_MODEL = "<synthetic>";

/**
 * One turn per block: text is a reply, `tool_use` a call or an edit. Error notices of the host are lifecycle. The
 * first turn of a message carries its token usage, which the host repeats on the row of every block.
 */
export function readAssistantRow(context: SessionContext, at: RowContext): void {
  const message = asObject(at.row["message"]);
  const content = message?.["content"];
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asList(content);
  if (message === undefined || blocks.length === 0) return at.sink.skip("empty", at.line);
  const modelName = asText(message["model"]);
  const isNotice = at.row["isApiErrorMessage"] === true || modelName === HOST_MODEL;
  const model = isNotice ? null : context.short(modelName);
  reportFact(
    context,
    at.sink,
    "model",
    at.sidechain && context.options.kind === "session" ? null : model,
  );
  blocks.forEach((item, block) => {
    const part = asObject(item);
    const usage = isNotice ? null : usageOnce(context, message);
    if (part === undefined) return at.sink.skip("unknown-type", at.line, "block");
    if (part["type"] === "text") readText({ context, at, part, block, isNotice, model, usage });
    else if (part["type"] === "tool_use")
      readCall({ context, at, part, block, isNotice, model, usage });
    else skipBlock(context, at, part);
  });
}

interface BlockContext {
  readonly context: SessionContext;
  readonly at: RowContext;
  readonly part: JsonObject;
  readonly block: number;
  readonly isNotice: boolean;
  readonly model: string | null;
  readonly usage: Usage | null;
}

function readText({ context, at, part, block, isNotice, model, usage }: BlockContext): void {
  const text = asText(part["text"]);
  if (text === undefined || text.trim() === "") return at.sink.skip("empty", at.line);
  emitTurn(context, at, {
    block,
    role: "assistant",
    class: isNotice ? "lifecycle" : "reply",
    text: saidText(context, text),
    model,
    usage: usage?.take() ?? null,
  });
}

function readCall({ context, at, part, block, model, usage }: BlockContext): void {
  const name = asText(part["name"]) ?? "tool";
  const callId = redactId(context.options.redactor, asText(part["id"]));
  if (callId !== null) rememberTool(context, callId, context.short(name) ?? "tool");
  if (isOwnTool(name)) return at.sink.skip("own-injection", at.line);
  if (context.options.skipTools.has(name)) return at.sink.skip("skipped-tool", at.line);
  const call = renderCall(name, part["input"], context.options.redactor, context.words.mask);
  emitTurn(context, at, {
    block,
    role: "assistant",
    class: call.isEdit ? "edit" : "call",
    text: { text: call.text, truncated: call.truncated },
    toolName: context.short(name),
    toolCallId: callId,
    files: shortPaths(context, call.files),
    model,
    usage: usage?.take() ?? null,
  });
}

/** True for the tools of our own MCP server: what they return is memory already. */
export function isOwnTool(name: string): boolean {
  return OWN_TOOL.test(name);
}

const KNOWN_PARTS: ReadonlySet<string> = new Set([
  "image",
  "document",
  "tool_reference",
  "server_tool_use",
  "web_search_tool_result",
]);

/** Counts a block that is no text: thinking, pictures, and what a newer host may add. */
export function skipBlock(context: SessionContext, at: RowContext, part: JsonObject): void {
  const type = asText(part["type"]) ?? "untyped";
  if (type === "thinking" || type === "redacted_thinking") return at.sink.skip("thinking", at.line);
  if (KNOWN_PARTS.has(type)) return at.sink.skip("bookkeeping", at.line, type);
  at.sink.skip("unknown-type", at.line, `block ${(context.short(type) ?? "").slice(0, 34)}`);
}

interface Usage {
  take(): TokenUsage | null;
}

/** The message's usage for whoever asks first, over all rows of the message. */
function usageOnce(context: SessionContext, message: JsonObject): Usage | null {
  const usage = asObject(message["usage"]);
  const id = redactId(context.options.redactor, asText(message["id"]));
  if (usage === undefined) return null;
  return {
    take() {
      if (id !== null && context.usageOf === id) return null;
      context.usageOf = id;
      return {
        input: asNumber(usage["input_tokens"]) ?? 0,
        output: asNumber(usage["output_tokens"]) ?? 0,
        cacheRead: asNumber(usage["cache_read_input_tokens"]) ?? 0,
        cacheWrite: asNumber(usage["cache_creation_input_tokens"]) ?? 0,
      };
    },
  };
}
