/** Owns how stored lines become gzip members: about 256 KB of text each, cut at line ends. */
import { builtin } from "../platform/builtin.ts";
import type { Removed } from "./archive-types.ts";
import { storedHash } from "./keyed-hash.ts";
import { parsePlaceholder, type RemovalReason } from "./placeholder.ts";
import type { MemberLine, WithheldRecord } from "./sidecar-lines.ts";
import { eachLine } from "./take-lines.ts";

export const MEMBER_TEXT_BYTES = 256 * 1024;

/** Where the next member begins: in the gzip file, in the stored text, in lines. */
export interface MemberCursor {
  readonly at: number;
  readonly from: number;
  readonly firstLine: number;
}

export interface PackedMember {
  readonly line: MemberLine;
  readonly bytes: Buffer;
  /** What `bytes` inflates to; absent for members that were copied as they are. */
  readonly text?: Buffer;
}

export interface PackOptions {
  readonly cursor: MemberCursor;
  readonly withheld: readonly WithheldRecord[];
  /** Level 6 and never merged again, or level 1 for speed. */
  readonly sealed: boolean;
}

export function afterMember(member: MemberLine): MemberCursor {
  return { at: member.at + member.len, from: member.to, firstLine: member.lastLine + 1 };
}

function addRemoved(counts: Map<RemovalReason, Removed>, line: Buffer): void {
  const removed = parsePlaceholder(line);
  if (removed === undefined) return;
  const before = counts.get(removed.reason) ?? { lines: 0, bytes: 0 };
  counts.set(removed.reason, { lines: before.lines + 1, bytes: before.bytes + removed.bytes });
}

/** Compresses one piece of text (whole lines) as one member. */
function packMember(
  text: Buffer,
  lines: number,
  removed: ReadonlyMap<RemovalReason, Removed>,
  options: PackOptions,
): PackedMember {
  const { cursor, sealed } = options;
  const bytes = builtin("node:zlib").gzipSync(text, { level: sealed ? 6 : 1 });
  const lastLine = cursor.firstLine + lines - 1;
  const withheld = options.withheld.filter(
    (record) => record.line >= cursor.firstLine && record.line <= lastLine,
  );
  return {
    bytes,
    text,
    line: {
      type: "member",
      at: cursor.at,
      len: bytes.length,
      from: cursor.from,
      to: cursor.from + text.length,
      firstLine: cursor.firstLine,
      lastLine,
      sha: storedHash(bytes),
      ...(sealed ? { sealed } : {}),
      ...(withheld.length > 0 ? { withheld } : {}),
      ...Object.fromEntries(removed),
    },
  };
}

/** Packs whole lines (only the very last may lack its newline); a line longer than a member is one of its own. */
export function packMembers(text: Buffer, options: PackOptions): readonly PackedMember[] {
  const members: PackedMember[] = [];
  let cursor = options.cursor;
  let start = 0;
  let lines = 0;
  let removed = new Map<RemovalReason, Removed>();
  const flush = (end: number): void => {
    if (end === start) return;
    const member = packMember(text.subarray(start, end), lines, removed, { ...options, cursor });
    members.push(member);
    cursor = afterMember(member.line);
    start = end;
    lines = 0;
    removed = new Map();
  };
  eachLine(text, (line, lineStart, lineEnd) => {
    if (lineEnd - start > MEMBER_TEXT_BYTES) flush(lineStart);
    lines += 1;
    addRemoved(removed, line);
  });
  flush(text.length);
  return members;
}
