/** Owns reading one line as a JSON-RPC message, or the error that answers a line which is none. */
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

import type { LineSplitter } from "./split-lines.ts";

/** An error without a request that it could belong to has no id: null, as JSON-RPC has it. */
export interface Refusal {
  readonly jsonrpc: "2.0";
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export type ReadMessage = { readonly message: JSONRPCMessage } | { readonly refused: Refusal };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/** Undefined for an empty line. Never throws. */
export function readMessage(
  line: Buffer | "too-long",
  lines: Pick<LineSplitter, "longEnds">,
): ReadMessage | undefined {
  if (line === "too-long")
    return refuse(
      decodeIdAtEnds(lines.longEnds()),
      INVALID_REQUEST,
      "the message is longer than 1 MB",
    );
  const text = line.toString("utf8").trim();
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(null, PARSE_ERROR, "the line is no JSON");
  }
  return decodeShape(value);
}

function decodeShape(value: unknown): ReadMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(null, INVALID_REQUEST, "a message is one JSON object");
  const { jsonrpc, id, method, params } = value as Readonly<Record<string, unknown>>;
  const known = typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
  if (jsonrpc !== "2.0") return refuse(known, INVALID_REQUEST, 'a message says "jsonrpc": "2.0"');
  if (id !== undefined && known === null)
    return refuse(null, INVALID_REQUEST, "an id is a text or a whole number");
  if (method === undefined ? known === null : typeof method !== "string")
    return refuse(known, INVALID_REQUEST, "a message names its method");
  const isObject = typeof params === "object" && params !== null && !Array.isArray(params);
  if (method !== undefined && params !== undefined && !isObject)
    return refuse(known, INVALID_PARAMS, "params is a JSON object");
  return { message: value as JSONRPCMessage };
}

/** So that whoever sent a page of 30 MB does not wait for ever: clients put the id first or last. */
function decodeIdAtEnds([head, tail]: readonly [string, string]): string | number | null {
  const found =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/.exec(head) ??
    /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*\}\s*$/.exec(tail);
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}

function refuse(id: string | number | null, code: number, message: string): ReadMessage {
  return { refused: { jsonrpc: "2.0", id, error: { code, message } } };
}
