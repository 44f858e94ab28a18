/** Owns taking one batch into the index: rows, full text, books, facts, rewinds. Runs inside a transaction. */
import type { SourceId, Turn } from "../core/turn.ts";
import { accountLines } from "./account-lines.ts";
import type { Connection } from "./connection.ts";
import { insertFullText, type SearchableTurn } from "./full-text-rows.ts";
import type { ApplyResult, IndexBatch, SkippedLine } from "./index-batch.ts";
import { markDroppedLines } from "./mark-dropped.ts";
import { BLOCK_SIZE, packRowid, unpackRowid } from "./pack-rowid.ts";
import { encodeRecordKey, isLocalEntryId, type RecordKey } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";
import {
  blockFor,
  entryNumber,
  labelNumber,
  sessionNumber,
  storeFacts,
  type SessionBlock,
} from "./session-registry.ts";
import { settleOwners, type SharedRecord } from "./settle-owners.ts";
import { countGivenRows } from "./tally-rows.ts";
import { createTokenTally, type TokenTally } from "./token-turns.ts";
import { classCode, roleCode } from "./turn-row.ts";

interface OpenSession {
  readonly no: number;
  readonly project: number;
  nextOrdinal: number;
  block: SessionBlock | undefined;
}

type Outcome = "turn" | "copy" | "duplicate";

/** NUL ends a string in parts of the binding, so it is kept out of the tables. */
function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
}

function timeInMs(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}

function flagsOf(turn: Turn): number {
  return (
    (turn.timeInferred ? TURN_FLAGS.timeInferred : 0) |
    (turn.textTruncated ? TURN_FLAGS.truncated : 0) |
    (turn.branch === "dropped" ? TURN_FLAGS.dropped : 0) |
    (turn.sidechain ? TURN_FLAGS.sidechain : 0)
  );
}

class BatchWriter {
  readonly connection: Connection;
  readonly batch: IndexBatch;
  readonly entry: number;
  readonly sessions = new Map<string, OpenSession>();
  readonly labels = new Map<string, number | null>();
  readonly searchable: SearchableTurn[] = [];
  readonly newlyShared: SharedRecord[] = [];
  readonly unsettled = new Set<number>();

  constructor(connection: Connection, batch: IndexBatch) {
    this.connection = connection;
    this.batch = batch;
    this.entry = entryNumber(connection, batch.entryId, batch.source, batch.kind);
  }

  session(id: string, source: SourceId): OpenSession {
    const known = this.sessions.get(id);
    if (known !== undefined) return known;
    const { connection } = this;
    const found = sessionNumber(connection, { id, source, project: this.batch.project });
    const row = connection
      .statement("SELECT next_ordinal FROM sessions WHERE no = ?")
      .get(found.no);
    const open = { ...found, nextOrdinal: Number(row?.["next_ordinal"] ?? 0), block: undefined };
    connection
      .statement("INSERT OR IGNORE INTO session_entries(session, entry) VALUES(?, ?)")
      .run(found.no, this.entry);
    this.sessions.set(id, open);
    return open;
  }

  /** The rowid of the session's next turn; `nextOrdinal` moves on once it is used. */
  nextRowid(session: OpenSession): number {
    const { block } = session;
    const full = block === undefined || session.nextOrdinal - block.firstOrdinal >= BLOCK_SIZE;
    const open = full ? blockFor(this.connection, session.no, session.nextOrdinal) : block;
    session.block = open;
    return packRowid({
      project: session.project,
      block: open.no,
      ordinal: session.nextOrdinal - open.firstOrdinal,
    });
  }

  sessionOf(rowid: number): number {
    const { block } = unpackRowid(rowid);
    return Number(
      this.connection.statement("SELECT session FROM blocks WHERE no = ?").get(block)?.["session"],
    );
  }

  label(text: string | null): number | null {
    if (text === null) return null;
    let no = this.labels.get(text);
    if (no === undefined) {
      no = labelNumber(this.connection, storable(text));
      this.labels.set(text, no);
    }
    return no ?? null;
  }

