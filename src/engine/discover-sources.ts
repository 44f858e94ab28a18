/** Owns finding the hosts' files: walks the known folders of each host, refuses symlinks that leave the root. */
import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

import type { SourceFile } from "../core/source-file.ts";
import type { SourceId } from "../core/turn.ts";
import type { TranscriptFormat } from "../transcripts/reader.ts";

/** A host's config folder, or a file or folder that a person named. */
export interface SourceRoot {
  readonly source: SourceId;
  readonly path: string;
}

export interface Discovery {
  readonly files: readonly SourceFile[];
  /** Symlinks below a root that leave it, and entries that could not be read; each with why. */
  readonly skipped: readonly {
    readonly path: string;
    readonly reason: "symlink-outside" | "unreadable" | "not-a-transcript";
  }[];
}

/** Folders and files of each host that can hold transcripts; nothing else below the root is walked. */
const HOST_PARTS: Readonly<Record<SourceId, readonly string[]>> = {
  "claude-code": ["projects", "history.jsonl"],
  codex: ["sessions", "archived_sessions", "history.jsonl"],
  jsonl: [""],
};

const MAX_DEPTH = 12;

interface Walk {
  readonly format: TranscriptFormat;
  readonly root: string;
  readonly files: SourceFile[];
  readonly skipped: Discovery["skipped"][number][];
  /** Real paths of folders being walked, so that a link to an ancestor ends. */
  readonly seen: Set<string>;
  readonly only: OnlyFiles | undefined;
}

/** Which files of a root are wanted: at ten thousand files, making nothing of the others is a fourth of the time. */
export interface OnlyFiles {
  readonly kinds: ReadonlySet<string>;
  readonly isWanted: (stats: FileStats) => boolean;
}

export type FileStats = Pick<SourceFile, "sizeBytes" | "mtimeMs" | "inode">;

/** Lists every file of one host root, or `only` some. Reads folder entries and stats only; never file bytes. */
export function discoverSources(
  root: SourceRoot,
  format: TranscriptFormat,
  only?: OnlyFiles,
): Discovery {
  let real: string;
  try {
    real = realpathSync(root.path);
  } catch {
    return { files: [], skipped: [] };
  }
  const isFile = statSync(real).isFile();
  const walk: Walk = {
    format,
    root: isFile ? dirname(real) : real,
    files: [],
    skipped: [],
    seen: new Set(),
    only,
  };
  if (isFile) {
    visitFile(walk, real, basename(real));
    return walk;
  }
  for (const part of HOST_PARTS[root.source]) {
    const path = part === "" ? real : join(real, part);
    visit(walk, path, part, 0);
  }
  return walk;
}

/**
 * One session of a host root: its transcript and what lies in the folder of the same name (helpers, off-loaded
 * results). Empty when `transcript` is not below the root. The hook names it; nothing else is walked.
 */
export function discoverSession(
  root: SourceRoot,
  format: TranscriptFormat,
  transcript: string,
): Discovery {
  let real: string;
  try {
    real = realpathSync(root.path);
  } catch {
    return { files: [], skipped: [] };
  }
  const walk: Walk = {
    format,
    root: real,
    files: [],
    skipped: [],
    seen: new Set(),
    only: undefined,
  };
  const below = [real, root.path].find((folder) => transcript.startsWith(folder + sep));
  if (below === undefined) return walk;
  const relative = transcript
    .slice(below.length + 1)
    .split(sep)
    .join("/");
  if (relative.split("/").includes("..")) return walk;
  const path = join(real, relative);
  visit(walk, path, relative, 1);
  const folder = path.replace(/\.jsonl$/, "");
  if (folder !== path) visit(walk, folder, relative.replace(/\.jsonl$/, ""), 1);
  return walk;
}

function visit(walk: Walk, path: string, relative: string, depth: number): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) visitLink(walk, path, relative, depth);
  else if (stats.isDirectory()) visitFolder(walk, path, relative, depth);
  else if (stats.isFile()) visitFile(walk, path, relative, stats);
}

function visitLink(walk: Walk, path: string, relative: string, depth: number): void {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    return;
  }
  // A host's own folder may itself be a link (projects kept on another disk); deeper links must stay inside.
  const isHostPart = depth === 0;
  if (!isHostPart && target !== walk.root && !target.startsWith(walk.root + sep)) {
    walk.skipped.push({ path, reason: "symlink-outside" });
    return;
  }
  if (!isHostPart) return; // the target lies inside the root and is walked at its own place
  const stats = statSync(target);
  if (stats.isDirectory()) visitFolder({ ...walk, root: target }, target, relative, depth);
  else visitFile(walk, target, relative, stats);
}

function visitFolder(walk: Walk, path: string, relative: string, depth: number): void {
  if (depth > MAX_DEPTH || walk.seen.has(path)) return;
  walk.seen.add(path);
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    walk.skipped.push({ path, reason: "unreadable" });
    return;
  }
  for (const entry of entries) {
    const child = path.endsWith(sep) ? path + entry.name : path + sep + entry.name;
    const childRelative = relative === "" ? entry.name : `${relative}/${entry.name}`;
    if (entry.isDirectory()) visitFolder(walk, child, childRelative, depth + 1);
    else if (entry.isSymbolicLink()) visitLink(walk, child, childRelative, depth + 1);
    else if (entry.isFile()) visitFile(walk, child, childRelative);
  }
}

function visitFile(walk: Walk, path: string, relative: string, known?: Stats): void {
  const classified = walk.format.classify(relative);
  if (classified === null || walk.only?.kinds.has(classified.kind) === false) return;
  const stats = known ?? statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    // A name that is no UTF-8 cannot be asked for again; any other file was removed since the folder was read.
    if (path.includes("\ufffd")) walk.skipped.push({ path, reason: "unreadable" });
    return;
  }
  const state: FileStats = { sizeBytes: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
  if (walk.only?.isWanted(state) === false) return;
  walk.files.push({ source: walk.format.source, ...classified, path, ...state });
}
