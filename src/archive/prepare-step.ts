/** Owns one step of a capture before anything is written: which bytes, what becomes of them, what the sidecar will say. */
import type { ArchiveContext } from "./archive-context.ts";
import type { CaptureRequest } from "./archive-types.ts";
import type { EntryChoice } from "./choose-entry.ts";
import { HEAD_BYTES, TAIL_BYTES, takesWholeFile } from "./compare-source.ts";
import { nextRunningHash } from "./keyed-hash.ts";
import type { EpochState } from "./load-epoch.ts";
import type { OpenSource, SourceStat } from "./open-source.ts";
import { packMembers, type PackedMember } from "./pack-members.ts";
import {
  SIDECAR_FORMAT,
  type FactsLine,
  type HeaderLine,
  type MovedLine,
  type PartHash,
  type PathRecord,
  type SidecarLine,
  type SourceLine,
} from "./sidecar-lines.ts";
import { takeLines, type StoredLines } from "./take-lines.ts";

/** At most this much of a source is taken between two commits (one line may be longer). */
const STEP_BYTES = 8 * 1024 * 1024;
/** A compressed source is decoded from its start at every step, so its steps are longer. */
const COMPRESSED_STEP_BYTES = 64 * 1024 * 1024;
/** A file written to more recently may be written to again without its modification time moving on. */
const SETTLE_MS = 50;

export interface CaptureStep {
  readonly choice: EntryChoice;
  /** Present when the epoch is new. */
  readonly header: HeaderLine | undefined;
  readonly members: readonly PackedMember[];
  readonly lines: readonly SidecarLine[];
  readonly moved: boolean;
  readonly taken: {
    readonly bytes: number;
    readonly firstLine: number;
    readonly lastLine: number;
    readonly withheldBytes: number;
    readonly forgottenLines: number;
  };
  /** Nothing whole is left in the source. */
  readonly final: boolean;
}

export interface PrepareOptions {
  readonly source: OpenSource;
  readonly choice: EntryChoice;
  /** Position up to which the source is to be taken. */
  readonly end: number;
  /** What the source looked like when it was opened. */
  readonly opened: SourceStat;
}

function pathRecord(context: ArchiveContext, request: CaptureRequest): PathRecord {
  const { path, compressed } = request.file;
  const shown = context.redact(path);
  return {
    path: shown,
    pathKey: context.hash.short("path", path),
    redacted: shown !== path,
    compressed,
  };
}

export function fileKeyOf(context: ArchiveContext, source: string, fileId: string): string {
  return context.hash.short("file", `${source}\0${fileId}`);
}

function redactOrNull(context: ArchiveContext, text: string | null): string | null {
  return text === null ? null : context.redact(text);
}

function makeHeader(
  context: ArchiveContext,
  request: CaptureRequest,
  choice: EntryChoice,
): HeaderLine {
  const { file } = request;
  return {
    type: "header",
    format: SIDECAR_FORMAT,
    entry: choice.entryId,
    epoch: choice.epoch,
    source: file.source,
    kind: file.kind,
    fileId: context.redact(file.fileId),
    fileKey: fileKeyOf(context, file.source, file.fileId),
    session: redactOrNull(context, request.session),
    project: redactOrNull(context, request.project),
    ...pathRecord(context, request),
    created: context.now().toISOString(),
  };
}

/** Lines that record a new path and newly known session or project; `appends`: bytes follow from this path. */
function noteChanges(
  context: ArchiveContext,
  request: CaptureRequest,
  options: { readonly state: EpochState; readonly appends: boolean },
): readonly (MovedLine | FactsLine)[] {
  const { state, appends } = options;
  const notes: (MovedLine | FactsLine)[] = [];
  const path = pathRecord(context, request);
  const isKnown = state.paths.some(({ pathKey }) => pathKey === path.pathKey);
  if (!isKnown || (appends && state.owner.pathKey !== path.pathKey)) {
    notes.push({ type: "moved", ...path, time: context.now().toISOString() });
  }
  const session = redactOrNull(context, request.session) ?? state.session;
  const project = redactOrNull(context, request.project) ?? state.project;
  if (session !== state.session || project !== state.project)
    notes.push({ type: "facts", session, project });
  return notes;
}

/** Whole lines from `from` on, about one step of them; everything up to `end` when `whole`. */
function readChunk(source: OpenSource, from: number, end: number, whole: boolean): Buffer {
  const step = source.compressed ? COMPRESSED_STEP_BYTES : STEP_BYTES;
  for (let length = Math.min(step, end - from); ; length = Math.min(length * 2, end - from)) {
    const bytes = source.read(from, length);
    if (bytes.length === end - from && (whole || bytes.at(-1) === 10)) return bytes;
    const lineEnd = bytes.lastIndexOf(10) + 1;
    // Shorter than asked for: the host cut the file meanwhile, and only whole lines really read are taken.
    if (lineEnd > 0 || bytes.length < length || length === end - from)
      return bytes.subarray(0, lineEnd);
  }
}

