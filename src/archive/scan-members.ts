/** Owns finding the members of a gzip file without its sidecar. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { builtin } from "../platform/builtin.ts";

export interface FoundMember {
  readonly at: number;
  readonly bytes: Buffer;
  readonly text: Buffer;
}

/** Length of the header that node writes: no name, no comment, no extra field. */
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const FIRST_WINDOW = 1024 * 1024;

/** Length of the deflate stream at the start of `bytes`; undefined when it does not end inside them. */
function deflateLength(bytes: Buffer): number | undefined {
  try {
    const result = builtin("node:zlib").inflateRawSync(bytes, { info: true }) as unknown as {
      engine: { bytesWritten: number };
    };
    return result.engine.bytesWritten;
  } catch {
    return undefined;
  }
}

function memberAt(window: Buffer): { bytes: Buffer; text: Buffer } | undefined {
  const isPlain = window[0] === 0x1f && window[1] === 0x8b && window[2] === 8 && window[3] === 0;
  if (!isPlain) return undefined;
  const length = deflateLength(window.subarray(HEADER_BYTES));
  if (length === undefined) return undefined;
  const bytes = window.subarray(0, HEADER_BYTES + length + TRAILER_BYTES);
  try {
    return { bytes, text: builtin("node:zlib").gunzipSync(bytes) };
  } catch {
    return undefined;
  }
}

/** Whole members of a gzip file from `from` on, where one begins, up to the first that is cut short or damaged. */
export function* scanMembers(path: string, from = 0): Generator<FoundMember> {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    let window = FIRST_WINDOW;
    for (let at = from; at < size;) {
      const buffer = Buffer.alloc(Math.min(window, size - at));
      const got = readSync(descriptor, buffer, 0, buffer.length, at);
      const member = memberAt(buffer.subarray(0, got));
      if (member === undefined) {
        if (at + window >= size) return;
        window *= 4;
        continue;
      }
      yield { at, ...member };
      at += member.bytes.length;
      window = FIRST_WINDOW;
    }
  } finally {
    closeSync(descriptor);
  }
}
