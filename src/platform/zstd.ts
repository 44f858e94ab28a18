/** Owns zstd decompression: node's own decoder where this Node has one, else a pure JavaScript one; the only importer of fzstd. */
import { Decompress } from "fzstd";

import { builtin } from "./builtin.ts";

type ZstdSync = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** Decompressed bytes in order, one piece per call; undefined at the end, and at the first damaged or missing byte. */
export interface ZstdStream {
  next(): Buffer | undefined;
}

/**
 * Decompresses a whole zstd file held in memory with node's decoder.
 * Undefined when this Node has none, when the bytes are damaged or cut short, or when more than `maxBytes` come out.
 */
export function decompressZstd(bytes: Uint8Array, maxBytes: number): Buffer | undefined {
  const decode = (builtin("node:zlib") as { readonly zstdDecompressSync?: ZstdSync })
    .zstdDecompressSync;
  if (decode === undefined) return undefined;
  try {
    return decode(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/**
 * Decompresses in bounded memory. `readMore` returns the next compressed bytes, undefined at the end of the file.
 * Damaged input ends the stream early instead of throwing: what came out before is still good.
 */
export function openZstdStream(readMore: () => Buffer | undefined): ZstdStream {
  const ready: Buffer[] = [];
  const decoder = new Decompress((piece) => {
    if (piece.length > 0) ready.push(Buffer.from(piece));
  });
  let ended = false;
  const pump = (): void => {
    const more = readMore();
    try {
      if (more === undefined) ended = true;
      else decoder.push(more);
    } catch {
      ended = true;
    }
  };
  return {
    next() {
      while (ready.length === 0 && !ended) pump();
      return ready.shift();
    },
  };
}
