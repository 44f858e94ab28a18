/** Owns writing an archived file back, never over something that it does not contain. */
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
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
function checkTarget(
  context: ArchiveContext,
  open: OpenEpoch,
  { path, found }: { readonly path: string; readonly found: Stats | undefined },
): void {
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

/** True when the target holds just what would be written. */
function isRestored(open: OpenEpoch, path: string, found: Stats | undefined): boolean {
  if (found?.isFile() !== true || found.size !== open.state.textBytes) return false;
  return startsWith(readText(open), readPieces(path));
}

/** A host may have gone on with the file since it was looked at; its new lines would go with it. */
function requireUnchanged(path: string, found: Stats | undefined): void {
  const now = lstatSync(path, { throwIfNoEntry: false });
  const keys = ["ino", "size", "mtimeMs"] as const;
  if (keys.every((key) => now?.[key] === found?.[key])) return;
  throw new VarveError(
    "refused",
    "the file was written to while it was being restored",
    "Run the same command again when no session uses it.",
  );
}

interface Target {
  readonly path: string;
  /** Called right before the target is replaced; may throw. */
  readonly beforeSwap: () => void;
}

function writeText(context: ArchiveContext, open: OpenEpoch, { path, beforeSwap }: Target): void {
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
    beforeSwap();
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
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Replaced by its like, a file that a host holds open would get none of the host's next lines.
    if (isRestored(open, path, found)) return { ...plan, path };
    if (request.force !== true) checkTarget(context, open, { path, found });
    writeText(context, open, {
      path,
      beforeSwap: () => request.force === true || requireUnchanged(path, found),
    });
    return { ...plan, path };
  });
}
