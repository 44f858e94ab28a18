/** Owns checking an entry: every stored byte against its hash, every chunk of the source against the stored lines. */
import { statSync } from "node:fs";

import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { ArchiveFinding, FindingKind } from "./archive-types.ts";
import { checkSource } from "./check-source.ts";
import { epochPaths, listEpochFiles, type EpochFiles, type EpochPaths } from "./entry-paths.ts";
import { fileSize } from "./file-size.ts";
import { hasForgotten } from "./forget-lines.ts";
import { loadStates } from "./list-entries.ts";
import { loadEpoch, type EpochState, type LoadedEpoch } from "./load-epoch.ts";
import { withEpoch } from "./open-archive-epoch.ts";
import { parsePlaceholder } from "./placeholder.ts";
import { readMember, type OpenEpoch } from "./read-lines.ts";
import type { MemberLine } from "./sidecar-lines.ts";
import { eachLine } from "./take-lines.ts";

const REPAIR: Readonly<Record<FindingKind, string>> = {
  "torn-member": "take in what is whole, cut the rest of a write that never finished",
  "torn-sidecar": "cut the rest of a write that never finished",
  "short-file":
    "keep what can be read, mark the lost lines, take the source in again as a new epoch",
  "missing-file":
    "set the sidecar aside; the next capture takes the source in again as a new epoch",
  "missing-sidecar": "rebuild the sidecar from the gzip members",
  "damaged-sidecar": "set the sidecar aside and rebuild it from the gzip members",
  "damaged-member":
    "keep what can be read, mark the lost lines, take the source in again as a new epoch",
  "content-mismatch": "take the source in again as a new epoch",
  "unfinished-rewrite": "finish the rewrite or take it back",
  "forgotten-present": "take the forgotten lines out",
  permissions: "set the mode to 0600 (folders 0700)",
  "source-rewritten": "let the next capture start a new epoch",
  "source-behind": "nothing: the next capture takes it in",
};

type Report = (kind: FindingKind, detail: string, bytes?: number) => void;

/**
 * Hashes the stored lines chunk by chunk against what the host had; a chunk that lacks a line cannot be compared any
 * more, and an epoch marked as damaged needs no further report.
 */
function makeChunkCheck(
  context: ArchiveContext,
  state: EpochState,
  report: Report,
): (line: Buffer, number: number) => void {
  const withheld = state.members.flatMap((member) => member.withheld ?? []);
  const changed = new Set(withheld.map(({ line }) => line));
  const isKnown = state.doubt === "damaged";
  let index = 0;
  let hash = context.hash.stream("source");
  let isWhole = true;
  return (line, number) => {
    const chunk = state.sources[index];
    if (chunk === undefined) return;
    if (changed.has(number) || parsePlaceholder(line) !== undefined) isWhole = false;
    hash.update(line);
    if (number < chunk.lastLine || chunk.open !== true) hash.update("\n");
    if (number < chunk.lastLine) return;
    if (isWhole && !isKnown && hash.digest("hex") !== chunk.sha) {
      report(
        "content-mismatch",
        `lines ${chunk.firstLine}-${chunk.lastLine} are not what the host had`,
      );
    }
    index += 1;
    hash = context.hash.stream("source");
    isWhole = true;
  };
}

function checkMember(member: MemberLine, text: Buffer, report: Report): void {
  let lines = 0;
  eachLine(text, () => {
    lines += 1;
  });
  const expected = member.lastLine - member.firstLine + 1;
  if (lines !== expected) {
    report("damaged-sidecar", `the member at ${member.at} holds ${lines} lines, not ${expected}`);
  }
}

function checkMembers(context: ArchiveContext, open: OpenEpoch, report: Report): void {
  const checkLine = makeChunkCheck(context, open.state, report);
  for (const member of open.state.members) {
    const text = readMember(open.descriptor, member, true);
    if (typeof text === "string") {
      report("damaged-member", `lines ${member.firstLine}-${member.lastLine}: ${text}`);
      return;
    }
    checkMember(member, text, report);
    let number = member.firstLine;
    eachLine(text, (line) => {
      checkLine(line, number);
      number += 1;
    });
  }
}

