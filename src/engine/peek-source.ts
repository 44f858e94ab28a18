/** Owns the first look at a file: whether it is a transcript at all, and whose project it belongs to. */
import { closeSync, openSync, readSync } from "node:fs";

import type { Redactor } from "../core/redactor.ts";
import type { SourceFile } from "../core/source-file.ts";
import { openZstdStream } from "../platform/zstd.ts";
import type { SessionFacts } from "../core/session-facts.ts";
import type { ReadSink, TranscriptFormat } from "../transcripts/reader.ts";
import { mergeFacts } from "./read-entry.ts";

export interface SourcePeek {
  readonly recognised: boolean;
  /** Redacted; null when no row among the first ones states it. */
  readonly cwd: string | null;
  /** Session it belongs to: the parent's for a helper. */
  readonly session: string | null;
  /** Session that a helper's rows say it works for. */
  readonly helpedSession: string | null;
}

/** How far the look goes for a first transcript row, and then for a row that states the working folder. */
const MAX_PEEK_BYTES = 64 * 1024 * 1024;
const MAX_FACT_LINES = 400;
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads lines from the start until the format recognises one and the working folder is known. A session may open
 * with any number of bookkeeping rows. Throws only when the file cannot be opened or read.
 */
export function peekSource(
  file: SourceFile,
  format: TranscriptFormat,
  redactor: Redactor,
): SourcePeek {
  let facts: SessionFacts = {};
  let recognised = false;
  const reader = format.open({
    kind: file.kind,
    fileId: file.fileId,
    session: file.session,
    redactor,
    keyedHash: () => "",
    skipTools: new Set(),
  });
  const sink: ReadSink = {
    turn: () => undefined,
    skip: () => undefined,
    rewind: () => undefined,
    exclude: () => undefined,
    facts: (more) => void (facts = mergeFacts(facts, more)),
  };
  let number = 0;
  forEachLine(file, (line) => {
    number += 1;
    recognised ||= format.recognises(line);
    if (number <= MAX_FACT_LINES) reader.read(line, number, sink);
    return !(recognised && (facts.cwd !== undefined || number >= MAX_FACT_LINES));
  });
  const stated = file.kind === "subagent" ? facts.parent : facts.session;
  const helpedSession = facts.relation === "subagent" ? (facts.parent ?? null) : null;
  return {
    recognised,
    cwd: facts.cwd ?? null,
    session: file.session ?? stated ?? null,
    helpedSession,
  };
}

/** Calls back with each whole line within the first bytes of the file until it returns false. */
export function forEachLine(
  file: { readonly path: string; readonly compressed: boolean },
  onLine: (line: Buffer) => boolean,
): void {
  const descriptor = openSync(file.path, "r");
  try {
    const read = (): Buffer | undefined => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      return length === 0 ? undefined : chunk.subarray(0, length);
    };
    const stream = file.compressed ? openZstdStream(read) : { next: read };
    splitLines(() => stream.next(), onLine);
  } finally {
    closeSync(descriptor);
  }
}

function splitLines(next: () => Buffer | undefined, onLine: (line: Buffer) => boolean): void {
  let parts: Buffer[] = [];
  let total = 0;
  for (let chunk = next(); chunk !== undefined && total < MAX_PEEK_BYTES; chunk = next()) {
    total += chunk.length;
    let from = 0;
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, to);
      const line = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
      parts = [];
      from = to + 1;
      if (!onLine(line)) return;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}
