/** Owns the lines of a sidecar: their shapes, how they are written and how untrusted JSON becomes one. */
import { createHash } from "node:crypto";

import type { SourceFileKind } from "../core/source-file.ts";
import type { Removed } from "./archive-types.ts";

export const SIDECAR_FORMAT = 1;

export interface PathRecord {
  /** Redacted. */
  readonly path: string;
  /** Keyed hash of the real path. */
  readonly pathKey: string;
  readonly redacted: boolean;
  readonly compressed: boolean;
}

export interface HeaderLine extends PathRecord {
  readonly type: "header";
  readonly format: number;
  readonly entry: string;
  readonly epoch: number;
  readonly source: string;
  readonly kind: SourceFileKind;
  readonly fileId: string | null;
  readonly fileKey: string | null;
  readonly session: string | null;
  readonly project: string | null;
  readonly created: string;
}

export interface WithheldRecord {
  readonly line: number;
  readonly bytes: number;
  /** Keyed hash of the blanked bytes. */
  readonly hash: string;
  /** Keyed hash of the whole line as the host has it, so that forgetting reaches it. */
  readonly lineHash: string;
}

/** One gzip member: where it lies, what text it holds. */
export interface MemberLine {
  readonly type: "member";
  readonly at: number;
  readonly len: number;
  readonly from: number;
  readonly to: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** SHA-256 of the compressed bytes. */
  readonly sha: string;
  readonly sealed?: boolean;
  readonly withheld?: readonly WithheldRecord[];
  readonly forgotten?: Removed;
  readonly pruned?: Removed;
  readonly damaged?: Removed;
}

export interface PartHash {
  readonly len: number;
  readonly sha: string;
}

/** One capture step: which bytes of the source it took, and what identifies them. Hashes are keyed. */
export interface SourceLine {
  readonly type: "source";
  readonly from: number;
  readonly to: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly sha: string;
  readonly running: string;
  readonly head: PartHash;
  readonly tail: PartHash;
  /** Size of the file when nothing whole was left in it; absent after a step that left more to take. */
  readonly size?: number;
  readonly inode: number;
  readonly mtime: number;
  /** The file had rested long enough for its modification time to be trusted. */
  readonly settled: boolean;
  /** The last line has no newline. */
  readonly open?: boolean;
  readonly time: string;
}

export interface MovedLine extends PathRecord {
  readonly type: "moved";
  readonly time: string;
}

export interface FactsLine {
  readonly type: "facts";
  readonly session: string | null;
  readonly project: string | null;
}

/** The source no longer has these bytes (`rewritten`), or the archive lost some (`damaged`): no more is appended. */
export interface DoubtLine {
  readonly type: "rewritten" | "damaged";
  readonly time: string;
}

export type SidecarLine = HeaderLine | MemberLine | SourceLine | MovedLine | FactsLine | DoubtLine;

const CHECK_DIGITS = 8;
const CHECK = /,"check":"([0-9a-f]{8})"\}$/;

function checkDigits(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, CHECK_DIGITS);
}

/** Each line ends with a checksum of the rest of it: a flipped bit in a path or hash would still be JSON. */
function renderLine(line: SidecarLine): string {
  const body = JSON.stringify(line);
  return `${body.slice(0, -1)},"check":"${checkDigits(body)}"}\n`;
}

export function renderSidecarLines(lines: readonly SidecarLine[]): Buffer {
  return Buffer.from(lines.map(renderLine).join(""));
}

const REQUIRED: Readonly<Record<SidecarLine["type"], Readonly<Record<string, string>>>> = {
  header: {
    format: "number",
    entry: "string",
    epoch: "number",
    source: "string",
    kind: "string",
    path: "string",
    pathKey: "string",
  },
  member: {
    at: "number",
    len: "number",
    from: "number",
    to: "number",
    firstLine: "number",
    lastLine: "number",
    sha: "string",
  },
  source: {
    from: "number",
    to: "number",
    firstLine: "number",
    lastLine: "number",
    sha: "string",
    running: "string",
    head: "object",
    tail: "object",
    inode: "number",
    mtime: "number",
  },
  moved: { path: "string", pathKey: "string" },
  facts: {},
  rewritten: {},
  damaged: {},
};

/**
 * Decodes one line. `"unknown"` for a type of a later version, undefined for anything that is no sidecar line.
 */
export function parseSidecarLine(text: string): SidecarLine | "unknown" | undefined {
  const check = CHECK.exec(text);
  if (check === null) return undefined;
  const body = `${text.slice(0, check.index)}}`;
  if (checkDigits(body) !== check[1]) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Record<string, unknown>;
  if (typeof record["type"] !== "string") return undefined;
  if (!Object.hasOwn(REQUIRED, record["type"])) return "unknown";
  const required = REQUIRED[record["type"] as SidecarLine["type"]];
  for (const [name, kind] of Object.entries(required)) {
    if (typeof record[name] !== kind || record[name] === null) return undefined;
  }
  return record as unknown as SidecarLine;
}
