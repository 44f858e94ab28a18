/** Owns what every part of the archive needs: where it lies, its key, its file operations, its lock. */
import type { FileOps } from "../platform/file-ops.ts";
import type { FreshText } from "./fresh-text.ts";
import type { ForgottenLog } from "./forgotten-log.ts";
import type { KeyedHash } from "./keyed-hash.ts";

export interface ArchiveContext {
  /** The archive folder of the store. */
  readonly root: string;
  readonly hash: KeyedHash;
  readonly redact: (text: string) => string;
  readonly files: FileOps;
  readonly now: () => Date;
  /** Runs `work` while no other process writes the archive. Throws `busy` when it cannot get that far. */
  readonly locked: <T>(work: () => T) => T;
  readonly forgotten: ForgottenLog;
  readonly fresh: FreshText;
}
