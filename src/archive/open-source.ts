/** Owns reading a host's file: one open descriptor from first check to last byte, plain or zstd, in bounded memory. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { decompressZstd, openZstdStream, type ZstdStream } from "../platform/zstd.ts";

export interface SourceStat {
  readonly sizeBytes: number;
  readonly inode: number;
  readonly mtimeMs: number;
}

/** Content of a source; positions count decompressed bytes. Reading forward is cheap, back costs a new start when compressed. */
export interface OpenSource {
  readonly compressed: boolean;
  /** The file on disk as it is now. */
  stat(): SourceStat;
  /** Bytes of content as of opening. */
  contentBytes(): number;
  /** Position after the last newline, at least `from`. */
  lastLineEnd(from: number): number;
  /** Up to `length` bytes; fewer only where the content ends. */
  read(position: number, length: number): Buffer;
  close(): void;
}

const STEP = 64 * 1024;
const NEWLINE = 10;
/** A compressed file up to this size may be decoded in one go when node can do it. */
const WHOLE_COMPRESSED_BYTES = 16 * 1024 * 1024;
const WHOLE_CONTENT_BYTES = 128 * 1024 * 1024;

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const got = readSync(descriptor, buffer, done, length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done === length ? buffer : buffer.subarray(0, done);
}

function lastNewline(
  read: (position: number, length: number) => Buffer,
  from: number,
  end: number,
): number {
  for (let to = end; to > from;) {
    const start = Math.max(from, to - STEP);
    const found = read(start, to - start).lastIndexOf(NEWLINE);
    if (found !== -1) return start + found + 1;
    to = start;
  }
  return from;
}

type Content = Pick<OpenSource, "contentBytes" | "lastLineEnd" | "read">;

function plainContent(read: Content["read"], size: number): Content {
  return {
    contentBytes: () => size,
    lastLineEnd: (from) => lastNewline(read, from, size),
    read,
  };
}

/** Content behind a stream that only goes forward: a read further back starts it anew. */
function streamedContent(start: () => ZstdStream): Content {
  let stream = start();
  let piece: Buffer = Buffer.alloc(0);
  let pieceAt = 0;
  let measured: { readonly size: number; readonly lineEnd: number } | undefined;

  const advance = (): boolean => {
    const next = stream.next();
    if (next === undefined) return false;
    pieceAt += piece.length;
    piece = next;
    return true;
  };
  const rewind = (): void => {
    stream = start();
    piece = Buffer.alloc(0);
    pieceAt = 0;
  };
  const measure = (): { readonly size: number; readonly lineEnd: number } => {
    if (measured !== undefined) return measured;
    rewind();
    let lineEnd = 0;
    while (advance()) {
      const found = piece.lastIndexOf(NEWLINE);
      if (found !== -1) lineEnd = pieceAt + found + 1;
    }
    measured = { size: pieceAt + piece.length, lineEnd };
    return measured;
  };
  const read = (position: number, length: number): Buffer => {
    if (position < pieceAt) rewind();
    const parts: Buffer[] = [];
    let at = position;
    const end = position + length;
    while (at < end) {
      if (at >= pieceAt + piece.length) {
        if (!advance()) break;
        continue;
      }
      const part = piece.subarray(at - pieceAt, Math.min(piece.length, end - pieceAt));
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  };
  return {
    contentBytes: () => measure().size,
    lastLineEnd: (from) => Math.max(from, measure().lineEnd),
    read,
  };
}

function compressedContent(descriptor: number, size: number): Content {
  if (size <= WHOLE_COMPRESSED_BYTES) {
    const whole = decompressZstd(readAt(descriptor, 0, size), WHOLE_CONTENT_BYTES);
    if (whole !== undefined) {
      return plainContent(
        (position, length) => whole.subarray(position, position + length),
        whole.length,
      );
    }
  }
  return streamedContent(() => {
    let at = 0;
    return openZstdStream(() => {
      const bytes = readAt(descriptor, at, STEP);
      at += bytes.length;
      return bytes.length === 0 ? undefined : bytes;
    });
  });
}

/** Opens a host's file for reading. Throws node's own error when it is gone or may not be read. */
export function openSource(path: string, compressed: boolean): OpenSource {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const content = compressed
      ? compressedContent(descriptor, size)
      : plainContent((position, length) => readAt(descriptor, position, length), size);
    return {
      ...content,
      compressed,
      stat: () => {
        const stat = fstatSync(descriptor);
        return { sizeBytes: stat.size, inode: stat.ino, mtimeMs: stat.mtimeMs };
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