function checkModes(paths: EpochPaths, report: Report): void {
  for (const path of [paths.gz, paths.sidecar, paths.folder]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    // Windows has no such bits; what node makes up there is not reported.
    if ((mode & 0o077) !== 0 && process.platform !== "win32") {
      report(
        "permissions",
        `others may use ${path === paths.folder ? "the folder" : "a file"} (mode ${(mode & 0o777).toString(8)})`,
      );
    }
  }
}

function checkSidecar(
  paths: EpochPaths,
  loaded: LoadedEpoch,
  report: Report,
): EpochState | undefined {
  const gzBytes = fileSize(paths.gz);
  if (loaded.tornBytes > 0)
    report("torn-sidecar", `${loaded.tornBytes} bytes after its last whole line`);
  if (loaded.status === "damaged") report("damaged-sidecar", loaded.detail);
  else if (loaded.status === "missing") report("missing-sidecar", "the gzip file stands alone");
  else if (loaded.status === "empty" && gzBytes > 0) {
    if (loaded.hasHeader)
      report("torn-member", `${gzBytes} bytes of a first write that never finished`);
    else report("missing-sidecar", "the sidecar is empty");
  } else if (loaded.status === "ok") {
    const known = loaded.state.gzBytes;
    if (gzBytes > known)
      report("torn-member", `${gzBytes - known} bytes that no sidecar line knows`);
    if (gzBytes < known) report("short-file", `${known - gzBytes} bytes are missing at its end`);
    return loaded.state;
  }
  return undefined;
}

function checkNewest(context: ArchiveContext, states: readonly EpochState[], report: Report): void {
  const check = checkSource(context, states);
  if (check.kind === "behind")
    report("source-behind", `${check.bytes} bytes of the source wait for a capture`, check.bytes);
  // Already known: the next capture starts a new epoch.
  if (check.kind === "rewritten" && states.at(-1)?.doubt === undefined) {
    report("source-rewritten", "the source no longer begins with what was archived");
  }
}

function verifyEpoch(
  context: ArchiveContext,
  entryId: string,
  options: { readonly files: EpochFiles; readonly isNewest: boolean },
): readonly ArchiveFinding[] {
  const { files, isNewest } = options;
  const { epoch } = files;
  const findings: ArchiveFinding[] = [];
  const report: Report = (kind, detail, bytes) => {
    const counted = bytes === undefined ? {} : { bytes };
    findings.push({ kind, entry: entryId, epoch, detail, repair: REPAIR[kind], ...counted });
  };
  const paths = epochPaths(context.root, entryId, epoch);
  if (files.nextGz || files.nextSidecar) report("unfinished-rewrite", "a rewrite was interrupted");
  checkModes(paths, report);
  const loaded = loadEpoch(paths);
  if (!files.gz) {
    if (loaded.status === "ok") report("missing-file", "the gzip file is gone");
    return findings;
  }
  const state = checkSidecar(paths, loaded, report);
  if (state === undefined) return findings;
  try {
    withEpoch(context, entryId, epoch, (open) => checkMembers(context, open, report));
    const isSound = findings.every(
      ({ kind }) => kind !== "damaged-member" && kind !== "short-file",
    );
    if (isSound && hasForgotten(context, state))
      report("forgotten-present", "lines that were forgotten still stand in it");
  } catch (error) {
    if (!(error instanceof VarveError)) throw error;
    report("damaged-member", error.message);
  }
  if (isNewest) {
    const all = loadStates(context, entryId, listEpochFiles(context.root, entryId));
    checkNewest(context, all, report);
  }
  return findings;
}

/** Checks every epoch of an entry. Reads everything, changes nothing; an empty list means that all is well. */
export function verifyEntry(context: ArchiveContext, entryId: string): readonly ArchiveFinding[] {
  const epochs = listEpochFiles(context.root, entryId).filter(({ asideOnly }) => !asideOnly);
  return epochs.flatMap((files, index) =>
    verifyEpoch(context, entryId, { files, isNewest: index === epochs.length - 1 }),
  );
}
