/** Owns the tables of one index generation. */
import { createHash } from "node:crypto";

import { FTS5_TOKENIZER, TOKENISER_VERSION } from "../core/tokenise/index-text.ts";
import { TURN_CLASSES } from "../core/turn.ts";

/** Raised with every change of a table or of what a column means. */
const SCHEMA_VERSION = 3;

/** Ten hex digits that begin the name of every generation whose tables, tokens and rules are the caller's. */
export function schemaName(schemaKey: string): string {
  return createHash("sha256")
    .update(`${SCHEMA_VERSION}\n${TOKENISER_VERSION}\n${schemaKey}`)
    .digest("hex")
    .slice(0, 10);
}

/** Bits of `turns.flags` and `occurrences.flags`. */
export const TURN_FLAGS = {
  timeInferred: 1,
  truncated: 2,
  dropped: 4,
  sidechain: 8,
  shared: 16,
} as const;

/**
 * SQL over a row of `turns`, its columns after `prefix`: left behind by a rewind, or written by the host itself. The
 * partial index is used only where a condition says this word for word.
 */
export function hiddenTurnSql(prefix: string): string {
  const lifecycle = TURN_CLASSES.indexOf("lifecycle");
  return `(${prefix}class = ${lifecycle} OR ${prefix}flags & ${TURN_FLAGS.dropped} <> 0)`;
}

/** Bytes of postings FTS5 gathers before it writes a segment: larger means fewer merges during an import. */
const FTS_HASH_BYTES = 16 << 20;

/**
 * `turns` is narrow and `turn_texts` holds the words, so that a filter over thousands of matches reads few pages.
 * Single CJK characters are a full-text table of their own: it is never ranked and needs no positions, without which
 * an entry takes one or two bytes instead of five.
 * `occurrences` has rows only for records that stand in several sessions, one for each of them; `id` is the rowid that
 * the record has when that session owns it.
 * `turns_hidden` and `sessions_hidden` hold the few rows that no answer shows, all columns asked for, so that thousands
 * of matches are held against some pages instead of against the table.
 * `token_turns` has the turns of the tokens that stand in very many: counting those takes a walk over their postings,
 * which `vocabulary` does for all others.
 */
export const SCHEMA_SQL = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE projects(no INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE);
CREATE TABLE labels(no INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE sessions(
  no INTEGER PRIMARY KEY, id TEXT NOT NULL, source TEXT NOT NULL,
  project INTEGER NOT NULL REFERENCES projects(no), next_ordinal INTEGER NOT NULL DEFAULT 0,
  own_start INTEGER, own_rows_from INTEGER, hidden INTEGER NOT NULL DEFAULT 0,
  parent TEXT, relation TEXT, title TEXT, cwd TEXT, git_branch TEXT, host_version TEXT, model TEXT,
  UNIQUE(id, source));
CREATE INDEX sessions_hidden ON sessions(no, hidden) WHERE hidden > 0;
CREATE TABLE blocks(no INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions(no), first_ordinal INTEGER NOT NULL);
CREATE INDEX blocks_session ON blocks(session);
CREATE TABLE entries(no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE session_entries(
  session INTEGER NOT NULL REFERENCES sessions(no), entry INTEGER NOT NULL REFERENCES entries(no),
  PRIMARY KEY(session, entry)) WITHOUT ROWID;
CREATE TABLE epochs(
  entry INTEGER NOT NULL REFERENCES entries(no), epoch INTEGER NOT NULL, lines INTEGER NOT NULL,
  record_lines INTEGER NOT NULL, source_bytes INTEGER NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(entry, epoch)) WITHOUT ROWID;
CREATE TABLE skipped(
  entry INTEGER NOT NULL REFERENCES entries(no), epoch INTEGER NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  lines INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(entry, epoch, reason, detail)) WITHOUT ROWID;
CREATE TABLE turns(
  id INTEGER PRIMARY KEY, entry INTEGER NOT NULL REFERENCES entries(no), epoch INTEGER NOT NULL,
  line INTEGER NOT NULL, block INTEGER NOT NULL, time INTEGER, flags INTEGER NOT NULL, role INTEGER NOT NULL,
  class INTEGER NOT NULL, prompt INTEGER NOT NULL, record BLOB, tool INTEGER, model INTEGER, cwd INTEGER,
  git_branch INTEGER, exit_status INTEGER, call_id TEXT, usage TEXT, files TEXT);
CREATE UNIQUE INDEX turns_record ON turns(record, block) WHERE record IS NOT NULL;
CREATE UNIQUE INDEX turns_place ON turns(entry, epoch, line, block);
CREATE INDEX turns_time ON turns(time);
CREATE INDEX turns_hidden ON turns(id, class, flags) WHERE ${hiddenTurnSql("")};
CREATE TABLE turn_texts(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE occurrences(
  record BLOB NOT NULL, block INTEGER NOT NULL, session INTEGER NOT NULL REFERENCES sessions(no),
  id INTEGER NOT NULL, entry INTEGER NOT NULL REFERENCES entries(no), epoch INTEGER NOT NULL,
  line INTEGER NOT NULL, flags INTEGER NOT NULL, prompt INTEGER NOT NULL,
  PRIMARY KEY(record, block, session)) WITHOUT ROWID;
CREATE INDEX occurrences_session ON occurrences(session);
CREATE INDEX occurrences_place ON occurrences(entry, epoch, line, block);
CREATE TABLE sources(
  path_key TEXT PRIMARY KEY, size_bytes INTEGER NOT NULL, mtime_ms REAL NOT NULL, inode INTEGER NOT NULL,
  entry_id TEXT NOT NULL, epoch INTEGER NOT NULL, captured_bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE fts USING fts5(text, key, content='', tokenize="${FTS5_TOKENIZER}");
CREATE VIRTUAL TABLE singles USING fts5(characters, content='', columnsize=0, detail=none, tokenize="${FTS5_TOKENIZER}");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab('fts', 'row');
CREATE TABLE token_turns(token TEXT PRIMARY KEY, turns INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO fts(fts, rank) VALUES('hashsize', ${FTS_HASH_BYTES});
INSERT INTO singles(singles, rank) VALUES('hashsize', ${FTS_HASH_BYTES});
INSERT INTO fts(fts, rank) VALUES('automerge', 8);
INSERT INTO singles(singles, rank) VALUES('automerge', 8);
`;

/** Every full-text table. */
export const FULL_TEXT_TABLES = ["fts", "singles"] as const;
