/** Owns the calls of an index handle: each runs on the connection of the moment and explains its errors. */
import { parseSeq } from "../core/turn.ts";
import { inTransaction } from "../platform/sqlite.ts";
import { applyBatch, applyBatches } from "./apply-batch.ts";
import { explainErrors, type Connection } from "./connection.ts";
import { countRows, type IndexCounts } from "./count-rows.ts";
import type { ApplyResult, IndexBatch } from "./index-batch.ts";
import { holdsTurns } from "./holds-turns.ts";
import type { SessionRow } from "./list-sessions.ts";
import type { HiddenKeys } from "./hidden-keys.ts";
import { openMask } from "./hidden-mask.ts";
import { markDroppedLines } from "./mark-dropped.ts";
import { findTurnId } from "./read-turns.ts";
import { removeEntry, removeSession, removeTurns } from "./remove-turns.ts";
import { checkpointBriefly, compactFile, removeSecurely } from "./scrub-file.ts";
import {
  deleteSource,
  readSources,
  readSourcesOf,
  readSourceStats,
  writeSource,
  type KnownSource,
  type SourceStat,
} from "./source-cache.ts";
import {
  listTurnIds,
  isHeldElsewhere,
  readPlacedRows,
  type ParsedTurn,
  type PlacedRow,
  type RowPlace,
} from "./stored-turn.ts";
import {
  countRowsByEntry,
  listIndexedEntries,
  tallyRows,
  type EntryRows,
  type RowTally,
} from "./tally-rows.ts";
import { verifyIndex, type ArchivedLines, type IndexFinding } from "./verify-index.ts";
import { getSession } from "./list-sessions.ts";
import { makeSearchCalls, type RunOn, type SearchCalls } from "./search-calls.ts";

export interface Position {
  readonly lines: number;
  readonly state: string;
  readonly sourceBytes: number;
}

export interface Removal {
  readonly turns: number;
  /** False while another process reads an older state, whose bytes then still stand in the log. */
  readonly clean: boolean;
}

export interface TurnReference {
  readonly session: string;
  readonly seq: string;
}

/** Every call may throw VarveError `busy` (another writer), `corrupt` (rebuild it) or `disk-full`. */
export interface SearchIndex extends SearchCalls {
  /** The same calls over every row, those that a person has hidden included. */
  readonly everything: SearchCalls;
  /** Name of the generation in use. */
  generation(): string;
  /** Until the returned function is called, calls answer from the generation of now. */
  hold(): () => void;
  /** True when no line of any file was taken in yet. */
  isEmpty(): boolean;
  sources(): Map<string, KnownSource>;
  /** The sources of some paths; those that are not known are missing. */
  sourcesOf(pathKeys: readonly string[]): Map<string, KnownSource>;
  /** Tells whether a file with these stats is known, whatever its path; a false may be wrong. */
  sourceStats(): (file: SourceStat) => boolean;
  putSource(source: KnownSource): void;
  putSources(sources: readonly KnownSource[]): void;
  removeSource(pathKey: string): void;
  position(entryId: string, epoch: number): Position | undefined;
  /** One short transaction. */
  apply(batch: IndexBatch): ApplyResult;
  /** One transaction for several batches: an import of small files is several times faster. */
  applyAll(batches: readonly IndexBatch[]): readonly ApplyResult[];
  dropEntry(entryId: string): Removal;
  /** As {@link SearchIndex.dropEntry}, rewriting the file once for all. */
  dropEntries(entryIds: readonly string[]): Removal;
  dropSession(session: string): Removal;
  forgetTurns(turns: readonly TurnReference[]): Removal;
  /** Labels the session's turns after an entry and before a line as dropped. */
  markDropped(session: string, afterEntryId: string, beforeLine: number): void;
  /** Rows of an archive entry behind a place, in the order of places, for the audit. */
  placedRows(entryId: string, after: RowPlace, limit: number): readonly PlacedRow[];
  /** Whether a parsed turn that has no row at its place is held at another. */
  isHeldElsewhere(parsed: ParsedTurn): boolean;
  /** For each parsed turn, whether its record has a row, of this session or of one it was copied from or to. */
  holds(turns: readonly ParsedTurn[]): readonly boolean[];
  rowsByEntry(): readonly EntryRows[];
  /** Rowids of the turns that stand in these lines. */
  turnIds(entryId: string, epoch: number, lines: readonly number[]): readonly number[];
  /** Archive entries that have rows, those that came last first. */
  entryIds(limit: number): readonly string[];
  /** Some milliseconds at a million turns. */
  tally(): RowTally;
  counts(): IndexCounts;
  verify(archived?: readonly ArchivedLines[]): readonly IndexFinding[];
  /** Merges the full-text segments and gives free pages back; for idle times. */
  compact(): void;
  /** False while another process reads an older state. */
  checkpoint(): boolean;
  close(): void;
}

/** Where calls get their connection from; it may change between two calls. */
export interface ConnectionSource {
  readonly schema: string;
  generation(): string;
  connection(): Connection;
  /** Stays on the generation of now until the returned function is called. */
  hold(): () => void;
  /** Removes the generations of other versions, which hold the same rows. */
  removeForeign(): void;
  close(): void;
}

