/** Owns a temp home with host files and an archive over it. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach } from "vitest";

import { openArchive, type Archive, type ArchiveOptions } from "../../src/archive/archive.ts";
import type { SourceFile, SourceFileKind } from "../../src/core/source-file.ts";
import { removeFolder } from "../support/temp-home.ts";

export const KEY = Buffer.alloc(32, 7);

const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) removeFolder(home);
});

export interface TestHome {
  readonly home: string;
  readonly root: string;
  readonly hostPath: (name: string) => string;
  readonly open: (options?: Partial<ArchiveOptions>) => Archive;
}

export function makeHome(): TestHome {
  const home = mkdtempSync(join(tmpdir(), "varve-archive-"));
  homes.push(home);
  const root = join(home, "store", "archive");
  return {
    home,
    root,
    hostPath(name) {
      const path = join(home, "host", name);
      mkdirSync(dirname(path), { recursive: true });
      return path;
    },
    open: (options = {}) =>
      openArchive({
        root,
        key: KEY,
        redact: (text) => text.replaceAll(/hunter\d/g, "[redacted]"),
        lockPath: join(home, "store", "state", "archive.lock"),
        ...options,
      }),
  };
}

export function sourceFile(
  path: string,
  options: { fileId?: string; kind?: SourceFileKind; compressed?: boolean } = {},
): SourceFile {
  const stat = statSync(path, { throwIfNoEntry: false });
  return {
    source: "claude-code",
    kind: options.kind ?? "session",
    path,
    fileId: options.fileId ?? "11111111-2222-4333-8444-555555555555",
    session: null,
    compressed: options.compressed ?? false,
    sizeBytes: stat?.size ?? 0,
    mtimeMs: stat?.mtimeMs ?? 0,
    inode: stat?.ino ?? 0,
  };
}

export function captureFile(archive: Archive, file: SourceFile): ReturnType<Archive["capture"]> {
  return archive.capture({ file, project: null, session: null });
}

/** Files below a folder with a hash of their bytes: equal snapshots mean that nothing was written. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path] = createHash("sha256").update(readFileSync(path)).digest("hex");
  }
  return files;
}

/** The text of one epoch as restore writes it. */
export function restoredText(
  home: TestHome,
  archive: Archive,
  entryId: string,
  epoch?: number,
): string {
  const to = join(home.home, "restored.jsonl");
  archive.restore({ entryId, epoch, to, force: true });
  return readFileSync(to, "utf8");
}

/** A zstd file of raw blocks: what any decoder reads, made without an encoder. */
export function zstdOf(content: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  const block = 64 * 1024;
  for (let at = 0; at < content.length || at === 0; at += block) {
    const piece = content.subarray(at, at + block);
    const isLast = at + block >= content.length;
    const header = (piece.length << 3) | (isLast ? 1 : 0);
    parts.push(Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255]), piece);
  }
  return Buffer.concat(parts);
}
