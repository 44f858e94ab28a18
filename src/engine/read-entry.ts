/** Owns turning archived lines into index batches: one reader per archive epoch, bounded batches, resumable. */
import { parsePlaceholder } from "../archive/placeholder.ts";
import type { SkipReason, SourceFileKind } from "../core/source-file.ts";
import type { Redactor } from "../core/redactor.ts";
import type { SourceId, Turn } from "../core/turn.ts";
import { formatOf } from "../transcripts/formats.ts";
import type { SessionFacts } from "../core/session-facts.ts";
import type { ReadSink } from "../transcripts/reader.ts";

/** A batch is closed at whichever comes first, so that each index transaction stays short. */
const BATCH_TURNS = 6_000;
const BATCH_TEXT_CHARS = 6_000_000;

export interface ReadBatch {
  readonly fromLine: number;
  readonly toLine: number;
  readonly turns: readonly Turn[];
  readonly skipped: readonly {
    readonly reason: SkipReason;
    readonly line: number;
    readonly detail?: string;
  }[];
  /** One row for each session that the lines spoke of. */
  readonly facts: readonly SessionFacts[];
  readonly rewinds: readonly {
    readonly parentEntryId: string;
    readonly line: number;
    readonly parentLine?: number;
  }[];
  /** First line where the person asked to leave the session out; undefined when nowhere. */
  readonly excludedAt: number | undefined;
  readonly state: string;
}

export interface ReadEntryInput {
  readonly source: SourceId;
  readonly kind: SourceFileKind;
  readonly fileId: string;
  readonly session: string | null;
  readonly fromLine: number;
  readonly state: string | undefined;
  readonly redactor: Redactor;
  readonly keyedHash: (text: string) => string;
  readonly skipTools: ReadonlySet<string>;
  /** Calls back with each archived line from `fromLine` on, in order. */
  readonly eachLine: (onLine: (line: Buffer, number: number) => void) => void;
}

interface OpenBatch {
  fromLine: number;
  toLine: number;
  turns: Turn[];
  skipped: { reason: SkipReason; line: number; detail?: string }[];
  facts: Map<string, SessionFacts>;
  rewinds: { parentEntryId: string; line: number; parentLine?: number }[];
  excludedAt: number | undefined;
  textChars: number;
}

function emptyBatch(fromLine: number): OpenBatch {
  return {
    fromLine,
    toLine: fromLine - 1,
    turns: [],
    skipped: [],
    facts: new Map(),
    rewinds: [],
    excludedAt: undefined,
    textChars: 0,
  };
}

/** Reads one epoch from `fromLine` on and hands over batches in line order; `onBatch` returning false stops. */
export function readEntry(input: ReadEntryInput, onBatch: (batch: ReadBatch) => void): void {
  const reader = formatOf(input.source).open(input);
  let open = emptyBatch(input.fromLine);
  /** Session that the rows speak of; a fact without one is about it. */
  let session: string | undefined;
  const sink: ReadSink = {
    turn(turn) {
      open.turns.push(turn);
      open.textChars += turn.text.length;
    },
    skip: (reason, line, detail) =>
      void open.skipped.push(detail === undefined ? { reason, line } : { reason, line, detail }),
    facts(facts) {
      session = facts.session ?? session;
      const known = open.facts.get(session ?? "") ?? {};
      open.facts.set(
        session ?? "",
        mergeFacts(known, session === undefined ? facts : { ...facts, session }),
      );
    },
    rewind: (parentEntryId, line, parentLine) =>
      void open.rewinds.push({
        parentEntryId,
        line,
        ...(parentLine !== undefined && { parentLine }),
      }),
    exclude: (line) => void (open.excludedAt ??= line),
  };
  const flush = (): void => {
    if (open.toLine < open.fromLine) return;
    const { textChars: _, facts, ...batch } = open;
    onBatch({ ...batch, facts: [...facts.values()], state: reader.state() });
    open = emptyBatch(open.toLine + 1);
  };
  input.eachLine((line, number) => {
    const removed = parsePlaceholder(line);
    if (removed === undefined) reader.read(line, number, sink);
    else sink.skip(removed.reason, number);
    open.toLine = number;
    if (open.turns.length >= BATCH_TURNS || open.textChars >= BATCH_TEXT_CHARS) flush();
  });
  flush();
}

/** Later facts win, except where the session began (`cwd`): the folder of the first row names the project. */
export function mergeFacts(before: SessionFacts, after: SessionFacts): SessionFacts {
  const { cwd, ownRowsFrom } = before;
  return {
    ...before,
    ...after,
    ...(cwd !== undefined && { cwd }),
    ...(ownRowsFrom !== undefined && { ownRowsFrom }),
  };
}
