/** Owns writing an epoch anew: lines replaced by placeholders, small members merged, everything else kept byte for byte. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";

import { VarveError } from "../core/errors.ts";
import { builtin } from "../platform/builtin.ts";
import type { ArchiveContext } from "./archive-context.ts";
import { epochPaths, type EpochPaths } from "./entry-paths.ts";
import { loadEpoch, type EpochState } from "./load-epoch.ts";
import {
  afterMember,
  MEMBER_TEXT_BYTES,
  packMembers,
  type MemberCursor,
  type PackedMember,
} from "./pack-members.ts";
import { placeholder, parsePlaceholder, type RemovalReason } from "./placeholder.ts";
import { openEpoch, readMember, readMemberBytes, type OpenEpoch } from "./read-lines.ts";
import type { MemberLine, SidecarLine, WithheldRecord } from "./sidecar-lines.ts";
import { damagedEntry } from "./store-failure.ts";
import { swapEpoch } from "./swap-epoch.ts";
import { eachLine } from "./take-lines.ts";

export interface RewriteOptions {
  /** Why this line is to be taken out; undefined keeps it. Not asked for lines that are placeholders already. */
  readonly remove?: (line: Buffer, number: number) => RemovalReason | undefined;
  /** A damaged member's lines become placeholders; otherwise one ends the rewrite with `corrupt`. */
  readonly dropDamaged?: boolean;
  /** Sidecar lines to add, such as a doubt. */
  readonly add?: readonly SidecarLine[];
}

/** A sealed member of at least this much text is copied as it is. */
const KEEP_TEXT_BYTES = MEMBER_TEXT_BYTES / 2;

interface Text {
  readonly bytes: Buffer;
  readonly withheld: readonly WithheldRecord[];
  readonly changed: boolean;
}

function removeLines(
  text: Buffer,
  member: MemberLine,
  remove: NonNullable<RewriteOptions["remove"]>,
): Text {
  const parts: Buffer[] = [];
  const gone = new Set<number>();
  let copied = 0;
  let number = member.firstLine;
  eachLine(text, (line, start, end) => {
    const reason = parsePlaceholder(line) === undefined ? remove(line, number) : undefined;
    if (reason !== undefined) {
      parts.push(text.subarray(copied, start), placeholder(reason, line.length));
      copied = end;
      gone.add(number);
    }
    number += 1;
  });
  const withheld = (member.withheld ?? []).filter(({ line }) => !gone.has(line));
  if (gone.size === 0) return { bytes: text, withheld, changed: false };
  parts.push(text.subarray(copied));
  return { bytes: Buffer.concat(parts), withheld, changed: true };
}

function damagedText(member: MemberLine, endsWithNewline: boolean): Buffer {
  const lines = member.lastLine - member.firstLine + 1;
  // How long each line was is lost with it; the sum is right.
  const text = Math.max(0, member.to - member.from - lines);
  const share = Math.floor(text / lines);
  const parts: Buffer[] = [];
  for (let line = 0; line < lines; line += 1) {
    const bytes = line === 0 ? text - share * (lines - 1) : share;
    const ends = line < lines - 1 || endsWithNewline;
    parts.push(placeholder("damaged", bytes), Buffer.from(ends ? "\n" : ""));
  }
  return Buffer.concat(parts);
}

function readText(open: OpenEpoch, member: MemberLine, options: RewriteOptions): Text {
  const { state } = open;
  const text = readMember(open.descriptor, member, true);
  if (typeof text !== "string") {
    if (options.remove !== undefined) return removeLines(text, member, options.remove);
    return { bytes: text, withheld: member.withheld ?? [], changed: false };
  }
  if (options.dropDamaged !== true) {
    throw damagedEntry(
      state.entry,
      state.epoch,
      `the member of lines ${member.firstLine}-${member.lastLine}: ${text}`,
    );
  }
  const isLast = member.lastLine === state.lines;
  return {
    bytes: damagedText(member, !(isLast && state.last.open === true)),
    withheld: [],
    changed: true,
  };
}

interface MemberWriter {
  readonly lines: readonly MemberLine[];
  text(text: Text): void;
  /** Takes a member over as it is. */
  copy(bytes: Buffer, member: MemberLine): void;
  flush(): void;
}

