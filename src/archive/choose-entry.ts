/** Owns which entry and epoch a source file belongs to. */
import { existsSync } from "node:fs";

import type { SourceFile } from "../core/source-file.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { CaptureRequest } from "./archive-types.ts";
import { compareSource, type Relation } from "./compare-source.ts";
import {
  epochPaths,
  listNames,
  locateEntry,
  makeEntryId,
  sortEpochFiles,
  type EpochFiles,
  type EpochPaths,
} from "./entry-paths.ts";
import { fileSize } from "./file-size.ts";
import { loadEpoch, type EpochState, type LoadedEpoch } from "./load-epoch.ts";
import type { OpenSource } from "./open-source.ts";

/** Where the source's bytes go. `watch` changes whenever another process changed what this choice rests on. */
export interface EntryChoice {
  readonly entryId: string;
  /** Epoch to write to. */
  readonly epoch: number;
  /** What that epoch holds; undefined when it is yet to be made. */
  readonly state: EpochState | undefined;
  /** A newer epoch exists: this one is never written to again. */
  readonly isOlder: boolean;
  readonly isNewEntry: boolean;
  /** Everything whole in the source is archived already, in this epoch or an older one. */
  readonly nothingNew: boolean;
  readonly watch: string;
}

interface Candidate {
  readonly entryId: string;
  readonly files: readonly EpochFiles[];
  /** Newest epoch that can be read, if any. */
  readonly state: EpochState | undefined;
  /** The newest epoch on disk is the one in `state`. */
  readonly isNewest: boolean;
  readonly stateWatch: string;
  /** Number that a new epoch gets. */
  readonly nextEpoch: number;
  readonly nextWatch: string;
  readonly relation: Relation;
}

/** Fingerprint of a sidecar that does not exist. */
const MISSING = "missing";
const MAX_COUNTER = 1000;

function describe(
  context: ArchiveContext,
  base: string,
  names: readonly string[],
  fingerprint: string,
): string {
  const own = names.filter((name) => name.includes(base) && !name.endsWith(".tmp"));
  return [...own.sort(), fingerprint, context.forgotten.fingerprint()].join("\n");
}

/** Describes an entry as it lies on disk, and the forgotten lines; equal descriptions mean that nothing changed. */
export function describeEntry(context: ArchiveContext, entryId: string, epoch: number): string {
  const { folder, base } = locateEntry(context.root, entryId);
  const { fingerprint } = loadEpoch(epochPaths(context.root, entryId, epoch));
  return describe(context, base, listNames(folder), fingerprint);
}

/** True for the rest of a first capture that never finished: nothing in it was ever promised. */
function isLeftover(loaded: LoadedEpoch, paths: EpochPaths): boolean {
  return loaded.status === "empty" && (loaded.hasHeader || fileSize(paths.gz) === 0);
}

function readCandidate(context: ArchiveContext, entryId: string): Omit<Candidate, "relation"> {
  const { folder, base } = locateEntry(context.root, entryId);
  const names = listNames(folder);
  const files = sortEpochFiles(base, names);
  const newest = files.at(-1);
  // What the choice rests on is described from the very bytes it was read from, never by looking again.
  const watchOf = (fingerprint: string): string => describe(context, base, names, fingerprint);
  let nextEpoch = (newest?.epoch ?? 0) + 1;
  let nextWatch = watchOf(MISSING);
  let isNewest = true;
  for (const file of [...files].reverse()) {
    const paths = epochPaths(context.root, entryId, file.epoch);
    const loaded = loadEpoch(paths);
    if (loaded.status === "ok") {
      const { state, fingerprint } = loaded;
      return {
        entryId,
        files,
        state,
        stateWatch: watchOf(fingerprint),
        isNewest,
        nextEpoch,
        nextWatch,
      };
    }
    if (!isLeftover(loaded, paths)) isNewest = false;
    else if (file === newest) {
      nextEpoch = file.epoch;
      nextWatch = watchOf(loaded.fingerprint);
    }
  }
  return {
    entryId,
    files,
    state: undefined,
    stateWatch: "",
    isNewest: false,
    nextEpoch,
    nextWatch,
  };
}

