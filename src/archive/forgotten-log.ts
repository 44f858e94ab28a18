/** Owns forgotten.jsonl: which lines a person had destroyed and that must never come back into the archive. */
import { join } from "node:path";

import type { FileOps } from "../platform/file-ops.ts";
import { appendLog, logFingerprint, readLog } from "./append-log.ts";
import type { ForgottenRecord } from "./archive-types.ts";

const HASHES_PER_RECORD = 1000;

export interface ForgottenLog {
  /** Keyed hashes of the lines that stay out of the file with this key. */
  hashesOf(fileKey: string): ReadonlySet<string>;
  /** Changes whenever the log does. */
  fingerprint(): string;
  /** Adds lines, durably. Call it with the archive lock held. */
  append(record: ForgottenRecord): void;
  all(): readonly ForgottenRecord[];
}

const NONE: ReadonlySet<string> = new Set();

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function decode(record: Readonly<Record<string, unknown>>): ForgottenRecord {
  const hashes = Array.isArray(record["hashes"]) ? (record["hashes"] as unknown[]) : [];
  return {
    source: text(record["source"]),
    session: typeof record["session"] === "string" ? record["session"] : null,
    entry: text(record["entry"]),
    fileId: typeof record["fileId"] === "string" ? record["fileId"] : null,
    fileKey: text(record["fileKey"]),
    hashes: hashes.filter((hash): hash is string => typeof hash === "string"),
    time: text(record["time"]),
    reason: text(record["reason"]),
  };
}

export function openForgottenLog(root: string, files: FileOps): ForgottenLog {
  const path = join(root, "forgotten.jsonl");
  let known:
    | { readonly fingerprint: string; readonly byFile: ReadonlyMap<string, ReadonlySet<string>> }
    | undefined;

  const load = (): ReadonlyMap<string, ReadonlySet<string>> => {
    const fingerprint = logFingerprint(path);
    if (known?.fingerprint === fingerprint) return known.byFile;
    const byFile = new Map<string, Set<string>>();
    for (const record of fingerprint === "none" ? [] : readLog(path).map(decode)) {
      const hashes = byFile.get(record.fileKey) ?? new Set();
      for (const hash of record.hashes) hashes.add(hash);
      byFile.set(record.fileKey, hashes);
    }
    known = { fingerprint, byFile };
    return byFile;
  };
  return {
    hashesOf: (fileKey) => load().get(fileKey) ?? NONE,
    fingerprint: () => logFingerprint(path),
    append(record) {
      const records: ForgottenRecord[] = [];
      for (let at = 0; at < record.hashes.length; at += HASHES_PER_RECORD) {
        records.push({ ...record, hashes: record.hashes.slice(at, at + HASHES_PER_RECORD) });
      }
      if (records.length > 0) appendLog(files, path, records);
    },
    all: () => readLog(path).map(decode),
  };
}
