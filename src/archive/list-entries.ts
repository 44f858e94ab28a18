/** Owns listing what the archive holds, from sidecars alone. */
import { join } from "node:path";

import type { SourceId } from "../core/turn.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { ArchiveEntry, ArchiveEpoch, Removed } from "./archive-types.ts";
import {
  epochPaths,
  listNames,
  locateEntry,
  makeEntryId,
  sortEpochFiles,
  type EpochFiles,
} from "./entry-paths.ts";
import { loadEpoch, type EpochState } from "./load-epoch.ts";
import type { MemberLine } from "./sidecar-lines.ts";

const ENTRY_FILE = /^([^.].*\.[0-9a-f]{8})\.\d+\.jsonl/;

export function sumRemoved(
  members: readonly MemberLine[],
  reason: "forgotten" | "pruned" | "damaged",
): Removed {
  let lines = 0;
  let bytes = 0;
  for (const member of members) {
    lines += member[reason]?.lines ?? 0;
    bytes += member[reason]?.bytes ?? 0;
  }
  return { lines, bytes };
}

export function sumWithheld(members: readonly MemberLine[]): number {
  let bytes = 0;
  for (const member of members) for (const record of member.withheld ?? []) bytes += record.bytes;
  return bytes;
}

function describeEpoch(state: EpochState): ArchiveEpoch {
  return {
    epoch: state.epoch,
    lines: state.lines,
    sourceBytes: state.last.to,
    textBytes: state.textBytes,
    storedBytes: state.gzBytes,
    withheldBytes: sumWithheld(state.members),
    forgotten: sumRemoved(state.members, "forgotten"),
    pruned: sumRemoved(state.members, "pruned"),
    damaged: sumRemoved(state.members, "damaged"),
    members: state.members.length,
    capturedAt: state.last.time,
  };
}

/** States of the epochs of an entry that can be read, oldest first. */
export function loadStates(
  context: ArchiveContext,
  entryId: string,
  files: readonly EpochFiles[],
): readonly EpochState[] {
  const states: EpochState[] = [];
  for (const file of files) {
    const loaded = loadEpoch(epochPaths(context.root, entryId, file.epoch));
    if (loaded.status === "ok") states.push(loaded.state);
  }
  return states;
}

function describeEntryStates(
  entryId: string,
  states: readonly EpochState[],
): ArchiveEntry | undefined {
  const newest = states.at(-1);
  if (newest === undefined) return undefined;
  const { header, owner } = newest;
  return {
    id: entryId,
    source: header.source as SourceId,
    kind: header.kind,
    fileId: header.fileId,
    session: newest.session,
    project: newest.project,
    path: owner.path === "" ? null : owner.path,
    pathRedacted: owner.redacted,
    epochs: states.map(describeEpoch),
  };
}

/** One entry; undefined when nothing of it can be read. Throws `not-found` for what is no entry id. */
export function readEntry(context: ArchiveContext, entryId: string): ArchiveEntry | undefined {
  const { folder, base } = locateEntry(context.root, entryId);
  const files = sortEpochFiles(base, listNames(folder));
  return describeEntryStates(entryId, loadStates(context, entryId, files));
}

/** Ids of all entries that have files, whether or not they can be read. */
export function* listEntryIds(context: ArchiveContext): Generator<string> {
  for (const [entryId] of listEntryFiles(context)) yield entryId;
}

function* listEntryFiles(context: ArchiveContext): Generator<readonly [string, readonly string[]]> {
  for (const source of listNames(context.root)) {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(source)) continue;
    for (const shard of listNames(join(context.root, source))) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      const byBase = new Map<string, string[]>();
      for (const name of listNames(join(context.root, source, shard))) {
        const base = ENTRY_FILE.exec(name.startsWith(".") ? name.slice(1) : name)?.[1];
        if (base === undefined) continue;
        const names = byBase.get(base) ?? [];
        names.push(name);
        byBase.set(base, names);
      }
      for (const [base, names] of byBase) yield [`${source}/${base}`, names];
    }
  }
}

/** Every entry that can be read. Opens one sidecar per epoch, no gzip file. */
export function* listEntries(context: ArchiveContext): Generator<ArchiveEntry> {
  for (const [entryId, names] of listEntryFiles(context)) {
    const { base } = locateEntry(context.root, entryId);
    const entry = describeEntryStates(
      entryId,
      loadStates(context, entryId, sortEpochFiles(base, names)),
    );
    if (entry !== undefined) yield entry;
  }
}

/** The entry of a host's file id; of several files under one id, the first that came. */
export function findEntry(
  context: ArchiveContext,
  fileId: string,
  source: string,
): ArchiveEntry | undefined {
  const { hash, redact } = context;
  return readEntry(context, makeEntryId({ hash, redact, source, fileId, counter: 0 }));
}
