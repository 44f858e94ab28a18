/** Owns taking turns out of every table; `scrubFile` then takes their bytes out of the file. */
import { addSkipped } from "./account-lines.ts";
import type { Connection } from "./connection.ts";
import { deleteFullText, readSearchable } from "./full-text-rows.ts";
import { TURNS_OF_SESSION } from "./pack-rowid.ts";
import type { RecordKey } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";
import { hideHistories } from "./session-registry.ts";
import { settleOwners, type SharedRecord } from "./settle-owners.ts";
import { countGivenRows } from "./tally-rows.ts";
import { createTokenTally, dropRareTokens } from "./token-turns.ts";
import type { SqliteRow } from "../platform/sqlite.ts";

function deleteTurn(connection: Connection, id: number): void {
  const searchable = readSearchable(connection, id);
  if (searchable === undefined) return;
  const tally = createTokenTally(connection);
  deleteFullText(connection, searchable, tally);
  tally.store(-1);
  connection.statement("DELETE FROM turn_texts WHERE id = ?").run(id);
  connection.statement("DELETE FROM turns WHERE id = ?").run(id);
  countGivenRows(connection, -1);
}

function sharedOf(rows: readonly SqliteRow[]): readonly SharedRecord[] {
  return rows.map((row) => ({ record: row["record"] as RecordKey, block: Number(row["block"]) }));
}

/** A record left in one session only is an own record of that session again. */
function unshareLoners(
  connection: Connection,
  records: readonly SharedRecord[],
): ReadonlySet<number> {
  const sessions = new Set<number>();
  for (const { record, block } of records) {
    const left = connection
      .statement("SELECT session FROM occurrences WHERE record = ? AND block = ?")
      .all(record, block);
    for (const row of left) sessions.add(Number(row["session"]));
    if (left.length !== 1) continue;
    connection
      .statement("DELETE FROM occurrences WHERE record = ? AND block = ?")
      .run(record, block);
    connection
      .statement(
        `UPDATE turns SET flags = flags & ~${TURN_FLAGS.shared} WHERE record = ? AND block = ?`,
      )
      .run(record, block);
  }
  return sessions;
}

/**
 * Removes the occurrences that `where` picks. Where other sessions hold the record too, it goes to one of them
 * first, so that what is still archived stays searchable.
 */
function removeOccurrences(connection: Connection, where: string, value: number): void {
  const records = sharedOf(
    connection.statement(`SELECT record, block FROM occurrences WHERE ${where} = ?`).all(value),
  );
  connection.statement(`DELETE FROM occurrences WHERE ${where} = ?`).run(value);
  settleOwners(connection, new Set(), records);
  const touched = unshareLoners(connection, records);
  settleOwners(connection, touched, []);
}

/** Rows that nothing points at any more. */
function removeUnused(connection: Connection): void {
  connection.database.exec(`
    DELETE FROM entries WHERE no NOT IN (SELECT entry FROM epochs) AND no NOT IN (SELECT entry FROM turns)
      AND no NOT IN (SELECT entry FROM session_entries);
    DELETE FROM blocks WHERE session NOT IN (SELECT session FROM session_entries);
    DELETE FROM sessions WHERE no NOT IN (SELECT session FROM session_entries);
    DELETE FROM projects WHERE no NOT IN (SELECT project FROM sessions);
    DELETE FROM labels WHERE no NOT IN (SELECT tool FROM turns WHERE tool IS NOT NULL UNION SELECT model FROM turns
      WHERE model IS NOT NULL UNION SELECT cwd FROM turns WHERE cwd IS NOT NULL UNION SELECT git_branch FROM turns
      WHERE git_branch IS NOT NULL);
  `);
  hideHistories(connection);
  dropRareTokens(connection);
}

