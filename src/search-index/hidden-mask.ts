/**
 * Owns keeping what a person has hidden out of every answer: its rows, as rowids and blocks in temporary tables of the
 * connection, and the condition that each statement asks of a turn. Where nothing is hidden there is no condition.
 */
import type { Connection } from "./connection.ts";
import type { HiddenKeys } from "./hidden-keys.ts";
import { blockOfRowidSql } from "./pack-rowid.ts";
import { encodeRecordKey } from "./record-key.ts";

/** Runs a call with the mask that `keys` ask for. */
export type RunMasked = <T>(
  connection: Connection,
  keys: HiddenKeys,
  work: (masked: Connection) => T,
) => T;

const TABLES_SQL = `PRAGMA temp_store=MEMORY;
CREATE TEMP TABLE IF NOT EXISTS masked_turns(id INTEGER PRIMARY KEY);
CREATE TEMP TABLE IF NOT EXISTS masked_blocks(no INTEGER PRIMARY KEY);`;

const BLOCKS_SQL = `INSERT OR IGNORE INTO temp.masked_blocks SELECT b.no FROM json_each(?) j
  CROSS JOIN sessions s ON s.id = j.value CROSS JOIN blocks b ON b.session = s.no`;
const ENTRIES_SQL = `INSERT OR IGNORE INTO temp.masked_turns SELECT t.id FROM json_each(?) j
  CROSS JOIN entries e ON e.id = j.value CROSS JOIN turns t ON t.entry = e.no`;
const LINES_SQL = `INSERT OR IGNORE INTO temp.masked_turns SELECT t.id FROM json_each(?) j
  CROSS JOIN entries e ON e.id = j.value ->> 0
  CROSS JOIN turns t ON t.entry = e.no AND t.epoch = j.value ->> 1 AND t.line = j.value ->> 2`;
const RECORD_SQL = "INSERT OR IGNORE INTO temp.masked_turns SELECT id FROM turns WHERE record = ?";
/** A host that wrote its file anew may have moved lines that have no id: the same words in another epoch are the same. */
const MOVED_SQL = `INSERT OR IGNORE INTO temp.masked_turns SELECT o.id FROM temp.masked_turns m
  CROSS JOIN turns t ON t.id = m.id AND t.record IS NULL
  CROSS JOIN turn_texts x ON x.id = t.id
  CROSS JOIN turns o ON o.entry = t.entry AND o.epoch <> t.epoch AND o.record IS NULL
  CROSS JOIN turn_texts y ON y.id = o.id AND y.text = x.text
  WHERE EXISTS (SELECT 1 FROM epochs p WHERE p.entry = t.entry AND p.epoch <> t.epoch)`;

/** `AND ...` on the rowid of a turn: nothing where nothing is hidden, so that such a statement is as it always was. */
export function andShown(connection: Connection, rowid: string): string {
  return connection.mask === undefined ? "" : ` AND ${connection.mask.condition(rowid)}`;
}

/** True for whole ids of sessions that a person has hidden. */
export function isSessionHidden(connection: Connection, id: string): boolean {
  return connection.mask?.keys.sessions.has(id) === true;
}

/** The title as it may be shown: none where it repeats what is hidden. */
export function shownTitle(connection: Connection, id: string, title: unknown): string | null {
  if (typeof title !== "string" || connection.mask?.keys.titles.has(id) === true) return null;
  return title;
}

function condition(rowid: string): string {
  return `(${rowid} NOT IN (SELECT id FROM temp.masked_turns)
    AND ${blockOfRowidSql(rowid)} NOT IN (SELECT no FROM temp.masked_blocks))`;
}

function isNothing({ sessions, titles, entries, lines, records }: HiddenKeys): boolean {
  return sessions.size + titles.size + entries.size + lines.length + records.length === 0;
}

function fill(connection: Connection, keys: HiddenKeys): void {
  connection.database.exec("DELETE FROM temp.masked_turns; DELETE FROM temp.masked_blocks");
  connection.statement(BLOCKS_SQL).run(JSON.stringify([...keys.sessions]));
  connection.statement(ENTRIES_SQL).run(JSON.stringify([...keys.entries]));
  const lines = keys.lines.map(({ entryId, epoch, line }) => [entryId, epoch, line]);
  connection.statement(LINES_SQL).run(JSON.stringify(lines));
  const record = connection.statement(RECORD_SQL);
  for (const { source, id } of keys.records) record.run(encodeRecordKey(source, id));
  connection.statement(MOVED_SQL).run();
}

interface Filled {
  readonly masked: Connection;
  readonly keys: HiddenKeys;
  readonly version: number;
}

/**
 * The rows are looked up again when another process wrote the index or the keys are others, within the same snapshot
 * that the call then reads: a turn that came a moment ago is hidden in the very answer that could show it first.
 */
export function openMask(): RunMasked {
  let prepared: Connection | undefined;
  let filled: Filled | undefined;
  const maskedBy = (connection: Connection, keys: HiddenKeys): Connection => {
    const version = Number(connection.statement("PRAGMA data_version").get()?.["data_version"]);
    if (filled?.keys === keys && filled.version === version) return filled.masked;
    fill(connection, keys);
    filled = { masked: { ...connection, mask: { condition, keys } }, keys, version };
    return filled.masked;
  };
  return (connection, keys, work) => {
    if (isNothing(keys)) return work(connection);
    if (prepared !== connection) {
      connection.database.exec(TABLES_SQL);
      prepared = connection;
      filled = undefined;
    }
    connection.database.exec("BEGIN");
    try {
      return work(maskedBy(connection, keys));
    } finally {
      endReading(connection);
    }
  };
}

/** SQLite has ended the transaction by itself after a failed read; the error that led here is the one to tell. */
function endReading(connection: Connection): void {
  try {
    connection.database.exec("COMMIT");
  } catch {
    return;
  }
}
