/** Owns the interface that every transcript format implements. */
import type { Redactor } from "../core/redactor.ts";
import type { SessionFacts } from "../core/session-facts.ts";
import type { SkipReason, SourceFileKind } from "../core/source-file.ts";
import type { SourceId, Turn } from "../core/turn.ts";

/** What a file path below a host root is; null when it is none of the host's files. */
export interface ClassifiedPath {
  readonly kind: SourceFileKind;
  readonly fileId: string;
  readonly session: string | null;
  readonly compressed: boolean;
}

/** Everything a reader reports while it reads lines. */
export interface ReadSink {
  turn(turn: Turn): void;
  /** One line (or one block of it) that became no turn. `detail` names an unknown record type. */
  skip(reason: SkipReason, line: number, detail?: string): void;
  facts(facts: SessionFacts): void;
  /**
   * A prompt continued from `parentEntryId`, which is not on the newest branch: a rewind. Turns of this file
   * after that entry and before line `line` are dropped (still archived, labelled). `parentLine` is where that
   * entry stands when the reader remembers it (0: before the first line); the entry need not be a turn.
   */
  rewind(parentEntryId: string, line: number, parentLine?: number): void;
  /** A person wrote `<varve-exclude/>` alone on a line: the whole session is to be left out. */
  exclude(line: number): void;
}

export interface ReaderOptions {
  readonly kind: SourceFileKind;
  readonly fileId: string;
  readonly session: string | null;
  readonly redactor: Redactor;
  /** Keyed hash (hex) for words that must be masked without being stored. */
  readonly keyedHash: (text: string) => string;
  /** Tools whose calls and results become no turns (`capture.skip_tools`). */
  readonly skipTools: ReadonlySet<string>;
  /** What `state()` returned after the lines already read; undefined at the first line. */
  readonly state?: string | undefined;
}

/** Reads the lines of one file in order. Never throws on content. Pure: no fs, env or clock. */
export interface RecordReader {
  /** `line` without its newline, as UTF-8 bytes; `number` is 1-based within the archive epoch. */
  read(line: Buffer, number: number, sink: ReadSink): void;
  /** JSON that lets another process go on at the next line; bounded (64 KB), holds no unredacted text. */
  state(): string;
  /**
   * Optional: hands over what only the end of the file decides (a prompt left in the host's queue). Call it when a
   * session has ended or been idle for long; take `state()` afterwards. Going on reading later is fine.
   */
  finish?(sink: ReadSink): void;
}

/** Blanks what a person marked private in one raw line before it is archived; stateless between lines. */
export type WithholdLine = (line: Buffer) => WithheldLine | undefined;

export interface WithheldLine {
  /** Same byte length as the input, still valid JSON. */
  readonly line: Buffer;
  /** Blanked ranges: byte length and the raw bytes blanked (the archive stores only a keyed hash of them). */
  readonly spans: readonly { readonly at: number; readonly bytes: Buffer }[];
}

/** One transcript format: pure rules only; walking folders and reading files is done by the caller. */
export interface TranscriptFormat {
  readonly source: SourceId;
  /** `relative` uses `/` and is relative to the host's config root (`~/.claude`, `~/.codex`). */
  classify(relative: string): ClassifiedPath | null;
  /** True when a complete line shows that the file is a transcript of this format; asked of up to 200 first lines. */
  recognises(line: Buffer): boolean;
  open(options: ReaderOptions): RecordReader;
  readonly withhold: WithholdLine;
}
