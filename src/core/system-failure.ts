/** Owns what an error of the operating system or of SQLite means to a person: what failed, where, what to do. */
import { VarveError } from "./errors.ts";

/** The members that node's own errors carry. */
interface SystemError {
  readonly code: string;
  readonly path?: string;
}

function asSystemError(error: unknown): SystemError | undefined {
  if (
    !(error instanceof Error) ||
    !("code" in error) ||
    typeof error.code !== "string" ||
    !/^E(?!RR_)[A-Z0-9]+$/.test(error.code)
  )
    return undefined;
  const { code } = error;
  return "path" in error && typeof error.path === "string" ? { code, path: error.path } : { code };
}

const FULL = /SQLITE_FULL|database or disk is full/i;
const READ_ONLY =
  /SQLITE_READONLY|SQLITE_CANTOPEN|readonly database|read-only|unable to open database/i;
const DAMAGED =
  /SQLITE_NOTADB|SQLITE_CORRUPT|not a database|malformed|SQLITE_IOERR|disk I\/O error/i;

const FREE_SPACE = "free some space and run the command again: what was kept before is whole";
const OPEN_UP =
  "check that this user may read and write it (folders 0700, files 0600), or name another place";

/** The error for a person; undefined when it is none of the system's, but a fault of varve. */
export function explainSystemFailure(error: unknown): VarveError | undefined {
  const system = asSystemError(error);
  if (system !== undefined) return explainCode(system, error);
  const said = error instanceof Error ? error.message : "";
  if (FULL.test(said))
    return new VarveError("disk-full", "no space left on the disk of the store", FREE_SPACE, error);
  if (READ_ONLY.test(said))
    return new VarveError("store-readonly", "the store cannot be written", OPEN_UP, error);
  if (DAMAGED.test(said))
    return new VarveError(
      "corrupt",
      "a database of the store is damaged",
      "run varve rebuild",
      error,
    );
  return undefined;
}

function explainCode({ code, path }: SystemError, cause: unknown): VarveError {
  const where = path ?? "a file";
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new VarveError("disk-full", `no space left to write ${where}`, FREE_SPACE, cause);
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new VarveError(
        "store-readonly",
        `${where} may not be read or written (${code})`,
        OPEN_UP,
        cause,
      );
    case "ENOENT":
      return new VarveError("not-found", `${where} does not exist`, "check the path", cause);
    case "ENOTDIR":
    case "EISDIR":
    case "EEXIST":
      return new VarveError(
        "io",
        `${where} is not what it has to be: a file stands for a folder, or the reverse (${code})`,
        "move it away, or name another place",
        cause,
      );
    default:
      return new VarveError(
        "io",
        `${where} could not be read or written (${code})`,
        "check the disk and run the command again",
        cause,
      );
  }
}
