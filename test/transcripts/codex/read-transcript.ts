/** Owns reading a fixture through a format and looking at what it became. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Redactor } from "../../../src/core/redactor.ts";
import type { SourceFileKind } from "../../../src/core/source-file.ts";
import type { Turn } from "../../../src/core/turn.ts";
import type { SessionFacts } from "../../../src/core/session-facts.ts";
import type { TranscriptFormat } from "../../../src/transcripts/reader.ts";
import {
  readSample,
  splitLines,
  type ReadRecord,
  type TranscriptSample,
} from "../../contracts/transcript-format.ts";

export interface ReadTranscript extends Omit<ReadRecord, "facts"> {
  /** All facts merged, as the engine does it. */
  readonly facts: SessionFacts;
}

export interface ReadHow {
  readonly kind?: SourceFileKind;
  readonly session?: string | null;
  readonly redactor?: Redactor;
  readonly skipTools?: readonly string[];
  /** Hands the state to a new reader after every so many lines. */
  readonly reopenEvery?: number;
}

const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const SHARED = fileURLToPath(new URL("../../../../shared/", import.meta.url));
/** Transcripts of real clients, kept beside the repository; tests that need them are skipped where they are not at hand. */
export const hasShared = existsSync(`${SHARED}samples`);
export const withoutShared = hasShared ? "" : " (skipped: ../shared is not beside this repository)";

/** Name and path of each file below a folder of ../shared; none where it is not at hand. */
export function listShared(folder: string): readonly (readonly [string, string])[] {
  if (!hasShared) return [];
  return listFiles(`${SHARED}${folder}`).map((path) => [path.slice(SHARED.length), path] as const);
}

export function fixture(path: string): Buffer {
  return readFileSync(`${FIXTURES}${path}`);
}

/** Every fixture file below a folder as a sample of the contract. */
export function fixtureSamples(folder: string): readonly TranscriptSample[] {
  return listFiles(`${FIXTURES}${folder}`).map((path) =>
    sampleOf(path, path.slice(FIXTURES.length)),
  );
}

export function sampleOf(path: string, name: string): TranscriptSample {
  const isHistory = path.endsWith("history.jsonl");
  return {
    name,
    kind: isHistory ? "history" : "session",
    fileId: isHistory ? "history" : "thread",
    session: isHistory ? null : "thread",
    lines: splitLines(readFileSync(path)),
  };
}

/** Paths of all files below a folder, in order. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
    .sort();
}

export function readTranscript(
  format: TranscriptFormat,
  bytes: Buffer,
  how: ReadHow = {},
): ReadTranscript {
  const { redactor, reopenEvery, skipTools } = how;
  const sample: TranscriptSample = {
    name: "",
    kind: how.kind ?? "session",
    fileId: "file",
    session: how.session === undefined ? "thread" : how.session,
    lines: splitLines(bytes),
  };
  const read = readSample(format, sample, {
    ...(redactor !== undefined && { redactor }),
    ...(reopenEvery !== undefined && { reopenEvery }),
    ...(skipTools !== undefined && { skipTools: new Set(skipTools) }),
  });
  let facts: SessionFacts = {};
  for (const more of read.facts)
    facts = { ...facts, ...more, ...(facts.cwd !== undefined && { cwd: facts.cwd }) };
  return { ...read, facts };
}

export function textsOf(
  read: { readonly turns: readonly Turn[] },
  turnClass: Turn["class"],
): readonly string[] {
  return read.turns.filter((turn) => turn.class === turnClass).map((turn) => turn.text);
}

export function countSkips(read: { readonly skips: ReadRecord["skips"] }, reason: string): number {
  return read.skips.filter((skip) => skip.reason === reason).length;
}