/** Packs text and reads back what was made of it: the bytes that it replaces are about to go. */
function packSealed(texts: readonly Text[], cursor: MemberCursor): readonly PackedMember[] {
  const text = Buffer.concat(texts.map(({ bytes }) => bytes));
  const withheld = texts.flatMap((part) => part.withheld);
  const packed = packMembers(text, { cursor, withheld, sealed: true });
  const readBack = Buffer.concat(packed.map(({ bytes }) => builtin("node:zlib").gunzipSync(bytes)));
  if (readBack.equals(text)) return packed;
  throw new VarveError(
    "io",
    "A compressed member does not give its text back.",
    "Run: varve status",
  );
}

/** Gathers text until it fills a member, then hands members to `write`. */
function makeMemberWriter(write: (bytes: Buffer) => void): MemberWriter {
  const lines: MemberLine[] = [];
  let cursor: MemberCursor = { at: 0, from: 0, firstLine: 1 };
  let texts: Text[] = [];
  let size = 0;
  const append = ({ bytes, line }: PackedMember): void => {
    write(bytes);
    lines.push(line);
    cursor = afterMember(line);
  };
  const flush = (): void => {
    if (texts.length > 0) packSealed(texts, cursor).forEach(append);
    texts = [];
    size = 0;
  };
  return {
    lines,
    flush,
    text(text) {
      if (size + text.bytes.length > MEMBER_TEXT_BYTES) flush();
      texts.push(text);
      size += text.bytes.length;
    },
    copy(bytes, member) {
      flush();
      const { at, from, firstLine } = cursor;
      const to = from + member.to - member.from;
      const lastLine = firstLine + member.lastLine - member.firstLine;
      append({ bytes, line: { ...member, at, from, to, firstLine, lastLine } });
    },
  };
}

function writeMembers(
  open: OpenEpoch,
  options: RewriteOptions,
  write: (bytes: Buffer) => void,
): readonly MemberLine[] {
  const writer = makeMemberWriter(write);
  for (const member of open.state.members) {
    const text = readText(open, member, options);
    const isFull = member.sealed === true && member.to - member.from >= KEEP_TEXT_BYTES;
    if (isFull && !text.changed) writer.copy(readMemberBytes(open.descriptor, member), member);
    else writer.text(text);
  }
  writer.flush();
  return writer.lines;
}

/** The new sidecar: every line but the old members, which stand before the first source line. */
function sidecarLines(
  state: EpochState,
  members: readonly MemberLine[],
  add: readonly SidecarLine[],
): SidecarLine[] {
  const moved = state.paths
    .filter((path) => path !== state.header)
    .map((path) => ({ ...path, type: "moved" as const, time: state.last.time }));
  const { session, project, header, doubt } = state;
  const hasFacts = session !== header.session || project !== header.project;
  const doubts = doubt === undefined ? [] : [{ type: doubt, time: state.last.time }];
  return [
    header,
    ...moved,
    ...(hasFacts ? [{ type: "facts" as const, session, project }] : []),
    ...members,
    ...state.sources,
    ...doubts,
    ...add,
  ];
}

function writeTemporary(
  context: ArchiveContext,
  paths: EpochPaths,
  open: OpenEpoch,
  options: RewriteOptions,
): { path: string; members: readonly MemberLine[] } {
  const { files } = context;
  const path = paths.temporary(randomBytes(6).toString("hex"));
  const descriptor = files.openNew(path);
  try {
    const members = writeMembers(open, options, (bytes) => files.write(descriptor, bytes));
    files.sync(descriptor);
    return { path, members };
  } catch (error) {
    files.remove(path);
    throw error;
  } finally {
    files.close(descriptor);
  }
}

/**
 * Rewrites one epoch through a new file; who reads the old one meanwhile goes on reading it. The work is done without
 * the lock, only the exchange takes it. False when the epoch changed meanwhile: nothing was written.
 */
export function rewriteEpoch(
  context: ArchiveContext,
  entryId: string,
  epoch: number,
  options: RewriteOptions,
): boolean {
  const paths = epochPaths(context.root, entryId, epoch);
  const open = openEpoch(paths, entryId, epoch);
  try {
    const { path, members } = writeTemporary(context, paths, open, options);
    const lines = sidecarLines(open.state, members, options.add ?? []);
    return context.locked(() => {
      // A forget clears temp files: what this one holds may be what had to go.
      if (loadEpoch(paths).fingerprint !== open.fingerprint || !existsSync(path)) {
        context.files.remove(path);
        return false;
      }
      swapEpoch(context, paths, { temporaryGz: path, lines });
      return true;
    });
  } finally {
    open.close();
  }
}
