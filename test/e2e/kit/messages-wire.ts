/** Owns the Anthropic Messages API as Claude Code speaks it. */
import type { Reply, ToolCall } from "./script.ts";
import { makeId, openStream, parseObjects, parseText, type JsonObject, type Wire } from "./wire.ts";

const usage = {
  input_tokens: 100,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 20,
};

export const messagesWire: Wire = {
  path: "/v1/messages",
  parseRequest: (body) => ({
    toolResults: parseObjects(body["messages"])
      .flatMap((message) => parseObjects(message["content"]))
      .filter((block) => block["type"] === "tool_result")
      .map((block) => parseText(block["content"])),
  }),
  isAside: (body) => parseObjects(body["tools"]).length === 0,
  writeReply(response, reply, body) {
    const blocks = renderBlocks(reply);
    const stop = {
      stop_reason: reply.call === undefined ? "end_turn" : "tool_use",
      stop_sequence: null,
    };
    const message = { id: makeId("msg"), type: "message", role: "assistant", model: body["model"] };
    const send = openStream(response);
    send("message_start", {
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    });
    for (const [index, block] of blocks.entries()) {
      send("content_block_start", { index, content_block: block.start });
      send("content_block_delta", { index, delta: block.delta });
      send("content_block_stop", { index });
    }
    send("message_delta", { delta: stop, usage });
    send("message_stop", {});
    response.end();
  },
  renderError: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
};

interface StreamedBlock {
  readonly start: JsonObject;
  readonly delta: JsonObject;
}

function renderBlocks(reply: Reply): readonly StreamedBlock[] {
  const blocks: StreamedBlock[] = [];
  if (reply.text !== undefined) {
    blocks.push({
      start: { type: "text", text: "" },
      delta: { type: "text_delta", text: reply.text },
    });
  }
  if (reply.call !== undefined) {
    const { name, input } = renderCall(reply.call);
    blocks.push({
      start: { type: "tool_use", id: makeId("toolu"), name, input: {} },
      delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    });
  }
  return blocks;
}

function renderCall(call: ToolCall): { readonly name: string; readonly input: JsonObject } {
  if (call.kind === "shell")
    return { name: "Bash", input: { command: call.command, description: "Run it" } };
  return { name: `mcp__${call.server}__${call.tool}`, input: call.input };
}
