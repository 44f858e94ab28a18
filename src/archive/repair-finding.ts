/** Owns mending what verify finds. Nothing that can be read is deleted; what is replaced is kept beside. */
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

import { writeAtomically } from "../platform/write-atomically.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { ArchiveFinding } from "./archive-types.ts";
import { appendSidecar, cutFile } from "./commit-step.ts";
import { epochPaths, type EpochPaths } from "./entry-paths.ts";
import { applyForgotten } from "./forget-lines.ts";
import { isHeldText } from "./held-text.ts";
import { loadEpoch, type LoadedEpoch } from "./load-epoch.ts";
import { readHeader, rebuildSidecar } from "./rebuild-sidecar.ts";
import { markRewritten } from "./reseal.ts";
import { rewriteEpoch } from "./rewrite-epoch.ts";
import { scanMembers } from "./scan-members.ts";
import { renderSidecarLines } from "./sidecar-lines.ts";
import { recoverEntry } from "./swap-epoch.ts";

const STEP = 1024 * 1024;

function asidePath(path: string): string {
  return `${path}.damaged-${randomBytes(4).toString("hex")}`;
}

/**
 * What the sidecar does not know is the rest of a crash, or the sidecar is older than the gzip file: whole members are
 * then taken in, because the source that held the same lines may be gone.
 */
function cutTorn(context: ArchiveContext, finding: ArchiveFinding, paths: EpochPaths): string {
  return context.locked(() => {
    const loaded = loadEpoch(paths);
    if (loaded.status !== "ok" && loaded.status !== "empty")
      return "left it alone: the sidecar is damaged";
    const known = loaded.status === "ok" ? loaded.state.gzBytes : 0;
    const [whole] = existsSync(paths.gz) ? scanMembers(paths.gz, known) : [];
    if (whole !== undefined && !isNeedless(context, loaded, paths))
      return adoptMembers(context, finding, paths);
    cutFile(context, paths.gz, loaded.status === "ok" ? loaded.state.gzBytes : 0);
    cutFile(context, paths.sidecar, loaded.committedBytes);
    return "cut what a write that never finished had left";
  });
}

/**
 * True for a first write that never finished and whose text stands elsewhere too. Nothing of it was promised, and taken
 * in it would claim a source that a finished entry may follow by now.
 */
function isNeedless(context: ArchiveContext, loaded: LoadedEpoch, paths: EpochPaths): boolean {
  if (loaded.status !== "empty") return false;
  const header = readHeader(paths.sidecar);
  const text = Buffer.concat([...scanMembers(paths.gz)].map((member) => member.text));
  return header !== undefined && isHeldText(context, header, text);
}

/** Makes the sidecar again so that it knows every whole member, and cuts what follows the last of them. */
function adoptMembers(context: ArchiveContext, finding: ArchiveFinding, paths: EpochPaths): string {
  const { entry: entryId, epoch } = finding;
  const lines = rebuildSidecar(context, { entryId, epoch, oldSidecar: paths.sidecar });
  if (lines === undefined) return "left it alone: it holds no whole member";
  setAside(context, paths.sidecar);
  writeAtomically(paths.sidecar, renderSidecarLines(lines), context.files);
  const loaded = loadEpoch(paths);
  if (loaded.status === "ok") cutFile(context, paths.gz, loaded.state.gzBytes);
  return "took in the whole members that the sidecar did not know";
}

/** Copies a file beside itself; the copy is durable before anything is done to the original. */
function copyAside(context: ArchiveContext, path: string): void {
  const { files } = context;
  const from = openSync(path, "r");
  try {
    const to = files.openNew(asidePath(path));
    try {
      const buffer = Buffer.allocUnsafe(STEP);
      for (
        let got = readSync(from, buffer, 0, STEP, null);
        got > 0;
        got = readSync(from, buffer, 0, STEP, null)
      ) {
        files.write(to, buffer.subarray(0, got));
      }
      files.sync(to);
    } finally {
      files.close(to);
    }
  } finally {
    closeSync(from);
  }
}

function setAside(context: ArchiveContext, path: string): string {
  const aside = asidePath(path);
  context.files.rename(path, aside);
  return aside;
}

function dropDamaged(context: ArchiveContext, finding: ArchiveFinding, paths: EpochPaths): string {
  const loaded = loadEpoch(paths);
  if (loaded.status !== "ok" || loaded.state.doubt === "damaged") return "nothing left to do";
  copyAside(context, paths.gz);
  const add = [{ type: "damaged" as const, time: context.now().toISOString() }];
  if (!rewriteEpoch(context, finding.entry, finding.epoch, { dropDamaged: true, add })) {
    return "left it alone: it was being written; run the repair again";
  }
  return "kept every line that can be read and marked the others; the next capture takes the source in as a new epoch";
}

function rebuild(context: ArchiveContext, finding: ArchiveFinding, paths: EpochPaths): string {
  const { entry: entryId, epoch } = finding;
  return context.locked(() => {
    if (loadEpoch(paths).status === "ok") return "nothing left to do";
    const lines = rebuildSidecar(context, { entryId, epoch, oldSidecar: paths.sidecar });
    if (existsSync(paths.sidecar)) setAside(context, paths.sidecar);
    if (lines === undefined) {
      setAside(context, paths.gz);
      return "set the gzip file aside: it holds no whole member";
    }
    writeAtomically(paths.sidecar, renderSidecarLines(lines), context.files);
    return "rebuilt the sidecar from the gzip members";
  });
}

function fixModes(paths: EpochPaths): string {
  for (const path of [paths.gz, paths.sidecar]) if (existsSync(path)) chmodSync(path, 0o600);
  if (statSync(paths.folder).isDirectory()) chmodSync(paths.folder, 0o700);
  return "set the mode to 0600, of the folder to 0700";
}

function doubt(context: ArchiveContext, paths: EpochPaths): string {
  const line = { type: "damaged" as const, time: context.now().toISOString() };
  context.locked(() => appendSidecar(context, paths, [line]));
  return "the next capture takes the source in as a new epoch";
}

function noteRewritten(context: ArchiveContext, paths: EpochPaths): string {
  const loaded = loadEpoch(paths);
  if (loaded.status === "ok") markRewritten(context, loaded.state);
  return "the next capture starts a new epoch";
}

/** Mends one finding and says what it did; doing it twice does no harm. */
export function repairFinding(context: ArchiveContext, finding: ArchiveFinding): string {
  const paths = epochPaths(context.root, finding.entry, finding.epoch);
  switch (finding.kind) {
    case "torn-member":
    case "torn-sidecar":
      return cutTorn(context, finding, paths);
    case "short-file":
    case "damaged-member":
      return dropDamaged(context, finding, paths);
    case "missing-file":
      return context.locked(() => {
        if (existsSync(paths.sidecar) && !existsSync(paths.gz)) setAside(context, paths.sidecar);
        return "set the sidecar aside; the next capture takes the source in as a new epoch";
      });
    case "missing-sidecar":
    case "damaged-sidecar":
      return rebuild(context, finding, paths);
    case "content-mismatch":
      return doubt(context, paths);
    case "unfinished-rewrite":
      context.locked(() => recoverEntry(context, finding.entry));
      return "finished the rewrite or took it back";
    case "forgotten-present":
      applyForgotten(context, finding.entry);
      return "took the forgotten lines out";
    case "permissions":
      return fixModes(paths);
    case "source-rewritten":
      return noteRewritten(context, paths);
    case "source-behind":
      return "nothing to mend: the next capture takes it in";
  }
}