/** Entries of this file id that exist, in counter order, and the id that the next one would get. */
function listCandidates(
  context: ArchiveContext,
  file: SourceFile,
): { candidates: readonly Omit<Candidate, "relation">[]; free: Omit<Candidate, "relation"> } {
  const { hash, redact } = context;
  const candidates: Omit<Candidate, "relation">[] = [];
  for (let counter = 0; counter < MAX_COUNTER; counter += 1) {
    const entryId = makeEntryId({
      hash,
      redact,
      source: file.source,
      fileId: file.fileId,
      counter,
    });
    const candidate = readCandidate(context, entryId);
    if (candidate.files.length === 0) return { candidates, free: candidate };
    candidates.push(candidate);
  }
  throw new RangeError("more than a thousand files share one id");
}

function isLive(state: EpochState): boolean {
  return state.owner.redacted || existsSync(state.owner.path);
}

/**
 * The entry that the source belongs to: the one this path owns, else one whose newest epoch it continues, else one
 * whose own source is gone. Undefined: a live file with the same id but other content has every entry there is.
 */
function pickCandidate(
  context: ArchiveContext,
  request: CaptureRequest,
  source: OpenSource,
): { picked: Candidate | undefined; free: Omit<Candidate, "relation"> } {
  const pathKey = context.hash.short("path", request.file.path);
  const { candidates, free } = listCandidates(context, request.file);
  const related = candidates.map((candidate): Candidate => {
    const { state, isNewest } = candidate;
    const relation: Relation =
      state === undefined || !isNewest
        ? "different"
        : compareSource(context, source, { state, withhold: request.withhold, trust: true });
    return { ...candidate, relation };
  });
  const picked =
    related.find(({ state }) => state?.owner.pathKey === pathKey) ??
    related.find(({ relation }) => relation !== "different") ??
    related.find(({ state }) => state === undefined || !isLive(state));
  return { picked, free };
}

/** An older epoch that already holds everything whole in the source. */
function findOlderHolder(
  context: ArchiveContext,
  request: CaptureRequest,
  options: { readonly source: OpenSource; readonly picked: Candidate; readonly end: number },
): EpochState | undefined {
  const { source, picked, end } = options;
  for (const file of [...picked.files].reverse()) {
    if (!file.sidecar || (picked.isNewest && file.epoch === picked.state?.epoch)) continue;
    const loaded = loadEpoch(epochPaths(context.root, picked.entryId, file.epoch));
    if (loaded.status !== "ok") continue;
    const { state } = loaded;
    const relation = compareSource(context, source, {
      state,
      withhold: request.withhold,
      trust: false,
    });
    if (relation === "prefix" || (relation === "extends" && state.last.to >= end)) return state;
  }
  return undefined;
}

/** Chooses entry and epoch. `endOf(from)` is the position up to which the source would be taken. Reads, never writes. */
export function chooseEntry(
  context: ArchiveContext,
  request: CaptureRequest,
  source: OpenSource,
  endOf: (from: number) => number,
): EntryChoice {
  const { picked, free } = pickCandidate(context, request, source);
  if (picked === undefined) {
    const { entryId, nextWatch: watch } = free;
    return {
      entryId,
      epoch: 1,
      state: undefined,
      isOlder: false,
      isNewEntry: true,
      nothingNew: endOf(0) === 0,
      watch,
    };
  }
  const { entryId, state, relation, stateWatch, nextEpoch, nextWatch: watch } = picked;
  if (state !== undefined && relation !== "different") {
    const nothingNew = relation !== "extends" || endOf(state.last.to) <= state.last.to;
    return {
      entryId,
      epoch: state.epoch,
      state,
      isOlder: false,
      isNewEntry: false,
      nothingNew,
      watch: stateWatch,
    };
  }
  const end = endOf(0);
  const older = end === 0 ? undefined : findOlderHolder(context, request, { source, picked, end });
  if (older !== undefined) {
    return {
      entryId,
      epoch: older.epoch,
      state: older,
      isOlder: true,
      isNewEntry: false,
      nothingNew: true,
      watch,
    };
  }
  return {
    entryId,
    epoch: nextEpoch,
    state: undefined,
    isOlder: false,
    isNewEntry: nextEpoch === 1,
    nothingNew: end === 0,
    watch,
  };
}
