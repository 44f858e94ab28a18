/** Owns the archive's own JSONL logs: appended under the lock, a torn last line cut off before the next one. */
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

import type { FileOps } from "../platform/file-ops.ts";

/** Changes whenever the file does; `"none"` when there is none. */
export function logFingerprint(path: string): string {
  try {
    const stat = statSync(path, { bigint: true });
    return `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
  } catch {
    return "none";
  }
}

/** Records of a log in order; lines that are no JSON object are left out. */
export function readLog(path: string): readonly Readonly<Record<string, unknown>>[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const records: Record<string, unknown>[] = [];
  for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) {
    if (line === "") continue;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === "object" && value !== null)
        records.push(value as Record<string, unknown>);
    } catch {
      // A line that a failing disk garbled says nothing; the others still count.
    }
  }
  return records;
}

/** Appends records and makes them durable. Call it with the archive lock held. */
export function appendLog(files: FileOps, path: string, records: readonly object[]): void {
  files.makeFolder(dirname(path));
  let whole = 0;
  let size = 0;
  let isNew = false;
  try {
    const bytes = readFileSync(path);
    size = bytes.length;
    whole = bytes.lastIndexOf(10) + 1;
  } catch {
    isNew = true;
  }
  const descriptor = files.openAppend(path);
  try {
    if (whole < size) files.truncate(descriptor, whole);
    files.write(
      descriptor,
      Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join("")),
    );
    files.sync(descriptor);
  } finally {
    files.close(descriptor);
  }
  if (isNew) files.syncFolder(dirname(path));
}
