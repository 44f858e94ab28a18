/** Owns the shapes that the archive's callers see. */
import type { SourceFile, SourceFileKind } from "../core/source-file.ts";
import type { SourceId } from "../core/turn.ts";

/** Blanks what must not be archived in one raw line; the result has the same byte length. Undefined: nothing to blank. */
export type WithholdLine = (line: Buffer) => WithheldLine | undefined;

export interface WithheldLine {
  readonly line: Buffer;
  readonly spans: readonly { readonly at: number; readonly bytes: Buffer }[];
}

export interface CaptureRequest {
  readonly file: SourceFile;
  readonly project: string | null;
  readonly session: string | null;
  readonly withhold?: WithholdLine | undefined;
}

export interface CaptureOutcome {
  readonly outcome: "unchanged" | "new-entry" | "appended" | "new-epoch" | "moved";
  readonly entryId: string;
  /** Epoch that holds the source's bytes now; 0 when the file holds nothing to archive yet. */
  readonly epoch: number;
  /** First and last line of this epoch taken in now (1-based); `firstLine` is `lastLine` + 1 when none was. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Bytes of the source taken in now. */
  readonly bytes: number;
  /** Bytes blanked because they are private, among those taken in now. */
  readonly withheldBytes: number;
  /** Lines left out because a person had them forgotten, among those taken in now. */
  readonly forgottenLines: number;
  /** Bytes after the last newline, left for the next capture. */
  readonly pendingBytes: number;
  /** The source lies at a path that this entry did not know. */
  readonly moved: boolean;
}

/** Lines replaced by a placeholder and the bytes they had. */
export interface Removed {
  readonly lines: number;
  readonly bytes: number;
}

export interface ArchiveEpoch {
  readonly epoch: number;
  readonly lines: number;
  /** Bytes the host had. */
  readonly sourceBytes: number;
  /** Bytes that `zcat` gives. */
  readonly textBytes: number;
  /** Bytes on disk, without the sidecar. */
  readonly storedBytes: number;
  readonly withheldBytes: number;
  readonly forgotten: Removed;
  readonly pruned: Removed;
  readonly damaged: Removed;
  readonly members: number;
  /** Instant (ISO, UTC) of the last bytes taken in. */
  readonly capturedAt: string;
}

export interface ArchiveEntry {
  /** `<source>/<stem>.<8 hex>`. */
  readonly id: string;
  readonly source: SourceId;
  readonly kind: SourceFileKind;
  /** Redacted; null only when the sidecar was lost and could not be rebuilt in full. */
  readonly fileId: string | null;
  readonly session: string | null;
  readonly project: string | null;
  /** Where the source lies now or lay last, redacted; null when unknown. */
  readonly path: string | null;
  /** Redaction changed `path`: it names no file. */
  readonly pathRedacted: boolean;
  /** Oldest first, never empty. */
  readonly epochs: readonly ArchiveEpoch[];
}

export interface EpochChoice {
  readonly epoch: number;
  readonly lines: number;
  readonly bytes: number;
  readonly capturedAt: string;
  /** An older epoch that begins with everything this one holds. */
  readonly prefixOf: number | null;
}

export interface RestorePlan {
  readonly entryId: string;
  readonly epoch: number;
  /** Where it would be written; null when the path is unknown or redacted, then `to` is needed. */
  readonly target: string | null;
  readonly lines: number;
  readonly bytes: number;
  readonly withheldBytes: number;
  readonly forgotten: Removed;
  readonly pruned: Removed;
  readonly damaged: Removed;
  readonly epochs: readonly EpochChoice[];
}

export interface RestoreRequest {
  readonly entryId: string;
  readonly epoch?: number | undefined;
  /** Absolute path of the file to write; default: where the source lay. */
  readonly to?: string | undefined;
  readonly force?: boolean | undefined;
}

export type RestoreResult = RestorePlan & { readonly path: string };

export type FindingKind =
  | "torn-member"
  | "torn-sidecar"
  | "short-file"
  | "missing-file"
  | "missing-sidecar"
  | "damaged-sidecar"
  | "damaged-member"
  | "content-mismatch"
  | "unfinished-rewrite"
  | "forgotten-present"
  | "permissions"
  | "source-rewritten"
  | "source-behind";

export interface ArchiveFinding {
  readonly kind: FindingKind;
  readonly entry: string;
  readonly epoch: number;
  readonly detail: string;
  /** What `repair` would do. */
  readonly repair: string;
  /** Bytes it is about, where they are counted. */
  readonly bytes?: number;
}

export interface ForgetRequest {
  readonly entryId: string;
  readonly lines: ReadonlySet<number> | "all";
  /** Epoch that `lines` counts in; default the newest. The same bytes are removed from every epoch. */
  readonly epoch?: number | undefined;
  readonly reason: string;
}

export interface PruneRequest {
  readonly entryId: string;
  readonly epoch?: number | undefined;
  readonly lines: ((line: number) => boolean) | "all";
  /** Counts, writes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface ResealResult {
  readonly epoch: number;
  readonly membersBefore: number;
  readonly membersAfter: number;
  /** The host changed bytes that are already archived: the next capture starts a new epoch. */
  readonly sourceRewritten: boolean;
  /** `sealed` rewritten now, `already` nothing to do, `damaged` left alone, `busy` changed meanwhile. */
  readonly outcome: "sealed" | "already" | "damaged" | "busy";
}

/** One forgotten line: which file, and the keyed hash that keeps it out. */
export interface ForgottenRecord {
  readonly source: string;
  readonly session: string | null;
  readonly entry: string;
  readonly fileId: string | null;
  readonly fileKey: string;
  readonly hashes: readonly string[];
  readonly time: string;
  readonly reason: string;
}

export interface VanishedRecord {
  readonly path: string;
  readonly pathKey: string;
  readonly fileId: string;
  readonly lastSize: number;
  readonly time: string;
}
