/**
 * Owns the streams that a run writes to. Node's own need its network modules, 3 ms of a cold start; what goes to a file
 * or a pipe, as an agent and a script read it, is written at once without them.
 */
import { fstatSync, writeSync } from "node:fs";

import { builtin } from "../platform/builtin.ts";
import type { OutputStream } from "./output.ts";

export type StandardStream = OutputStream & { readonly isTTY?: boolean };

/** 1 is stdout, 2 is stderr. */
export function standardStream(descriptor: 1 | 2): StandardStream {
  if (isWrittenAtOnce(descriptor)) return createPlainStream(descriptor);
  return descriptor === 1 ? process.stdout : process.stderr;
}

function isWrittenAtOnce(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (process.platform === "win32") return false;
    // A device that is no terminal says by the write itself that it is full.
    const isDevice = stats.isCharacterDevice() && !builtin("node:tty").isatty(descriptor);
    return stats.isFIFO() || stats.isFile() || stats.isSocket() || isDevice;
  } catch {
    return false;
  }
}

function createPlainStream(descriptor: number): StandardStream {
  const listeners: ((error: Error) => void)[] = [];
  return {
    on: (_, listener) => listeners.push(listener),
    write(text, done) {
      try {
        writeAll(descriptor, Buffer.from(text));
        done?.();
      } catch (error) {
        // The reader left, or the disk is full.
        const failure = error instanceof Error ? error : new Error(String(error));
        for (const listener of listeners) listener(failure);
        done?.(failure);
      }
      return true;
    },
  };
}

/** How long to wait for the reader of a pipe that another process made non-blocking. */
const RETRY_MS = 2;

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
