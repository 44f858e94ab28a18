/** Owns the question whether a source still begins with what an epoch has of it. */
import type { SourceFileKind } from "../core/source-file.ts";
import type { WithholdLine } from "./archive-types.ts";
import type { ArchiveContext } from "./archive-context.ts";
import { epochPaths } from "./entry-paths.ts";
import type { EpochState } from "./load-epoch.ts";
import type { OpenSource } from "./open-source.ts";
import { openEpoch, readMember } from "./read-lines.ts";
import type { PartHash, SourceLine } from "./sidecar-lines.ts";
import { takeLines } from "./take-lines.ts";

/**
 * `same`: untouched since the last capture. `extends`: begins with everything archived, maybe no more. `prefix`: shorter,
 * and all its whole lines are archived. `different`: something else.
 */
export type Relation = "same" | "extends" | "prefix" | "different";

export const HEAD_BYTES = 4 * 1024;
export const TAIL_BYTES = 64 * 1024;
/** Up to this size the whole prefix is hashed every time: it costs a millisecond and misses nothing. */
const ALWAYS_WHOLE_BYTES = 1024 * 1024;
const STEP = 1024 * 1024;

export interface CompareOptions {
  readonly state: EpochState;
  readonly withhold: WithholdLine | undefined;
  /** Size, inode and time as recorded are proof enough; head and tail are, for a file that only grew. */
  readonly trust: boolean;
}

/** Tool results and side files are taken whole, others up to their last newline. */
export function takesWholeFile(kind: SourceFileKind): boolean {
  return kind === "tool-result" || kind === "meta";
}

/** Keyed hash of a range of the source; undefined when the source ends inside it. */
function hashRange(
  context: ArchiveContext,
  source: OpenSource,
  from: number,
  to: number,
): string | undefined {
  const hash = context.hash.stream("source");
  for (let at = from; at < to;) {
    const bytes = source.read(at, Math.min(STEP, to - at));
    if (bytes.length === 0) return undefined;
    hash.update(bytes);
    at += bytes.length;
  }
  return hash.digest("hex");
}

function partMatches(
  context: ArchiveContext,
  source: OpenSource,
  at: number,
  part: PartHash,
): boolean {
  return hashRange(context, source, at, at + part.len) === part.sha;
}

/** Count of leading chunks that the source still has, up to content position `end`. */
function matchingChunks(
  context: ArchiveContext,
  source: OpenSource,
  chunks: readonly SourceLine[],
  end: number,
): number {
  let matched = 0;
  for (const chunk of chunks) {
    if (chunk.to > end || hashRange(context, source, chunk.from, chunk.to) !== chunk.sha) break;
    matched += 1;
  }
  return matched;
}

/** Stored text from the start of line `fromLine`, at least `length` bytes where there are so many; undefined when damaged. */
export function storedFrom(
  context: ArchiveContext,
  state: EpochState,
  fromLine: number,
  length: number,
): Buffer | undefined {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    const open = openEpoch(
      epochPaths(context.root, state.entry, state.epoch),
      state.entry,
      state.epoch,
    );
    try {
      for (const member of open.state.members) {
        if (member.lastLine < fromLine || size >= length) continue;
        const text = readMember(open.descriptor, member, true);
        if (typeof text === "string") return undefined;
        let start = 0;
        for (let line = member.firstLine; line < fromLine; line += 1)
          start = text.indexOf(10, start) + 1;
        parts.push(text.subarray(start));
        size += text.length - start;
      }
    } finally {
      open.close();
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

/** A source that is shorter than the epoch: true when all its whole lines stand at the epoch's start. */
function isPrefix(context: ArchiveContext, source: OpenSource, options: CompareOptions): boolean {
  const { state, withhold } = options;
  const end = takesWholeFile(state.header.kind) ? source.contentBytes() : source.lastLineEnd(0);
  const matched = matchingChunks(context, source, state.sources, end);
  const next = state.sources[matched];
  if (next === undefined || next.from >= end) return true;
  if (next.to <= end) return false;
  const rest = source.read(next.from, end - next.from);
  const stored = takeLines(rest, next.firstLine, {
    hash: context.hash,
    withhold,
    forgotten: context.forgotten.hashesOf(state.header.fileKey ?? ""),
  }).bytes;
  const kept = storedFrom(context, state, next.firstLine, stored.length);
  return (
    kept !== undefined &&
    kept.length >= stored.length &&
    kept.subarray(0, stored.length).equals(stored)
  );
}

function needsWholePrefix(source: OpenSource, state: EpochState): boolean {
  const { last } = state;
  const stat = source.stat();
  if (source.compressed || state.doubt !== undefined || stat.inode !== last.inode) return true;
  if (last.to <= ALWAYS_WHOLE_BYTES) return true;
  return last.size !== undefined && stat.sizeBytes <= last.size;
}

function isUntouched(source: OpenSource, last: SourceLine): boolean {
  const stat = source.stat();
  return (
    last.settled &&
    stat.sizeBytes === last.size &&
    stat.inode === last.inode &&
    stat.mtimeMs === last.mtime
  );
}

/** Compares an open source with one epoch. Reads at most head and tail of a large file that merely grew. */
export function compareSource(
  context: ArchiveContext,
  source: OpenSource,
  options: CompareOptions,
): Relation {
  const { state, trust } = options;
  const { last } = state;
  if (state.doubt === "damaged") return "different";
  if (trust && state.doubt === undefined && isUntouched(source, last)) return "same";
  const content = source.contentBytes();
  if (content < last.to) return isPrefix(context, source, options) ? "prefix" : "different";
  if (last.open === true && content > last.to) return "different";
  const ends =
    partMatches(context, source, 0, last.head) &&
    partMatches(context, source, last.to - last.tail.len, last.tail);
  if (!ends) return "different";
  if (trust && !needsWholePrefix(source, state)) return "extends";
  return matchingChunks(context, source, state.sources, last.to) === state.sources.length
    ? "extends"
    : "different";
}
