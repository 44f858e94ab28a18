/** Owns the server: the handshake by the SDK, the tools by ours, one call at a time. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ErrorCode, McpError, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";

import { nearest } from "../core/nearest.ts";
import { explainFailure } from "./explain-failure.ts";
import { inputSchema } from "./input-schema.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { LineTransport } from "./line-transport.ts";
import { readArguments, type Arguments } from "./read-arguments.ts";
import type { ToolSpec } from "./tool.ts";
import { TOOLS } from "./tool-table.ts";

export interface CheckedCall {
  readonly tool: ToolSpec;
  readonly arguments: Arguments;
  /** `_meta` of the request. */
  readonly meta: unknown;
}

export interface ServeOptions {
  readonly version: string;
  readonly transport: LineTransport;
  /** Gives the text of the reply; what it throws is explained to the model. */
  readonly answer: (call: CheckedCall) => Promise<string>;
  /** Told when a host has seen the tools. */
  readonly onListed: () => void;
}

/**
 * Answers until the transport closes. Requests of tools are handled raw, so that arguments of any shape get an answer
 * that a model can read; the SDK would refuse them with a schema's error.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const server = new Server(
    { name: "varve", title: "varve: memory of earlier sessions", version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  let turn: Promise<unknown> = Promise.resolve();
  server.fallbackRequestHandler = (request, { signal }) => {
    if (request.method === "tools/list") {
      options.onListed();
      return Promise.resolve({ tools: listTools() });
    }
    if (request.method !== "tools/call")
      throw new McpError(ErrorCode.MethodNotFound, "Method not found");
    const { params } = request;
    const answer = turn.then(async (): Promise<CallToolResult> => {
      // Signals, the end of the input and the parent are looked at between two calls.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      return signal.aborted ? say("cancelled", true) : callTool(options, params ?? {});
    });
    turn = answer;
    return answer;
  };
  await server.connect(options.transport);
}

function listTools() {
  return TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool),
    annotations: {
      readOnlyHint: tool.readOnly,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }));
}

/** Never rejects. */
async function callTool(
  { answer }: ServeOptions,
  params: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const tool = TOOLS.find(({ name }) => name === params["name"]);
  if (tool === undefined) return say(unknownTool(params["name"]), true);
  try {
    const given = readArguments(tool, params["arguments"]);
    return say(await answer({ tool, arguments: given, meta: params["_meta"] }), false);
  } catch (error) {
    return say(explainFailure(tool, error), true);
  }
}

function unknownTool(name: unknown): string {
  const names = TOOLS.map((tool) => tool.name);
  const near = typeof name === "string" ? nearest(name, names) : undefined;
  return `there is no such tool${near === undefined ? "." : `; did you mean ${near}?`} The tools are ${names.join(", ")}.`;
}

function say(text: string, isError: boolean): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError && { isError }) };
}
