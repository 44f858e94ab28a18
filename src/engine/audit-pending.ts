/** Owns what the sources hold behind their last newline: waiting for the host to finish a line, so no finding. */
import { statSync } from "node:fs";

import type { ArchiveEntry } from "../archive/archive-types.ts";

export interface Pending {
  readonly files: number;
  readonly bytes: number;
}

/** Kinds that are taken up to their last newline. */
const READ_BY_LINE: ReadonlySet<string> = new Set(["session", "subagent", "history"]);

/** `behind` names entries whose source has whole lines or other bytes than archived; they are findings already. */
export function measurePending(
  entries: readonly ArchiveEntry[],
  behind: ReadonlySet<string>,
): Pending {
  let files = 0;
  let bytes = 0;
  for (const entry of entries) {
    const { path } = entry;
    if (
      path === null ||
      entry.pathRedacted ||
      path.endsWith(".zst") ||
      !READ_BY_LINE.has(entry.kind) ||
      behind.has(entry.id)
    )
      continue;
    const waiting = sizeOf(path) - (entry.epochs.at(-1)?.sourceBytes ?? 0);
    if (waiting <= 0) continue;
    files += 1;
    bytes += waiting;
  }
  return { files, bytes };
}

/** 0 for a source that is gone or may not be looked at. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
