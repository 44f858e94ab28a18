/** Owns log files: one JSON line per event, 0600, one older file kept, never more than twice the limit on disk. */
import { statSync } from "node:fs";
import { dirname } from "node:path";

import { nodeFileOps, type FileOps } from "./file-ops.ts";

/** Logs and state files rotate at this size. */
export const LOG_LIMIT_BYTES = 5_000_000;

export interface LogOptions {
  readonly path: string;
  readonly redact: (text: string) => string;
  readonly now: () => Date;
  readonly limitBytes?: number;
  readonly files?: FileOps;
}

/**
 * Appends `{at, ...event}` as one line. The line passes `redact`. A file at its limit is renamed to `<path>.1` first
 * (the older one is replaced). Throws node's own error when the file cannot be written.
 */
export function appendLog(options: LogOptions, event: Readonly<Record<string, unknown>>): void {
  const files = options.files ?? nodeFileOps;
  files.makeFolder(dirname(options.path));
  const size = statSync(options.path, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= (options.limitBytes ?? LOG_LIMIT_BYTES))
    files.rename(options.path, `${options.path}.1`);
  const line = JSON.stringify({ at: options.now().toISOString(), ...event });
  const descriptor = files.openAppend(options.path);
  try {
    files.write(descriptor, Buffer.from(`${options.redact(line)}\n`));
  } finally {
    files.close(descriptor);
  }
}
