/** Owns the OpenAI Responses API as Codex speaks it. */
import type { Reply, ToolCall } from "./script.ts";
import { makeId, openStream, parseObjects, parseText, type JsonObject, type Wire } from "./wire.ts";

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

export const responsesWire: Wire = {
  path: "/v1/responses",
  parseRequest: (body) => ({
    toolResults: parseObjects(body["input"])
      .filter((item) => item["type"] === "function_call_output")
      .map((item) => parseText(item["output"])),
  }),
  isAside: (body) => parseObjects(body["tools"]).length === 0,
  writeReply(response, reply, body) {
    const output = renderItems(reply);
    const answer = {
      id: makeId("resp"),
      object: "response",
      created_at: Math.floor(Date.now() / 1000),
      model: body["model"],
    };
    const send = openStream(response);
    let number = 0;
    const sendNext = (type: string, data: JsonObject): void => {
      send(type, { sequence_number: number, ...data });
      number += 1;
    };
    sendNext("response.created", { response: { ...answer, status: "in_progress", output: [] } });
    for (const [index, item] of output.entries()) {
      sendNext("response.output_item.added", {
        output_index: index,
        item: { ...item, status: "in_progress" },
      });
      sendNext("response.output_item.done", { output_index: index, item });
    }
    sendNext("response.completed", { response: { ...answer, status: "completed", output, usage } });
    response.end();
  },
  renderError: (message) => ({ error: { type: "invalid_request_error", message } }),
};

function renderItems(reply: Reply): readonly JsonObject[] {
  const items: JsonObject[] = [];
  if (reply.text !== undefined) {
    items.push({
      type: "message",
      id: makeId("msg"),
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: reply.text, annotations: [] }],
    });
  }
  if (reply.call !== undefined) {
    items.push({
      type: "function_call",
      id: makeId("fc"),
      call_id: makeId("call"),
      status: "completed",
      ...renderCall(reply.call),
    });
  }
  return items;
}

function renderCall(call: ToolCall): JsonObject {
  if (call.kind === "shell")
    return { name: "exec_command", arguments: JSON.stringify({ cmd: call.command }) };
  return {
    namespace: `mcp__${call.server}`,
    name: call.tool,
    arguments: JSON.stringify(call.input),
  };
}
