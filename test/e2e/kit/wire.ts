/** Owns the shape that the model server wants of a wire format, and the parts that all formats share. */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

import type { ModelRequest, Reply } from "./script.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Wire {
  /** The path that the client posts to. */
  readonly path: string;
  parseRequest(body: JsonObject): ModelRequest;
  /** A request beside the conversation, such as for a title, which takes no reply from the script. */
  isAside(body: JsonObject): boolean;
  /** Streams a reply and ends the response. */
  writeReply(response: ServerResponse, reply: Reply, body: JsonObject): void;
  /** The body of an error that the client does not try again. */
  renderError(message: string): JsonObject;
}

export function makeId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}

/** Starts an event stream; the function writes one event, named in its data too. */
export function openStream(response: ServerResponse): (type: string, data: JsonObject) => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (type, data) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
}

/** The objects of a JSON list; none when it is not a list. */
export function parseObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is JsonObject => typeof item === "object" && item !== null);
}

/** Text of a content field: a string, or blocks of which some carry text. */
export function parseText(content: unknown): string {
  if (typeof content === "string") return content;
  return parseObjects(content)
    .map((block) => (typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n");
}
