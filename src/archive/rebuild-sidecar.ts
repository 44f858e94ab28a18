/** Owns making a lost sidecar again from what the gzip file holds. */
import { readFileSync } from "node:fs";

import type { ArchiveContext } from "./archive-context.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./compare-source.ts";
import { epochPaths, listEpochFiles } from "./entry-paths.ts";
import { nextRunningHash, storedHash } from "./keyed-hash.ts";
import { loadStates } from "./list-entries.ts";
import { parsePlaceholder } from "./placeholder.ts";
import { scanMembers, type FoundMember } from "./scan-members.ts";
import {
  parseSidecarLine,
  SIDECAR_FORMAT,
  type HeaderLine,
  type MemberLine,
  type SidecarLine,
  type SourceLine,
  type WithheldRecord,
} from "./sidecar-lines.ts";
import { eachLine } from "./take-lines.ts";

const CHUNK_BYTES = 8 * 1024 * 1024;

/** Lines of a damaged sidecar that can still be decoded. */
function readRest(path: string): readonly SidecarLine[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const lines = text.split("\n").map(parseSidecarLine);
  return lines.filter((line): line is SidecarLine => line !== undefined && line !== "unknown");
}

/** The header of a sidecar, whatever else of it can be read. */
export function readHeader(path: string): HeaderLine | undefined {
  return readRest(path).find((line): line is HeaderLine => line.type === "header");
}

/** The stem of the entry is its file id when that needed no change; the name's own hash proves it. */
function provenFileId(context: ArchiveContext, source: string, entryId: string): string | null {
  const stem = entryId.slice(source.length + 1, -9);
  const digits = context.hash.short("name", [source, stem, 0].join("\0")).slice(0, 8);
  return entryId.endsWith(`.${digits}`) ? stem : null;
}

function makeHeader(
  context: ArchiveContext,
  entryId: string,
  epoch: number,
  rest: readonly SidecarLine[],
): HeaderLine {
  const own = rest.find((line) => line.type === "header");
  if (own !== undefined && own.entry === entryId) return { ...own, epoch, format: SIDECAR_FORMAT };
  const sibling = loadStates(context, entryId, listEpochFiles(context.root, entryId)).at(-1);
  if (sibling !== undefined) return { ...sibling.header, ...sibling.owner, type: "header", epoch };
  const source = entryId.slice(0, entryId.indexOf("/"));
  const fileId = provenFileId(context, source, entryId);
  return {
    type: "header",
    format: SIDECAR_FORMAT,
    entry: entryId,
    epoch,
    source,
    kind: "session",
    fileId,
    fileKey: fileId === null ? null : context.hash.short("file", `${source}\0${fileId}`),
    session: fileId,
    project: null,
    path: "",
    pathKey: "",
    redacted: false,
    compressed: false,
    created: context.now().toISOString(),
  };
}

function makeMember(
  found: FoundMember,
  before: MemberLine | undefined,
  withheld: readonly WithheldRecord[],
): MemberLine {
  const firstLine = (before?.lastLine ?? 0) + 1;
  const from = before?.to ?? 0;
  const removed: Record<string, { lines: number; bytes: number }> = {};
  let lines = 0;
  eachLine(found.text, (line) => {
    lines += 1;
    const gone = parsePlaceholder(line);
    if (gone === undefined) return;
    const sum = (removed[gone.reason] ??= { lines: 0, bytes: 0 });
    sum.lines += 1;
    sum.bytes += gone.bytes;
  });
  const lastLine = firstLine + lines - 1;
  const held = withheld.filter(({ line }) => line >= firstLine && line <= lastLine);
  return {
    type: "member",
    at: found.at,
    len: found.bytes.length,
    from,
    to: from + found.text.length,
    firstLine,
    lastLine,
    sha: storedHash(found.bytes),
    ...(held.length > 0 ? { withheld: held } : {}),
    ...removed,
  };
}

/** Gathers stored text into chunks as a capture would have taken it. */
function makeChunks(
  context: ArchiveContext,
  path: string,
  withheld: readonly WithheldRecord[],
): { members: MemberLine[]; sources: SourceLine[] } {
  const members: MemberLine[] = [];
  const sources: SourceLine[] = [];
  const full = (bytes: Buffer): { len: number; sha: string } => ({
    len: bytes.length,
    sha: context.hash.full("source", bytes),
  });
  let pieces: Buffer[] = [];
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  const flush = (): void => {
    const last = members.at(-1);
    if (pieces.length === 0 || last === undefined) return;
    const text = Buffer.concat(pieces);
    const before = sources.at(-1);
    const from = before?.to ?? 0;
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, text.subarray(0, HEAD_BYTES - head.length)]);
    const joined = Buffer.concat([tail, text.subarray(-TAIL_BYTES)]);
    tail = joined.subarray(Math.max(0, joined.length - TAIL_BYTES));
    const sha = context.hash.full("source", text);
    sources.push({
      type: "source",
      from,
      to: from + text.length,
      firstLine: (before?.lastLine ?? 0) + 1,
      lastLine: last.lastLine,
      sha,
      running: nextRunningHash(before?.running ?? "", sha),
      head: full(head),
      tail: full(tail),
      inode: 0,
      mtime: 0,
      settled: false,
      ...(text.at(-1) === 10 ? {} : { open: true }),
      time: context.now().toISOString(),
    });
    pieces = [];
  };
  let size = 0;
  for (const found of scanMembers(path)) {
    members.push(makeMember(found, members.at(-1), withheld));
    pieces.push(found.text);
    size += found.text.length;
    if (size >= CHUNK_BYTES) {
      flush();
      size = 0;
    }
  }
  flush();
  return { members, sources };
}

/**
 * Makes the lines of a sidecar from the whole members of the gzip file and from what can still be read of the old
 * sidecar at `oldSidecar`. Undefined when the file holds no whole member.
 */
export function rebuildSidecar(
  context: ArchiveContext,
  options: { readonly entryId: string; readonly epoch: number; readonly oldSidecar: string },
): readonly SidecarLine[] | undefined {
  const { entryId, epoch, oldSidecar } = options;
  const rest = readRest(oldSidecar);
  const withheld = rest.flatMap((line) => (line.type === "member" ? (line.withheld ?? []) : []));
  const { members, sources } = makeChunks(
    context,
    epochPaths(context.root, entryId, epoch).gz,
    withheld,
  );
  if (members.length === 0) return undefined;
  const header = makeHeader(context, entryId, epoch, rest);
  const notes = rest.filter((line) => line.type === "moved" || line.type === "facts");
  return [header, ...notes, ...members, ...sources];
}