/** Takes one archived file out, all epochs. Returns the number of turns gone. */
export function removeEntry(connection: Connection, entryId: string): number {
  const entry = connection.statement("SELECT no FROM entries WHERE id = ?").get(entryId)?.["no"];
  if (entry === undefined) return 0;
  const no = Number(entry);
  removeOccurrences(connection, "entry", no);
  const turns = connection.statement("SELECT id FROM turns WHERE entry = ? ORDER BY id").all(no);
  for (const row of turns) deleteTurn(connection, Number(row["id"]));
  for (const table of ["skipped", "epochs", "session_entries"]) {
    connection.statement(`DELETE FROM ${table} WHERE entry = ?`).run(no);
  }
  connection.statement("DELETE FROM sources WHERE entry_id = ?").run(entryId);
  removeUnused(connection);
  return turns.length;
}

/** The line counted as a record is a forgotten one from now on. */
function accountForgotten(
  connection: Connection,
  place: { readonly entry: number; readonly epoch: number; readonly line: number },
): void {
  const { entry, epoch, line } = place;
  const others = connection
    .statement(
      `SELECT (SELECT count(*) FROM turns WHERE entry = ?1 AND epoch = ?2 AND line = ?3) +
       (SELECT count(*) FROM occurrences WHERE entry = ?1 AND epoch = ?2 AND line = ?3) AS n`,
    )
    .get(entry, epoch, line);
  const lines = Number(others?.["n"]) === 0 ? 1 : 0;
  addSkipped(connection, place, "forgotten", { detail: "", lines, count: 1 });
  if (lines === 0) return;
  connection
    .statement("UPDATE epochs SET record_lines = record_lines - 1 WHERE entry = ? AND epoch = ?")
    .run(entry, epoch);
}

function placeOf(row: SqliteRow) {
  return { entry: Number(row["entry"]), epoch: Number(row["epoch"]), line: Number(row["line"]) };
}

/** A title made from a forgotten prompt would keep its words. */
function blankTitles(connection: Connection, text: string): void {
  const rows = connection
    .statement("SELECT no, title FROM sessions WHERE title IS NOT NULL AND title <> ''")
    .all();
  for (const row of rows) {
    const title = String(row["title"]).replace(/[\s.\u2026]+$/u, "");
    if (title !== "" && text.includes(title.slice(0, 40))) {
      connection.statement("UPDATE sessions SET title = NULL WHERE no = ?").run(Number(row["no"]));
    }
  }
}

/** Takes turns out wherever their record stands; their lines count as forgotten. Returns the number gone. */
export function removeTurns(connection: Connection, ids: readonly number[]): number {
  let gone = 0;
  for (const id of ids) {
    const row = connection
      .statement("SELECT entry, epoch, line, block, record FROM turns WHERE id = ?")
      .get(id);
    if (row === undefined) continue;
    const record = row["record"] as RecordKey | null;
    const block = Number(row["block"]);
    const copies = connection
      .statement("SELECT * FROM occurrences WHERE record = ? AND block = ?")
      .all(record, block);
    blankTitles(connection, readSearchable(connection, id)?.text ?? "");
    deleteTurn(connection, id);
    connection
      .statement("DELETE FROM occurrences WHERE record = ? AND block = ?")
      .run(record, block);
    // A shared record's owner stands among the copies.
    for (const copy of copies.length > 0 ? copies : [row])
      accountForgotten(connection, placeOf(copy));
    gone += 1;
  }
  removeUnused(connection);
  return gone;
}

/**
 * Takes a session out: files that hold nothing else entirely, of others (a prompt history) its turns only.
 * Returns the number of turns gone.
 */
export function removeSession(connection: Connection, session: { readonly no: number }): number {
  const entries = connection
    .statement(
      `SELECT e.id, (SELECT count(*) FROM session_entries o WHERE o.entry = e.no) AS sessions
       FROM session_entries se JOIN entries e ON e.no = se.entry WHERE se.session = ?`,
    )
    .all(session.no);
  let gone = 0;
  for (const row of entries)
    if (Number(row["sessions"]) === 1) gone += removeEntry(connection, String(row["id"]));
  removeOccurrences(connection, "session", session.no);
  const left = connection
    .statement(`SELECT t.id FROM ${TURNS_OF_SESSION} WHERE s.no = ?`)
    .all(session.no);
  gone += removeTurns(
    connection,
    left.map((row) => Number(row["id"])),
  );
  connection.statement("DELETE FROM session_entries WHERE session = ?").run(session.no);
  removeUnused(connection);
  return gone;
}
