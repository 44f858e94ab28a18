/** Owns writing an archived file back, never over something that it does not contain. */
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, lstatSync, openSync, readSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";

import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { RestoreRequest, RestoreResult } from "./archive-types.ts";
import { withEpoch } from "./open-archive-epoch.ts";
import { planRestore, startsWith } from "./plan-restore.ts";
import { readText, type OpenEpoch } from "./read-lines.ts";

const STEP = 64 * 1024;

function* readPieces(path: string): Generator<Buffer> {
  const descriptor = openSync(path, "r");
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(STEP);
      const got = readSync(descriptor, buffer, 0, STEP, null);
      if (got === 0) return;
      yield buffer.subarray(0, got);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Refuses a target that holds anything which the restored file would not begin with. */
function checkTarget(context: ArchiveContext, open: OpenEpoch, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const shown = context.redact(path);
  if (!found.isFile()) {
    throw new VarveError("refused", `${shown} is no plain file.`, "Give another path with --to.");
  }
  if (!startsWith(readText(open), readPieces(path))) {
    throw new VarveError(
      "refused",
      `${shown} holds something that the archived file does not begin with.`,
      "Write elsewhere with --to FILE, or overwrite it with --force.",
    );
  }
}

function writeText(context: ArchiveContext, open: OpenEpoch, path: string): void {
  const { files } = context;
  const folder = dirname(path);
  if (!existsSync(folder)) files.makeFolder(folder);
  const temporary = join(
    folder,
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`,
  );
  const descriptor = files.openNew(temporary);
  try {
    try {
      for (const piece of readText(open)) files.write(descriptor, piece);
      files.sync(descriptor);
    } finally {
      files.close(descriptor);
    }
    files.rename(temporary, path);
  } catch (error) {
    files.remove(temporary);
    throw error;
  }
  files.syncFolder(folder);
}

/**
 * Writes one epoch to a file (0600, through a temp file) and says what it lacks. Throws `refused` when the target holds
 * something else and `force` is not set, `bad-input` when no target is known, `corrupt` when the epoch is damaged.
 */
export function restoreEntry(context: ArchiveContext, request: RestoreRequest): RestoreResult {
  const plan = planRestore(context, request.entryId, request.epoch);
  const path = request.to ?? plan.target;
  if (path === null) {
    throw new VarveError(
      "bad-input",
      `Where ${request.entryId} lay is not kept in clear, because its path holds something private.`,
      "Say where to write it: varve restore ... --to FILE",
    );
  }
  if (!isAbsolute(path)) {
    throw new VarveError(
      "bad-input",
      `The target must be an absolute path: ${context.redact(path)}`,
      "Example: --to /tmp/session.jsonl",
    );
  }
  return withEpoch(context, plan.entryId, plan.epoch, (open) => {
    if (request.force !== true) checkTarget(context, open, path);
    writeText(context, open, path);
    return { ...plan, path };
  });
}
