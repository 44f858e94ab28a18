/** Owns giving a session back: its transcript and what belongs to it, byte for byte, where it was or elsewhere. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

import type { ArchiveEntry, EpochChoice, RestorePlan } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import { captureFile } from "./capture-file.ts";
import type { Engine } from "./engine.ts";
import { SHORTEST_ID } from "./find-session.ts";
import { entriesOfSession } from "./exclude-session.ts";

export interface RestoreOptions {
  /** Epoch of the transcript itself; what belongs to it is always given back in its newest form. */
  readonly epoch?: number | undefined;
  /** File or folder to write to; default is where each file lay. */
  readonly to?: string | undefined;
  readonly force?: boolean | undefined;
  /** Only says what would be written. */
  readonly list?: boolean | undefined;
}

export interface RestoredFile {
  readonly path: string | null;
  readonly entry: string;
  readonly epoch: number;
  readonly bytes: number;
  readonly lines: number;
  readonly withheldBytes: number;
  readonly forgottenLines: number;
  readonly prunedLines: number;
  /** Of the file as written; null when nothing was. */
  readonly sha256: string | null;
}

export interface RestoredSession {
  readonly session: string;
  readonly files: readonly RestoredFile[];
  readonly epochs: readonly EpochChoice[];
}

/**
 * Restores the session that `prefix` begins, found in the archive itself: no index is needed.
 * Throws `not-found`, `ambiguous`, `refused` (a file that is no prefix of what would be written).
 */
export function restoreSession(
  engine: Engine,
  prefix: string,
  options: RestoreOptions = {},
): RestoredSession {
  const main = findTranscript(engine, prefix);
  const session = main.session ?? main.fileId ?? prefix;
  const rest = entriesOfSession(engine, session).filter((entry) => entry.id !== main.id);
  const plan = engine.archive.restorePlan(main.id, options.epoch);
  const taken = new Set<string>();
  const files = [main, ...rest].map((entry) =>
    restoreFile(engine, entry, { main, options, taken }),
  );
  return { session, files, epochs: plan.epochs };
}

function restoreFile(
  engine: Engine,
  entry: ArchiveEntry,
  context: {
    readonly main: ArchiveEntry;
    readonly options: RestoreOptions;
    /** Targets of the files before this one. */
    readonly taken: Set<string>;
  },
): RestoredFile {
  const { main, options, taken } = context;
  const wanted = entry.id === main.id ? options.epoch : undefined;
  const plan = engine.archive.restorePlan(entry.id, wanted);
  if (options.list === true) return describe(plan, null);
  // What is about to be overwritten may hold lines that were never seen; the epoch to give back is chosen before.
  if (options.force === true && options.to === undefined) keepPresent(engine, entry);
  const { epoch } = plan;
  const to = freeTarget(targetOf(entry, main, options.to), entry, taken);
  const done = engine.archive.restore({ entryId: entry.id, epoch, to, force: options.force });
  return describe({ ...done, target: done.path }, sha256(done.path));
}

/** Takes in what the host has at the place of the entry now. */
function keepPresent(engine: Engine, entry: ArchiveEntry): void {
  if (entry.path === null || entry.pathRedacted || entry.fileId === null) return;
  const stats = statSync(entry.path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return;
  captureFile(engine, {
    source: entry.source,
    kind: entry.kind,
    path: entry.path,
    fileId: entry.fileId,
    session: entry.session,
    compressed: entry.path.endsWith(".zst"),
    sizeBytes: stats.size,
    mtimeMs: stats.mtimeMs,
    inode: stats.ino,
  });
}

function describe(plan: RestorePlan, sha: string | null): RestoredFile {
  return {
    path: plan.target,
    entry: plan.entryId,
    epoch: plan.epoch,
    bytes: plan.bytes,
    lines: plan.lines,
    withheldBytes: plan.withheldBytes,
    forgottenLines: plan.forgotten.lines,
    prunedLines: plan.pruned.lines,
    sha256: sha,
  };
}

/** With `--to FILE.jsonl` the transcript goes there and the rest into a folder of that name, as the host lays them out. */
function targetOf(
  entry: ArchiveEntry,
  main: ArchiveEntry,
  to: string | undefined,
): string | undefined {
  if (to === undefined) return undefined;
  const target = resolve(to);
  const isFile = target.endsWith(".jsonl");
  const mainPath = isFile
    ? target
    : join(
        target,
        basename(main.path ?? `${main.fileId ?? "session"}.jsonl`).replace(/\.zst$/, ""),
      );
  if (entry.id === main.id) return mainPath;
  const within =
    main.path === null || entry.path === null
      ? ""
      : relative(main.path.replace(/\.jsonl(\.zst)?$/, ""), entry.path);
  const isBelow = within !== "" && !within.startsWith("..");
  return isBelow
    ? join(mainPath.replace(/\.jsonl$/, ""), within)
    : join(dirname(mainPath), basename(entry.path ?? entry.id));
}

/** One session may lie in two project folders under one name: the second goes into a folder named as its own was. */
function freeTarget(
  target: string | undefined,
  entry: ArchiveEntry,
  taken: Set<string>,
): string | undefined {
  if (target === undefined) return undefined;
  const folder = entry.path === null ? "" : basename(dirname(entry.path));
  const free = [target, join(dirname(target), folder, basename(target))].find(
    (path) => !taken.has(path),
  );
  const path = free ?? join(dirname(target), basename(entry.id), basename(target));
  taken.add(path);
  return path;
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** The transcript's entry whose file id begins with `prefix`, or the id of the session in it; an exact file id wins. */
export function findTranscript(engine: Engine, prefix: string): ArchiveEntry {
  const matches: ArchiveEntry[] = [];
  for (const entry of engine.archive.entries()) {
    if (entry.kind !== "session" && entry.kind !== "subagent" && entry.kind !== "history") continue;
    if (entry.fileId === prefix) return entry;
    // A file may be named otherwise than the session that its rows tell of.
    const ids = [entry.fileId, entry.kind === "session" ? entry.session : null];
    if (prefix.length >= SHORTEST_ID && ids.some((id) => id?.startsWith(prefix) === true))
      matches.push(entry);
  }
  const [first] = matches;
  if (first === undefined && prefix.length < SHORTEST_ID) {
    throw new VarveError(
      "usage",
      `${JSON.stringify(prefix)} is too short for the beginning of an id`,
      `write ${SHORTEST_ID} characters or more; \`varve sessions\` lists them`,
    );
  }
  if (first === undefined) {
    throw new VarveError(
      "not-found",
      `the archive holds no session that begins with ${JSON.stringify(prefix.slice(0, 80))}`,
      "list them with `varve sessions --all-projects`",
    );
  }
  if (matches.length > 1) {
    throw new VarveError(
      "ambiguous",
      `${JSON.stringify(prefix)} may mean ${matches
        .slice(0, 5)
        .map((entry) => entry.fileId)
        .join(", ")}`,
      "write more of the id",
    );
  }
  return first;
}
