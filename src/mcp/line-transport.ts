/**
 * Owns the wire: one JSON-RPC message per line, in and out, in bounded memory. The SDK's own transport gives up at a line
 * of 10 MB, leaves a line that is no JSON without an answer, and reads on however much waits to be written.
 */
import type { Readable, Writable } from "node:stream";

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

import { createLineSplitter } from "./split-lines.ts";
import { readMessage, type Refusal } from "./read-message.ts";

export interface LineTransport extends Transport {
  /** Requests without an answer that was handed over. */
  pending(): number;
}

/** Of requests that wait for an answer, and of answers that nobody reads: nothing more is read meanwhile. */
const MOST_PENDING = 64;

/** Reads when `start` is called. A reader of `output` that left shows as an `error` event there. */
export function createLineTransport(input: Readable, output: Writable): LineTransport {
  const pending = new Set<unknown>();
  let writing = 0;
  const lines = createLineSplitter();
  const isFull = (): boolean => pending.size >= MOST_PENDING || writing >= MOST_PENDING;
  const transport: LineTransport = {
    pending: () => pending.size + writing,
    start() {
      input.on("data", (chunk: Buffer) => {
        lines.push(chunk);
        readOn();
      });
      return Promise.resolve();
    },
    send(message) {
      return write(message, "id" in message && !("method" in message) ? message.id : undefined);
    },
    close() {
      input.pause();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  function readOn(): void {
    while (!isFull()) {
      const line = lines.next();
      if (line === undefined) break;
      take(line);
    }
    if (isFull()) input.pause();
    else if (input.isPaused()) input.resume();
  }
  function take(line: Buffer | "too-long"): void {
    const read = readMessage(line, lines);
    if (read === undefined) return;
    if ("refused" in read) {
      void write(read.refused, undefined);
      return;
    }
    const { message } = read;
    if ("method" in message && "id" in message) pending.add(message.id);
    // A request that was taken back gets no answer.
    else if ("method" in message && message.method === "notifications/cancelled")
      pending.delete(message.params?.["requestId"]);
    transport.onmessage?.(message);
  }
  function write(message: JSONRPCMessage | Refusal, answered: unknown): Promise<void> {
    writing += 1;
    return new Promise((resolve) => {
      output.write(`${JSON.stringify(message)}\n`, () => {
        writing -= 1;
        pending.delete(answered);
        resolve();
        if (input.isPaused()) readOn();
      });
    });
  }
  return transport;
}
