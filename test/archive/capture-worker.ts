/** Owns a process that captures (or reseals, or reads) one file over and over; bundled and started by the tests. */
import { existsSync } from "node:fs";

import { openArchive } from "../../src/archive/archive.ts";
import { VarveError } from "../../src/core/errors.ts";
import type { SourceFile } from "../../src/core/source-file.ts";

interface Job {
  readonly root: string;
  readonly lockPath: string;
  readonly file: SourceFile;
  readonly work: "capture" | "reseal" | "read";
  readonly stopFile: string;
}

const job = JSON.parse(process.argv[2] ?? "{}") as Job;
const archive = openArchive({
  root: job.root,
  key: Buffer.alloc(32, 7),
  redact: (text) => text,
  lockPath: job.lockPath,
});
let rounds = 0;

function round(): void {
  if (job.work === "capture") archive.capture({ file: job.file, project: null, session: null });
  const entry = archive.find(job.file.fileId, job.file.source);
  if (entry === undefined) return;
  if (job.work === "reseal") archive.reseal(entry.id);
  if (job.work === "read") {
    const expected = entry.epochs[0]?.lines ?? 0;
    let seen = 0;
    archive.readLines(entry.id, 1, 1, (line, number) => {
      seen = number;
      const { n } = JSON.parse(line.toString()) as { n: number };
      if (n !== number) throw new Error(`line ${number} holds ${n}`);
    });
    if (seen < expected) throw new Error(`${seen} lines instead of ${expected}`);
  }
}

try {
  while (!existsSync(job.stopFile)) {
    try {
      round();
      rounds += 1;
    } catch (error) {
      if (!(error instanceof VarveError) || error.code !== "busy") throw error;
    }
  }
  process.stdout.write(JSON.stringify({ rounds }));
} catch (error) {
  process.stdout.write(JSON.stringify({ rounds, failed: String(error) }));
  process.exitCode = 1;
}
