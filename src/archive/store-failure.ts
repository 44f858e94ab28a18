/** Owns what a failed write or read of the archive means to a person. */
import { VarveError } from "../core/errors.ts";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** True when the error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
}

/** Turns an error of a write into the archive into one with a fix; anything of our own passes through. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof VarveError) return error;
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new VarveError(
      "disk-full",
      "The disk is full: the archive could not be written. What was archived before is whole.",
      "Free some space; the next capture takes up where this one stopped.",
      error,
    );
  }
  if (
    ["EROFS", "EACCES", "EPERM"].includes(code) ||
    /readonly database|unable to open database/i.test(said)
  ) {
    return new VarveError(
      "store-readonly",
      "The archive cannot be written: the store is read-only for this user.",
      "Check owner and mode of the store folder (0700, files 0600); then run: varve sync",
      error,
    );
  }
  if (code === "") return error;
  return new VarveError(
    "io",
    `The archive could not be written (${code}).`,
    "Run: varve status",
    error,
  );
}

/** Turns an error of opening or reading a host's file into one with a fix. `path` is already redacted. */
export function sourceFailure(error: unknown, path: string): VarveError {
  if (isMissing(error)) {
    return new VarveError(
      "not-found",
      `The transcript is gone: ${path}`,
      "What was archived of it stays: varve restore",
      error,
    );
  }
  return new VarveError(
    "io",
    `The transcript could not be read (${codeOf(error) || "unknown error"}): ${path}`,
    "Check that this user may read the file; it is tried again at the next sync.",
    error,
  );
}

/** The archive holds bytes that do not match what it knows of them. */
export function damagedEntry(
  entry: string,
  epoch: number,
  detail: string,
  cause?: unknown,
): VarveError {
  return new VarveError(
    "corrupt",
    `Epoch ${epoch} of ${entry} is damaged: ${detail}.`,
    "Run: varve audit --repair",
    cause,
  );
}