function readPosition(
  connection: Connection,
  entryId: string,
  epoch: number,
): Position | undefined {
  const row = connection
    .statement(
      `SELECT p.lines, p.state, p.source_bytes FROM epochs p JOIN entries e ON e.no = p.entry
       WHERE e.id = ? AND p.epoch = ?`,
    )
    .get(entryId, epoch);
  if (row === undefined) return undefined;
  return {
    lines: Number(row["lines"]),
    state: String(row["state"]),
    sourceBytes: Number(row["source_bytes"]),
  };
}

function idsOf(connection: Connection, turns: readonly TurnReference[]): readonly number[] {
  return turns.flatMap((reference) => {
    const session = getSession(connection, reference.session);
    const seq = parseSeq(reference.seq);
    if (session === undefined || seq === undefined) return [];
    return findTurnId(connection, session.no, seq) ?? [];
  });
}

function markSession(
  connection: Connection,
  session: SessionRow,
  afterEntryId: string,
  line: number,
): void {
  const rows = connection
    .statement(
      `SELECT p.entry, p.epoch FROM session_entries se JOIN epochs p ON p.entry = se.entry WHERE se.session = ?`,
    )
    .all(session.no);
  for (const row of rows) {
    const place = { entry: Number(row["entry"]), epoch: Number(row["epoch"]) };
    markDroppedLines(connection, {
      ...place,
      source: session.source,
      parentEntryId: afterEntryId,
      line,
    });
  }
}

/** The calls that answer, without what `hidden` names at the time of each. */
function makeShownCalls(
  source: ConnectionSource,
  everything: SearchCalls,
  hidden: (() => HiddenKeys) | undefined,
): SearchCalls {
  if (hidden === undefined) return everything;
  const runMasked = openMask();
  return makeSearchCalls((work) => {
    const connection = source.connection();
    return explainErrors(connection.path, () => runMasked(connection, hidden(), work));
  });
}

/** A handle over a source of connections. Without `hidden` its answers leave out nothing. */
export function makeHandle(source: ConnectionSource, hidden?: () => HiddenKeys): SearchIndex {
  const run: RunOn = (work) => {
    const connection = source.connection();
    return explainErrors(connection.path, () => work(connection));
  };
  function write<T>(work: (connection: Connection) => T): T {
    return run((connection) => inTransaction(connection.database, () => work(connection)));
  }
  function removal(work: (connection: Connection) => number): Removal {
    source.removeForeign();
    return run((connection) => {
      const done = removeSecurely(connection, () =>
        inTransaction(connection.database, () => work(connection)),
      );
      return { turns: done.result, clean: done.clean };
    });
  }
  const everything = makeSearchCalls(run);
  return {
    ...makeShownCalls(source, everything, hidden),
    everything,
    generation: () => source.generation(),
    hold: () => source.hold(),
    isEmpty: () =>
      run((connection) => connection.statement("SELECT 1 FROM epochs LIMIT 1").get() === undefined),
    sources: () => run(readSources),
    sourcesOf: (keys) => run((connection) => readSourcesOf(connection, keys)),
    sourceStats: () => run(readSourceStats),
    putSource: (known) => write((connection) => writeSource(connection, known)),
    putSources: (all) =>
      write((connection) => all.forEach((known) => writeSource(connection, known))),
    removeSource: (pathKey) => write((connection) => deleteSource(connection, pathKey)),
    position: (entryId, epoch) => run((connection) => readPosition(connection, entryId, epoch)),
    apply: (batch) => write((connection) => applyBatch(connection, batch)),
    applyAll: (batches) => write((connection) => applyBatches(connection, batches)),
    dropEntry: (entryId) => removal((connection) => removeEntry(connection, entryId)),
    dropEntries: (ids) =>
      removal((connection) =>
        ids.reduce((sum, entryId) => sum + removeEntry(connection, entryId), 0),
      ),
    dropSession: (id) =>
      removal((connection) => {
        const session = getSession(connection, id);
        return session === undefined ? 0 : removeSession(connection, session);
      }),
    forgetTurns: (turns) =>
      removal((connection) => removeTurns(connection, idsOf(connection, turns))),
    markDropped: (id, afterEntryId, beforeLine) =>
      write((connection) => {
        const session = getSession(connection, id);
        if (session !== undefined) markSession(connection, session, afterEntryId, beforeLine);
      }),
    placedRows: (entryId, after, limit) =>
      run((connection) => readPlacedRows(connection, entryId, after, limit)),
    isHeldElsewhere: (parsed) => run((connection) => isHeldElsewhere(connection, parsed)),
    holds: (turns) => run((connection) => holdsTurns(connection, turns)),
    rowsByEntry: () => run(countRowsByEntry),
    turnIds: (entryId, epoch, lines) =>
      run((connection) => listTurnIds(connection, { entryId, epoch, lines })),
    entryIds: (limit) => run((connection) => listIndexedEntries(connection, limit)),
    tally: () => run(tallyRows),
    counts: () => run(countRows),
    verify: (archived) =>
      run((connection) => verifyIndex(connection, { schema: source.schema, archived })),
    compact: () => run(compactFile),
    checkpoint: () => run(checkpointBriefly),
    close: () => source.close(),
  };
}
