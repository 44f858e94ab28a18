/** Owns the archive as its callers see it: every transcript byte, kept in layers that are never overwritten. */
import { VarveError } from "../core/errors.ts";
import { nodeFileOps, type FileOps } from "../platform/file-ops.ts";
import { openLockFile, type LockFile } from "../platform/lock.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type {
  ArchiveEntry,
  ArchiveFinding,
  CaptureOutcome,
  CaptureRequest,
  ForgetRequest,
  ForgottenRecord,
  PruneRequest,
  Removed,
  ResealResult,
  RestorePlan,
  RestoreRequest,
  RestoreResult,
  VanishedRecord,
} from "./archive-types.ts";
import { capture } from "./capture.ts";
import { createFreshText } from "./fresh-text.ts";
import { forgetLines } from "./forget-lines.ts";
import { openForgottenLog } from "./forgotten-log.ts";
import { makeKeyedHash } from "./keyed-hash.ts";
import { findEntry, listEntries, listEntryIds, readEntry } from "./list-entries.ts";
import { listVanished, noteVanished } from "./note-vanished.ts";
import { withEpoch } from "./open-archive-epoch.ts";
import { planRestore } from "./plan-restore.ts";
import { pruneLines } from "./prune-lines.ts";
import { readAhead, type AheadOptions, type LinesAhead } from "./read-ahead.ts";
import { readLines } from "./read-lines.ts";
import { repairFinding } from "./repair-finding.ts";
import { resealEntry } from "./reseal.ts";
import { restoreEntry } from "./restore-entry.ts";
import { storeFailure } from "./store-failure.ts";
import { verifyEntry } from "./verify-entry.ts";

export interface ArchiveOptions {
  /** The archive folder of the store; made when something is first written. */
  readonly root: string;
  /** The store's key, 32 bytes or more. */
  readonly key: Uint8Array;
  /** Takes secrets out of paths, ids and reasons before they are written down. */
  readonly redact: (text: string) => string;
  readonly lockPath: string;
  /** How long a write waits for another process, in milliseconds; default 10,000. */
  readonly lockWaitMs?: number | undefined;
  readonly files?: FileOps | undefined;
  readonly now?: (() => Date) | undefined;
}

/** Methods that write throw VarveError `disk-full`, `store-readonly`, `busy` or `io`; those that take an id, `not-found`. */
export interface Archive {
  /** Takes in what is new in one source file, in bounded memory. A second call changes nothing. */
  capture(request: CaptureRequest): CaptureOutcome;
  /** The lines that `capture` would take in, as it would store them; writes nothing. See {@link readAhead}. */
  readAhead(request: CaptureRequest, options: AheadOptions): LinesAhead | undefined;
  /** Every entry that can be read, from sidecars alone. */
  entries(): Iterable<ArchiveEntry>;
  /** Ids of all entries that have files, damaged ones too; for `verify`. */
  entryIds(): Iterable<string>;
  entry(entryId: string): ArchiveEntry | undefined;
  /** The entry of a host's file id; touches no other entry. */
  find(fileId: string, source: string): ArchiveEntry | undefined;
  /**
   * Lines from `fromLine` (1-based) on, without newline; `onLine` returning false stops. Throws `corrupt` at a damaged
   * member.
   */
  readLines(
    entryId: string,
    epoch: number,
    fromLine: number,
    onLine: (line: Buffer, lineNumber: number) => boolean | void,
  ): void;
  restorePlan(entryId: string, epoch?: number): RestorePlan;
  restore(request: RestoreRequest): RestoreResult;
  /** Reads every byte of an entry, and of its source where that exists. Changes nothing. */
  verify(entryId: string): readonly ArchiveFinding[];
  /** Mends one finding of `verify` and says what it did. Good bytes are never deleted. */
  repair(finding: ArchiveFinding): string;
  /** Merges small members and compares the source in full; for sessions that are idle. */
  reseal(entryId: string): readonly ResealResult[];
  /** Destroys lines in every epoch and keeps them from coming back. */
  forget(request: ForgetRequest): Removed;
  /** What was forgotten: which files, and keyed hashes of lines. */
  forgotten(): readonly ForgottenRecord[];
  /** Drops lines by rule, leaving placeholders. */
  prune(request: PruneRequest): Removed;
  /** Notes that the source of an entry is gone; once per path and size. */
  noteVanished(entryId: string): void;
  vanished(): readonly VanishedRecord[];
  /** Lets go of the lock file. Reading still works. */
  close(): void;
}

const LOCK_WAIT_MS = 10_000;

function makeLocked(options: ArchiveOptions, file: LockFile): ArchiveContext["locked"] {
  return (work) => {
    const lock = file.take(options.lockWaitMs ?? LOCK_WAIT_MS);
    if (lock === undefined) {
      throw new VarveError(
        "busy",
        "Another varve process is writing the archive.",
        "Nothing is lost; it is taken in at the next sync.",
      );
    }
    try {
      return work();
    } finally {
      lock.release();
    }
  };
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeFailure(error);
  }
}

/** Opens the archive. Touches no file until it is used. */
export function openArchive(options: ArchiveOptions): Archive {
  const files = options.files ?? nodeFileOps;
  const { root, redact } = options;
  const lock = openLockFile(options.lockPath);
  const context: ArchiveContext = {
    root,
    hash: makeKeyedHash(options.key),
    redact,
    files,
    now: options.now ?? (() => new Date()),
    locked: makeLocked(options, lock),
    forgotten: openForgottenLog(root, files),
    fresh: createFreshText(),
  };
  return {
    capture: (request) => translated(() => capture(context, request)),
    readAhead: (request, how) => readAhead(context, request, how),
    entries: () => listEntries(context),
    entryIds: () => listEntryIds(context),
    entry: (entryId) => readEntry(context, entryId),
    find: (fileId, source) => findEntry(context, fileId, source),
    readLines: (entryId, epoch, fromLine, onLine) =>
      withEpoch(context, entryId, epoch, (open) =>
        readLines(open, fromLine, onLine, context.fresh),
      ),
    restorePlan: (entryId, epoch) => planRestore(context, entryId, epoch),
    restore: (request) => translated(() => restoreEntry(context, request)),
    verify: (entryId) => verifyEntry(context, entryId),
    repair: (finding) => translated(() => repairFinding(context, finding)),
    reseal: (entryId) => translated(() => resealEntry(context, entryId)),
    forget: (request) => translated(() => forgetLines(context, request)),
    forgotten: () => context.forgotten.all(),
    prune: (request) => translated(() => pruneLines(context, request)),
    noteVanished: (entryId) => translated(() => noteVanished(context, entryId)),
    vanished: () => listVanished(context),
    close: () => lock.close(),
  };
}
