/** Owns looking through changed files that could not be taken in, newest first, until the time is over. */
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import type { PendingFile, TailTurn } from "./freshness.ts";
import type { LeftFile } from "./plan-take-in.ts";
import { readTail, type TailRead } from "./read-tail.ts";

/** A prompt history holds nothing that the sessions do not; it waits for the index. */
const SCANNED_KINDS: ReadonlySet<string> = new Set(["session", "subagent"]);
/** A compressed file is decoded from its start, whatever part is wanted. */
const MAX_COMPRESSED_BYTES = 1024 * 1024;
/** Turns of all files together. */
const MAX_TURNS = 5_000;
/** The newest file holds what was said a moment ago: it is begun however late it is, and gets this much more time. */
const NEWEST_TIMES = 4;

export interface ScanOptions {
  readonly index: SearchIndex | undefined;
  /** Milliseconds so far. */
  readonly passedMs: () => number;
  readonly deadlineMs: number;
}

export interface ScannedTails {
  readonly tails: readonly TailTurn[];
  readonly pending: readonly PendingFile[];
  readonly leftOut: ReadonlySet<string>;
}

/** Never throws: a file that cannot be read is pending and says so. Files that show nothing to anybody are not pending. */
export function scanTails(
  engine: Engine,
  files: readonly LeftFile[],
  options: ScanOptions,
): ScannedTails {
  const tails: TailTurn[] = [];
  const pending: PendingFile[] = [];
  const leftOut = new Set<string>();
  const seen = new Set<string>();
  const { index, passedMs, deadlineMs } = options;
  let isNewest = true;
  for (const left of files) {
    const { file } = left;
    const note = (scanned: PendingFile["scanned"], why = left.why): void =>
      void pending.push({
        path: engine.redactor.redact(file.path),
        bytes: left.newBytes,
        why,
        scanned,
      });
    const isWanted =
      SCANNED_KINDS.has(file.kind) && !(file.compressed && file.sizeBytes > MAX_COMPRESSED_BYTES);
    if (!isWanted || (passedMs() > deadlineMs && !isNewest) || tails.length >= MAX_TURNS) {
      note("nothing");
      continue;
    }
    const lateMs = isNewest ? deadlineMs * NEWEST_TIMES : deadlineMs;
    isNewest = false;
    const read = tryReading(() =>
      readTail(engine, file, { index, isLate: () => passedMs() > lateMs }),
    );
    if (read === undefined) note("nothing", "it cannot be read");
    else if (read.kind === "marked") leftOut.add(read.session);
    else if (read.kind === "passed-over") note("nothing");
    else if (read.kind === "turns") {
      note(read.isWhole ? "whole" : "ends");
      for (const turn of read.turns) if (isNew(seen, turn)) tails.push(turn);
    }
  }
  return { tails: tails.filter((turn) => !leftOut.has(turn.session)), pending, leftOut };
}

function tryReading(read: () => TailRead): TailRead | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A record that several files hold is shown once. */
function isNew(seen: Set<string>, turn: TailTurn): boolean {
  if (turn.entryId.startsWith("line:")) return true;
  const name = `${turn.source}:${turn.entryId}:${turn.block}`;
  if (seen.has(name)) return false;
  seen.add(name);
  return true;
}
