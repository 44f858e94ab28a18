/** Owns what a sidecar says: reads one and checks that its lines follow from each other. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync } from "node:fs";

import type { EpochPaths } from "./entry-paths.ts";
import { nextRunningHash } from "./keyed-hash.ts";
import {
  parseSidecarLine,
  SIDECAR_FORMAT,
  type HeaderLine,
  type MemberLine,
  type PathRecord,
  type SidecarLine,
  type SourceLine,
} from "./sidecar-lines.ts";

/** Everything a sidecar says about one epoch that holds at least one line. */
export interface EpochState {
  readonly entry: string;
  readonly epoch: number;
  readonly header: HeaderLine;
  /** Where the source lay at the last capture. */
  readonly owner: PathRecord;
  readonly paths: readonly PathRecord[];
  readonly session: string | null;
  readonly project: string | null;
  readonly members: readonly MemberLine[];
  readonly sources: readonly SourceLine[];
  readonly last: SourceLine;
  /** Length of the gzip file. */
  readonly gzBytes: number;
  readonly textBytes: number;
  readonly lines: number;
  readonly doubt: "rewritten" | "damaged" | undefined;
}

export type LoadedEpoch = {
  /** Changes whenever the sidecar does. */
  readonly fingerprint: string;
  /** Length up to the last committed line; what follows is the rest of a write that never finished. */
  readonly committedBytes: number;
  readonly tornBytes: number;
} & (
  | { readonly status: "ok"; readonly state: EpochState }
  /** No line was ever committed. */
  | { readonly status: "empty"; readonly hasHeader: boolean }
  | { readonly status: "missing" }
  | { readonly status: "damaged"; readonly detail: string }
);

function readWithFingerprint(path: string): { bytes: Buffer; fingerprint: string } | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    // Before the bytes: an append in between then makes the fingerprint too old, never too new.
    const stat = fstatSync(descriptor, { bigint: true });
    return {
      bytes: readFileSync(descriptor),
      fingerprint: `${stat.ino}:${stat.size}:${stat.mtimeNs}`,
    };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Splits a sidecar into committed lines. A batch is committed by the line after its members, so members at the very
 * end, and a last line without newline, belong to a write that never finished.
 */
function committedLines(bytes: Buffer): { lines: SidecarLine[]; committedBytes: number } | string {
  const lines: SidecarLine[] = [];
  let committed = 0;
  let committedBytes = 0;
  let at = 0;
  for (let end = bytes.indexOf(10, at); end !== -1; end = bytes.indexOf(10, at)) {
    const line = parseSidecarLine(bytes.toString("utf8", at, end));
    if (line === undefined) return `line ${lines.length + 1} is no sidecar line`;
    at = end + 1;
    if (line !== "unknown") lines.push(line);
    if (line === "unknown" || line.type !== "member") {
      committed = lines.length;
      committedBytes = at;
    }
  }
  return { lines: lines.slice(0, committed), committedBytes };
}

/** Describes the first member or source line that does not follow from the one before. */
function findBreak(
  members: readonly MemberLine[],
  sources: readonly SourceLine[],
): string | undefined {
  let at = 0;
  let text = 0;
  let line = 0;
  for (const member of members) {
    if (member.at !== at || member.from !== text || member.firstLine !== line + 1) {
      return `the member at ${member.at} does not follow the one before it`;
    }
    if (member.lastLine < member.firstLine || member.len <= 0 || member.to < member.from) {
      return `the member at ${member.at} has impossible bounds`;
    }
    at += member.len;
    text = member.to;
    line = member.lastLine;
  }
  let byte = 0;
  let running = "";
  let sourceLine = 0;
  for (const source of sources) {
    running = nextRunningHash(running, source.sha);
    if (source.from !== byte || source.firstLine !== sourceLine + 1 || source.running !== running) {
      return `the source bytes from ${source.from} do not follow those before them`;
    }
    byte = source.to;
    sourceLine = source.lastLine;
  }
  if (sourceLine !== line) return `members hold ${line} lines, the source had ${sourceLine}`;
  return undefined;
}

function makeState(
  header: HeaderLine,
  lines: readonly SidecarLine[],
): EpochState | string | undefined {
  const members: MemberLine[] = [];
  const sources: SourceLine[] = [];
  const paths: PathRecord[] = header.path === "" ? [] : [header];
  let { session, project } = header;
  let doubt: EpochState["doubt"];
  for (const line of lines) {
    if (line.type === "member") members.push(line);
    else if (line.type === "source") sources.push(line);
    else if (line.type === "moved") paths.push(line);
    else if (line.type === "facts") ({ session, project } = line);
    else if (line.type === "rewritten" || line.type === "damaged") doubt = line.type;
    else return "a second header line";
  }
  const last = sources.at(-1);
  if (last === undefined) return members.length === 0 ? undefined : "members without a source line";
  const broken = findBreak(members, sources);
  if (broken !== undefined) return broken;
  const lastMember = members.at(-1);
  return {
    entry: header.entry,
    epoch: header.epoch,
    header,
    owner: paths.at(-1) ?? header,
    paths,
    session,
    project,
    members,
    sources,
    last,
    gzBytes: lastMember === undefined ? 0 : lastMember.at + lastMember.len,
    textBytes: lastMember?.to ?? 0,
    lines: last.lastLine,
    doubt,
  };
}

function interpret(bytes: Buffer, fingerprint: string): LoadedEpoch {
  const damaged = (detail: string): LoadedEpoch => ({
    status: "damaged",
    detail,
    fingerprint,
    committedBytes: bytes.length,
    tornBytes: 0,
  });
  const read = committedLines(bytes);
  if (typeof read === "string") return damaged(read);
  const { lines, committedBytes } = read;
  const base = { fingerprint, committedBytes, tornBytes: bytes.length - committedBytes };
  const [header, ...rest] = lines;
  if (header === undefined) return { ...base, status: "empty", hasHeader: false };
  if (header.type !== "header") return damaged("the header line is missing");
  if (header.format > SIDECAR_FORMAT) return damaged(`format ${header.format} needs a newer varve`);
  const state = makeState(header, rest);
  if (state === undefined) return { ...base, status: "empty", hasHeader: true };
  return typeof state === "string" ? damaged(state) : { ...base, status: "ok", state };
}

/**
 * Reads the sidecar of one epoch; between the two renames of a rewrite, the one that fits the gzip file.
 * Never throws on content.
 */
export function loadEpoch(paths: EpochPaths): LoadedEpoch {
  const pending = readWithFingerprint(paths.nextSidecar);
  // The gzip file was replaced already when its own waiting copy is gone.
  const replaced = pending !== undefined && !existsSync(paths.nextGz);
  const read = replaced ? pending : readWithFingerprint(paths.sidecar);
  if (read === undefined) {
    return { status: "missing", fingerprint: "missing", committedBytes: 0, tornBytes: 0 };
  }
  return interpret(read.bytes, read.fingerprint);
}