function partHash(context: ArchiveContext, bytes: Buffer): PartHash {
  return { len: bytes.length, sha: context.hash.full("source", bytes) };
}

function headOf(
  context: ArchiveContext,
  options: PrepareOptions,
  chunk: Buffer,
  to: number,
): PartHash {
  const last = options.choice.state?.last;
  if (last === undefined) return partHash(context, chunk.subarray(0, HEAD_BYTES));
  if (last.head.len >= HEAD_BYTES) return last.head;
  return partHash(context, options.source.read(0, Math.min(HEAD_BYTES, to)));
}

function tailOf(
  context: ArchiveContext,
  options: PrepareOptions,
  chunk: Buffer,
  to: number,
): PartHash {
  const length = Math.min(TAIL_BYTES, to);
  if (chunk.length >= length) return partHash(context, chunk.subarray(chunk.length - length));
  return partHash(context, options.source.read(to - length, length));
}

function makeSourceLine(
  context: ArchiveContext,
  options: PrepareOptions,
  chunk: Buffer,
  stored: StoredLines,
): SourceLine {
  const { source, choice, end, opened } = options;
  const last = choice.state?.last;
  const from = last?.to ?? 0;
  const to = from + chunk.length;
  const firstLine = (last?.lastLine ?? 0) + 1;
  const sha = context.hash.full("source", chunk);
  const now = context.now();
  const stat = source.stat();
  const isQuiet = stat.mtimeMs === opened.mtimeMs && stat.sizeBytes === opened.sizeBytes;
  return {
    type: "source",
    from,
    to,
    firstLine,
    lastLine: firstLine + stored.lines - 1,
    sha,
    running: nextRunningHash(last?.running ?? "", sha),
    head: headOf(context, options, chunk, to),
    tail: tailOf(context, options, chunk, to),
    ...(to >= end ? { size: opened.sizeBytes } : {}),
    inode: opened.inode,
    mtime: opened.mtimeMs,
    settled: isQuiet && now.getTime() - opened.mtimeMs > SETTLE_MS,
    ...(chunk.at(-1) === 10 ? {} : { open: true }),
    time: now.toISOString(),
  };
}

function noteOnly(
  context: ArchiveContext,
  request: CaptureRequest,
  choice: EntryChoice,
): CaptureStep | undefined {
  const { state, isOlder } = choice;
  if (state === undefined || isOlder) return undefined;
  const lines = noteChanges(context, request, { state, appends: false });
  if (lines.length === 0) return undefined;
  const taken = {
    bytes: 0,
    firstLine: state.lines + 1,
    lastLine: state.lines,
    withheldBytes: 0,
    forgottenLines: 0,
  };
  const moved = lines.some(({ type }) => type === "moved");
  return { choice, header: undefined, members: [], lines, moved, taken, final: true };
}

/** Reads and compresses the next step; undefined when there is nothing to write. Writes nothing. */
export function prepareStep(
  context: ArchiveContext,
  request: CaptureRequest,
  options: PrepareOptions,
): CaptureStep | undefined {
  const { source, choice, end } = options;
  const { state } = choice;
  if (choice.nothingNew) return noteOnly(context, request, choice);
  const from = state?.last.to ?? 0;
  const chunk = readChunk(source, from, end, takesWholeFile(request.file.kind));
  if (chunk.length === 0) return undefined;
  const firstLine = (state?.lines ?? 0) + 1;
  const stored = takeLines(chunk, firstLine, {
    hash: context.hash,
    withhold: request.withhold,
    forgotten: context.forgotten.hashesOf(
      fileKeyOf(context, request.file.source, request.file.fileId),
    ),
  });
  const cursor = { at: state?.gzBytes ?? 0, from: state?.textBytes ?? 0, firstLine };
  const members = packMembers(stored.bytes, { cursor, withheld: stored.withheld, sealed: false });
  const sourceLine = makeSourceLine(context, options, chunk, stored);
  const notes = state === undefined ? [] : noteChanges(context, request, { state, appends: true });
  return {
    choice,
    header: state === undefined ? makeHeader(context, request, choice) : undefined,
    members,
    lines: [...notes, ...members.map(({ line }) => line), sourceLine],
    moved: notes.some(({ type }) => type === "moved"),
    taken: {
      bytes: chunk.length,
      firstLine,
      lastLine: sourceLine.lastLine,
      withheldBytes: stored.withheld.reduce((sum, { bytes }) => sum + bytes, 0),
      forgottenLines: stored.forgottenLines,
    },
    final: sourceLine.to >= end,
  };
}
