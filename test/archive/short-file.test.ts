/** A power cut may leave a gzip file shorter than its sidecar says: the next capture takes the source in again. */
import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openArchive } from "../../src/archive/archive.ts";
import type { SourceFile } from "../../src/core/source-file.ts";
import { temporaryFolder } from "../support/temp-home.ts";

function gzipFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith(".gz"))
    .map((entry) => join(entry.parentPath, entry.name));
}

test.each([0, 10])(
  "a gzip file cut to %i bytes is set aside and its source taken in again",
  (length) => {
    const folder = temporaryFolder();
    const path = join(folder, "source.jsonl");
    mkdirSync(join(folder, "archive"));
    writeFileSync(path, '{"a":1}\n{"a":2}\n');
    const archive = openArchive({
      root: join(folder, "archive"),
      key: Buffer.alloc(32, 7),
      redact: (text) => text,
      lockPath: join(folder, "lock"),
    });
    const stats = statSync(path);
    const file: SourceFile = {
      source: "jsonl",
      kind: "session",
      path,
      fileId: "source",
      session: "source",
      compressed: false,
      sizeBytes: stats.size,
      mtimeMs: stats.mtimeMs,
      inode: stats.ino,
    };
    const first = archive.capture({ file, project: null, session: "source" });
    expect(first.outcome).toBe("new-entry");
    truncateSync(gzipFiles(folder)[0] ?? "", length);

    const second = archive.capture({ file, project: null, session: "source" });
    expect(second).toMatchObject({ outcome: "new-epoch", epoch: 2 });
    const lines: string[] = [];
    archive.readLines(second.entryId, 2, 1, (line) => void lines.push(line.toString()));
    expect(lines).toEqual(['{"a":1}', '{"a":2}']);
    expect(archive.capture({ file, project: null, session: "source" }).outcome).toBe("unchanged");
    archive.close();
  },
);
