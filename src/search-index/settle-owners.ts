/**
 * Owns which session a record that stands in several sessions belongs to: the one whose own rows, those that stand
 * in no other session, begin first, then the smaller id. Notes of the host that are no turns count as rows: the
 * origin of a fork has often nothing else of its own. The outcome depends on the rows alone, not on their order
 * of arrival.
 */
import type { Connection } from "./connection.ts";
import { deleteFullText, insertFullText, readSearchable } from "./full-text-rows.ts";
import { TURNS_OF_SESSION } from "./pack-rowid.ts";
import type { RecordKey } from "./record-key.ts";
import { TURN_FLAGS } from "./schema.ts";
import { UNCOUNTED } from "./token-turns.ts";

export interface SharedRecord {
  readonly record: RecordKey;
  readonly block: number;
}

const SHARED_SESSIONS = `SELECT s.no FROM sessions s WHERE EXISTS (SELECT 1 FROM occurrences o WHERE o.session = s.no)
  ORDER BY s.own_start IS NULL, s.own_start, s.id, s.no`;

/** A session with nothing of its own, from which another says that it was forked, began before every fork. */
const BEFORE_ALL = 0;

function rankSessions(connection: Connection): readonly number[] {
  return connection
    .statement(SHARED_SESSIONS)
    .all()
    .map((row) => Number(row["no"]));
}

function refreshOwnStart(connection: Connection, session: number): void {
  connection
    .statement(
      `UPDATE sessions AS own SET own_start = coalesce((SELECT min(time) FROM (
         SELECT t.time FROM ${TURNS_OF_SESSION} WHERE s.no = ?1 AND t.flags & ${TURN_FLAGS.shared} = 0
         UNION ALL SELECT own_rows_from FROM sessions WHERE no = ?1)),
         (SELECT ${BEFORE_ALL} FROM sessions f WHERE f.parent = own.id AND f.source = own.source AND f.relation = 'fork' LIMIT 1))
       WHERE no = ?1`,
    )
    .run(session);
}

/** Gives a record to another session: the row takes the place, the number and the flags it has there. */
function moveTurn(connection: Connection, from: number, to: ReturnType<typeof findOwner>): void {
  const searchable = readSearchable(connection, from);
  if (searchable === undefined || to === undefined) return;
  deleteFullText(connection, searchable, UNCOUNTED);
  connection
    .statement(
      "UPDATE turns SET id = ?, entry = ?, epoch = ?, line = ?, flags = ?, prompt = ? WHERE id = ?",
    )
    .run(to.id, to.entry, to.epoch, to.line, to.flags, to.prompt, from);
  connection.statement("UPDATE turn_texts SET id = ? WHERE id = ?").run(to.id, from);
  insertFullText(connection, { ...searchable, id: to.id }, UNCOUNTED);
}

function findOwner(connection: Connection, shared: SharedRecord) {
  const row = connection
    .statement(
      `SELECT o.* FROM occurrences o JOIN sessions s ON s.no = o.session WHERE o.record = ? AND o.block = ?
       ORDER BY s.own_start IS NULL, s.own_start, s.id, s.no LIMIT 1`,
    )
    .get(shared.record, shared.block);
  if (row === undefined) return undefined;
  return {
    id: Number(row["id"]),
    entry: Number(row["entry"]),
    epoch: Number(row["epoch"]),
    line: Number(row["line"]),
    flags: Number(row["flags"]) | TURN_FLAGS.shared,
    prompt: Number(row["prompt"]),
  };
}

function settleRecord(connection: Connection, shared: SharedRecord): void {
  const current = connection
    .statement("SELECT id FROM turns WHERE record = ? AND block = ?")
    .get(shared.record, shared.block);
  const owner = findOwner(connection, shared);
  if (current === undefined || owner === undefined) return;
  const id = Number(current["id"]);
  if (id !== owner.id) moveTurn(connection, id, owner);
}

function recordsOf(connection: Connection, sessions: Iterable<number>): readonly SharedRecord[] {
  const statement = connection.statement("SELECT record, block FROM occurrences WHERE session = ?");
  return [...sessions].flatMap((session) =>
    statement
      .all(session)
      .map((row) => ({ record: row["record"] as RecordKey, block: Number(row["block"]) })),
  );
}

/**
 * Decides again after rows of `sessions` came, went or became shared. `newlyShared` are looked at in any case; the
 * other shared records of these sessions only when the order of sessions changed, so that a long fork costs its
 * length once and not once per batch.
 */
export function settleOwners(
  connection: Connection,
  sessions: ReadonlySet<number>,
  newlyShared: readonly SharedRecord[],
): void {
  const before = rankSessions(connection);
  for (const session of sessions) refreshOwnStart(connection, session);
  const known = new Set(before);
  const after = rankSessions(connection).filter((session) => known.has(session));
  const sameOrder = after.every((session, at) => session === before[at]);
  for (const shared of newlyShared) settleRecord(connection, shared);
  if (!sameOrder)
    for (const shared of recordsOf(connection, sessions)) settleRecord(connection, shared);
}
