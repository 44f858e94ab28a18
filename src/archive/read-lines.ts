/** Owns reading stored text: one member at a time, from a gzip file and a sidecar that belong together. */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";

import { VarveError } from "../core/errors.ts";
import { builtin } from "../platform/builtin.ts";
import type { EpochPaths } from "./entry-paths.ts";
import type { FreshText } from "./fresh-text.ts";
import { storedHash } from "./keyed-hash.ts";
import { loadEpoch, type EpochState, type LoadedEpoch } from "./load-epoch.ts";
import type { MemberLine } from "./sidecar-lines.ts";
import { damagedEntry } from "./store-failure.ts";
import { eachLine } from "./take-lines.ts";

/** An epoch open for reading; the file stays readable though a rewrite replaces it meanwhile. */
export interface OpenEpoch {
  readonly state: EpochState;
  readonly fingerprint: string;
  readonly descriptor: number;
  close(): void;
}

const TRIES = 50;

function openOnce(paths: EpochPaths): { descriptor: number; loaded: LoadedEpoch } | undefined {
  const descriptor = openSync(paths.gz, "r");
  try {
    const loaded = loadEpoch(paths);
    // The same file as when it was opened: no rewrite put another in its place before the sidecar was read.
    if (statSync(paths.gz).ino === fstatSync(descriptor).ino) return { descriptor, loaded };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  return undefined;
}

/** Opens an epoch for reading. Throws `not-found` when it holds nothing and `corrupt` when its sidecar is damaged. */
export function openEpoch(paths: EpochPaths, entryId: string, epoch: number): OpenEpoch {
  if (!existsSync(paths.gz)) {
    if (existsSync(paths.sidecar)) throw damagedEntry(entryId, epoch, "its gzip file is gone");
    throw new VarveError(
      "not-found",
      `There is no epoch ${epoch} of ${entryId}.`,
      "List what there is: varve sessions",
    );
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const opened = openOnce(paths);
    if (opened === undefined) continue;
    const { descriptor, loaded } = opened;
    if (loaded.status === "ok") {
      return {
        state: loaded.state,
        fingerprint: loaded.fingerprint,
        descriptor,
        close: () => closeSync(descriptor),
      };
    }
    closeSync(descriptor);
    if (loaded.status === "damaged") throw damagedEntry(entryId, epoch, loaded.detail);
    if (loaded.status === "missing") throw damagedEntry(entryId, epoch, "its sidecar is missing");
    throw new VarveError(
      "not-found",
      `Epoch ${epoch} of ${entryId} holds nothing yet.`,
      "Run: varve sync",
    );
  }
  throw new VarveError(
    "busy",
    `Epoch ${epoch} of ${entryId} keeps being rewritten.`,
    "Try again in a moment.",
  );
}

/** Compressed bytes of a member; fewer than it should have when the file is short. */
export function readMemberBytes(descriptor: number, member: MemberLine): Buffer {
  const bytes = Buffer.allocUnsafe(member.len);
  let done = 0;
  while (done < member.len) {
    const got = readSync(descriptor, bytes, done, member.len - done, member.at + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

/** Text of a member; a string says what is wrong with it. `check` also compares its hash. */
export function readMember(
  descriptor: number,
  member: MemberLine,
  check: boolean,
): Buffer | string {
  const bytes = readMemberBytes(descriptor, member);
  if (bytes.length < member.len) return "the gzip file ends early";
  if (check && storedHash(bytes) !== member.sha) return "its bytes do not match their hash";
  try {
    const text = builtin("node:zlib").gunzipSync(bytes, {
      maxOutputLength: Math.max(1, member.to - member.from),
    });
    return text.length === member.to - member.from ? text : "its text is too short";
  } catch {
    return "it is no whole gzip member";
  }
}

/**
 * Calls `onLine` with the lines from `fromLine` (1-based) on, without newline; false stops. Members that end before
 * `fromLine` are not inflated. Throws `corrupt` at a damaged member.
 */
export function readLines(
  open: OpenEpoch,
  fromLine: number,
  onLine: (line: Buffer, number: number) => boolean | void,
  fresh?: FreshText,
): void {
  const { state } = open;
  for (const member of state.members) {
    if (member.lastLine < fromLine) continue;
    const text = fresh?.take(member.sha) ?? readMember(open.descriptor, member, false);
    if (typeof text === "string") {
      throw damagedEntry(
        state.entry,
        state.epoch,
        `the member of lines ${member.firstLine}-${member.lastLine}: ${text}`,
      );
    }
    let number = member.firstLine;
    let stopped = false;
    eachLine(text, (line) => {
      stopped = number >= fromLine && onLine(line, number) === false;
      number += 1;
      return !stopped;
    });
    if (stopped) return;
  }
}

/** Stored text in pieces of at most one member, in order. Throws `corrupt` at a damaged member. */
export function* readText(open: OpenEpoch): Generator<Buffer> {
  for (const member of open.state.members) {
    const text = readMember(open.descriptor, member, true);
    if (typeof text === "string") {
      throw damagedEntry(
        open.state.entry,
        open.state.epoch,
        `the member of lines ${member.firstLine}-${member.lastLine}: ${text}`,
      );
    }
    yield text;
  }
}
