/** Owns telling plain transcripts apart that have one name in several folders: under one id a reference would mean either. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

import type { SourceFile } from "../core/source-file.ts";
import type { Engine } from "./engine.ts";

/** So much of two files tells whether one is a copy of the other. */
const COMPARED_BYTES = 4_096;
const HASH_DIGITS = 8;

/**
 * The files, with an id of its own for each plain one whose id belongs to another file that lies elsewhere and says
 * something else. The same path gives the same id each time.
 */
export function nameApart(engine: Engine, files: readonly SourceFile[]): readonly SourceFile[] {
  if (files.every(({ source }) => source !== "jsonl")) return files;
  const owners = new Map<string, string[]>();
  for (const { source, fileId, path } of engine.archive.entries()) {
    if (source !== "jsonl" || fileId === null || path === null) continue;
    owners.set(fileId, [...(owners.get(fileId) ?? []), path]);
  }
  return files.map((file) => {
    if (file.source !== "jsonl") return file;
    const paths = owners.get(file.fileId) ?? [];
    const isOwn = paths.includes(file.path) || paths.every((path) => !isOther(path, file.path));
    if (isOwn) return file;
    const hash = createHash("sha256").update(file.path).digest("hex").slice(0, HASH_DIGITS);
    const fileId = `${file.fileId}-${hash}`;
    return { ...file, fileId, session: file.session === file.fileId ? fileId : file.session };
  });
}

function isOther(path: string, than: string): boolean {
  const [one, other] = [readBeginning(path), readBeginning(than)];
  if (one === undefined || other === undefined) return false;
  // Either may have been appended to since it was copied.
  const common = Math.min(one.length, other.length);
  return !one.subarray(0, common).equals(other.subarray(0, common));
}

/** Undefined for a file that is gone: what lies there now may be it, moved. */
function readBeginning(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(COMPARED_BYTES);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, COMPARED_BYTES, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
