/** Owns writing one generated transcript: rows to JSON lines, in large writes, never the whole file in memory. */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export interface TranscriptFile {
  row(value: object): void;
  /** Bytes so far, those not yet written included. */
  bytes(): number;
  close(): void;
}

const flushAt = 1 << 20;

/** @param path created with its folders, replaced when it exists */
export function createTranscriptFile(path: string): TranscriptFile {
  mkdirSync(dirname(path), { recursive: true });
  const handle = openSync(path, "w", 0o600);
  let pending: string[] = [];
  let pendingLength = 0;
  let written = 0;
  const flush = (): void => {
    const chunk = Buffer.from(pending.join(""), "utf8");
    for (let at = 0; at < chunk.length;) at += writeSync(handle, chunk, at);
    written += chunk.length;
    pending = [];
    pendingLength = 0;
  };
  return {
    row(value) {
      const line = `${JSON.stringify(value)}\n`;
      pending.push(line);
      pendingLength += line.length;
      if (pendingLength >= flushAt) flush();
    },
    bytes() {
      flush();
      return written;
    },
    close() {
      flush();
      closeSync(handle);
    },
  };
}