  insert(turn: Turn, session: OpenSession, record: RecordKey | null): Outcome {
    const id = this.nextRowid(session);
    const text = storable(turn.text);
    const files = turn.files.map(storable);
    const done = this.connection
      .statement(
        `INSERT OR IGNORE INTO turns(id, entry, epoch, line, block, time, flags, role, class, prompt, record, tool, model, cwd,
         git_branch, exit_status, call_id, usage, files) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
      )
      .run(
        id,
        this.entry,
        this.batch.epoch,
        turn.line,
        turn.block,
        timeInMs(turn.time),
        flagsOf(turn),
        roleCode(turn.role),
        classCode(turn.class),
        turn.promptNumber,
        record,
        this.label(turn.toolName),
        this.label(turn.model),
        this.label(turn.cwd),
        this.label(turn.gitBranch),
        turn.exitStatus,
        turn.toolCallId,
        turn.usage === null ? null : JSON.stringify(turn.usage),
        files.length === 0 ? null : JSON.stringify(files),
      );
    if (Number(done.changes) === 0) return "duplicate";
    session.nextOrdinal += 1;
    this.connection.statement("INSERT INTO turn_texts(id, text) VALUES(?, ?)").run(id, text);
    this.searchable.push({
      id,
      text,
      toolName: turn.toolName === null ? null : storable(turn.toolName),
      files,
    });
    return "turn";
  }

  /** A line without an id of its own: in a rewritten file it is the same record when number and text are equal. */
  placeLocal(turn: Turn, session: OpenSession): Outcome {
    if (this.batch.epoch > 1) {
      const same = this.connection
        .statement(
          `SELECT 1 FROM turns t JOIN turn_texts x ON x.id = t.id
           WHERE t.entry = ? AND t.epoch < ? AND t.line = ? AND t.block = ? AND t.record IS NULL AND x.text = ?`,
        )
        .get(this.entry, this.batch.epoch, turn.line, turn.block, storable(turn.text));
      if (same !== undefined) return "duplicate";
    }
    return this.insert(turn, session, null);
  }

  place(turn: Turn): Outcome {
    const session = this.session(turn.session, turn.source);
    if (isLocalEntryId(turn.entryId)) return this.placeLocal(turn, session);
    const record = encodeRecordKey(turn.source, turn.entryId);
    const known = this.connection
      .statement("SELECT id, flags FROM turns WHERE record = ? AND block = ?")
      .get(record, turn.block);
    if (known === undefined) {
      return this.insert(turn, session, record);
    }
    const id = Number(known["id"]);
    const owner = this.sessionOf(id);
    if (owner === session.no) return "duplicate";
    if ((Number(known["flags"]) & TURN_FLAGS.shared) === 0) this.shareOwned(id, owner);
    const added = this.connection
      .statement("INSERT OR IGNORE INTO occurrences VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        record,
        turn.block,
        session.no,
        this.nextRowid(session),
        this.entry,
        this.batch.epoch,
        turn.line,
        flagsOf(turn) | TURN_FLAGS.shared,
        turn.promptNumber,
      );
    if (Number(added.changes) === 0) return "duplicate";
    session.nextOrdinal += 1;
    this.newlyShared.push({ record, block: turn.block });
    this.unsettled.add(owner).add(session.no);
    return "copy";
  }

  /** The owner's own place becomes one occurrence among others. */
  shareOwned(id: number, session: number): void {
    this.connection
      .statement(
        `INSERT OR IGNORE INTO occurrences(record, block, session, id, entry, epoch, line, flags, prompt)
         SELECT record, block, ?, id, entry, epoch, line, flags | ${TURN_FLAGS.shared}, prompt FROM turns WHERE id = ?`,
      )
      .run(session, id);
    this.connection
      .statement(`UPDATE turns SET flags = flags | ${TURN_FLAGS.shared} WHERE id = ?`)
      .run(id);
  }

  storeSessions(): void {
    const { batch, connection } = this;
    if (batch.session !== null) this.session(batch.session, batch.source);
    for (const facts of batch.facts) {
      const id = facts.session ?? batch.session ?? batch.turns[0]?.session;
      if (id !== undefined) storeFacts(connection, this.session(id, batch.source).no, facts);
    }
    const shares = connection.statement("SELECT 1 FROM occurrences WHERE session = ? LIMIT 1");
    for (const session of this.sessions.values()) {
      connection
        .statement("UPDATE sessions SET next_ordinal = ? WHERE no = ?")
        .run(session.nextOrdinal, session.no);
      if (shares.get(session.no) !== undefined) this.unsettled.add(session.no);
    }
  }

  storePosition(recordLines: number): void {
    const { batch } = this;
    this.connection
      .statement(
        `INSERT INTO epochs(entry, epoch, lines, record_lines, source_bytes, state) VALUES(?, ?, ?, ?, ?, ?)
         ON CONFLICT(entry, epoch) DO UPDATE SET lines = excluded.lines, state = excluded.state,
         record_lines = record_lines + excluded.record_lines, source_bytes = excluded.source_bytes`,
      )
      .run(this.entry, batch.epoch, batch.toLine, recordLines, batch.sourceBytes, batch.state);
  }

  /** In rowid order, because FTS5 appends to its segments then and searches for a place otherwise. */
  storeFullText(tally: TokenTally): void {
    this.searchable.sort((a, b) => a.id - b.id);
    for (const turn of this.searchable) insertFullText(this.connection, turn, tally);
  }
}

function knownLines(connection: Connection, entry: number, epoch: number): number {
  const row = connection
    .statement("SELECT lines FROM epochs WHERE entry = ? AND epoch = ?")
    .get(entry, epoch);
  return Number(row?.["lines"] ?? 0);
}

/** Takes batches in; lines that are indexed already are left alone, so that a repeated batch changes nothing. */
export function applyBatches(
  connection: Connection,
  batches: readonly IndexBatch[],
): readonly ApplyResult[] {
  const tally = createTokenTally(connection);
  const results = batches.map((batch) => takeIn(connection, batch, tally));
  tally.store(1);
  return results;
}

/** As {@link applyBatches} for one. */
export function applyBatch(connection: Connection, batch: IndexBatch): ApplyResult {
  const tally = createTokenTally(connection);
  const result = takeIn(connection, batch, tally);
  tally.store(1);
  return result;
}

function takeIn(connection: Connection, batch: IndexBatch, tally: TokenTally): ApplyResult {
  const writer = new BatchWriter(connection, batch);
  const known = knownLines(connection, writer.entry, batch.epoch);
  const counts = { turn: 0, copy: 0, duplicate: 0 };
  if (known >= batch.toLine) return { turns: 0, copies: 0, duplicates: 0, known: true };
  const recordLines = new Set<number>();
  const skipped: SkippedLine[] = batch.skipped.filter((skip) => skip.line > known);
  for (const turn of batch.turns) {
    if (turn.line <= known) continue;
    const outcome = writer.place(turn);
    counts[outcome] += 1;
    if (outcome === "duplicate") skipped.push({ reason: "duplicate", line: turn.line });
    else recordLines.add(turn.line);
  }
  countGivenRows(connection, counts.turn);
  writer.storeFullText(tally);
  writer.storeSessions();
  writer.storePosition(recordLines.size);
  accountLines(connection, { entry: writer.entry, epoch: batch.epoch }, { recordLines, skipped });
  for (const rewind of batch.rewinds) {
    markDroppedLines(connection, {
      ...rewind,
      entry: writer.entry,
      epoch: batch.epoch,
      source: batch.source,
    });
  }
  if (writer.unsettled.size > 0) settleOwners(connection, writer.unsettled, writer.newlyShared);
  return { turns: counts.turn, copies: counts.copy, duplicates: counts.duplicate, known: false };
}
