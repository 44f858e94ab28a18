/** Owns the numbers that stand for projects, sessions, archive entries and repeated labels. */
import { VarveError } from "../core/errors.ts";
import type { SourceId } from "../core/turn.ts";
import type { Connection } from "./connection.ts";
import type { SessionFacts } from "../core/session-facts.ts";
import { BLOCK_SIZE, ROWID_LIMITS } from "./pack-rowid.ts";

/** Prompt histories are sessions of their own, shown only while no transcript of that session exists. */
const HISTORY_PREFIX = "history-";

export interface SessionNumber {
  readonly no: number;
  readonly project: number;
}

function tooMany(what: string, limit: number): VarveError {
  return new VarveError(
    "refused",
    `the search index holds at most ${limit} ${what}`,
    "leave projects out with exclude.projects, then run varve rebuild",
  );
}

export function projectNumber(connection: Connection, slug: string): number {
  const known = connection.statement("SELECT no FROM projects WHERE slug = ?").get(slug);
  if (known !== undefined) return Number(known["no"]);
  const row = connection.statement("SELECT coalesce(max(no) + 1, 0) AS no FROM projects").get();
  const no = Number(row?.["no"]);
  if (no >= ROWID_LIMITS.projects) throw tooMany("projects", ROWID_LIMITS.projects);
  connection.statement("INSERT INTO projects(no, slug) VALUES(?, ?)").run(no, slug);
  return no;
}

/** Shows again the histories whose transcript was dropped, hides those whose transcript is here. */
export function hideHistories(connection: Connection): void {
  connection
    .statement(
      `UPDATE sessions AS h SET hidden = (SELECT count(*) FROM sessions s
       WHERE s.id = substr(h.id, ${HISTORY_PREFIX.length + 1}) AND s.source = h.source)
       WHERE h.id >= '${HISTORY_PREFIX}' AND h.id < 'history.'`,
    )
    .run();
}

/** A new session hides its history, or is hidden as one; only this pair is looked at, so that imports stay linear. */
function hideBehindTranscript(connection: Connection, key: SessionKey): void {
  const isHistory = key.id.startsWith(HISTORY_PREFIX);
  const transcript = isHistory ? key.id.slice(HISTORY_PREFIX.length) : key.id;
  connection
    .statement(
      `UPDATE sessions SET hidden = 1 WHERE id = ?1 AND source = ?3
       AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = ?2 AND s.source = ?3)`,
    )
    .run(`${HISTORY_PREFIX}${transcript}`, transcript, key.source);
}

export interface SessionKey {
  readonly id: string;
  readonly source: SourceId;
  /** Slug used when the session is new; a known session keeps its project. */
  readonly project: string;
}

export function findSessionNumber(
  connection: Connection,
  key: SessionKey,
): SessionNumber | undefined {
  const row = connection
    .statement("SELECT no, project FROM sessions WHERE id = ? AND source = ?")
    .get(key.id, key.source);
  return row === undefined ? undefined : { no: Number(row["no"]), project: Number(row["project"]) };
}

export function sessionNumber(connection: Connection, key: SessionKey): SessionNumber {
  const known = findSessionNumber(connection, key);
  if (known !== undefined) return known;
  const project = projectNumber(connection, key.project);
  const row = connection.statement("SELECT coalesce(max(no) + 1, 0) AS no FROM sessions").get();
  const no = Number(row?.["no"]);
  connection
    .statement("INSERT INTO sessions(no, id, source, project) VALUES(?, ?, ?, ?)")
    .run(no, key.id, key.source, project);
  hideBehindTranscript(connection, key);
  return { no, project };
}

export interface SessionBlock {
  readonly no: number;
  /** Ordinal within the session of the block's first turn. */
  readonly firstOrdinal: number;
}

/** The block that the session's next turn goes to; a new one when the newest is full. */
export function blockFor(connection: Connection, session: number, ordinal: number): SessionBlock {
  const newest = connection
    .statement(
      "SELECT no, first_ordinal FROM blocks WHERE session = ? ORDER BY first_ordinal DESC LIMIT 1",
    )
    .get(session);
  if (newest !== undefined && ordinal - Number(newest["first_ordinal"]) < BLOCK_SIZE) {
    return { no: Number(newest["no"]), firstOrdinal: Number(newest["first_ordinal"]) };
  }
  const no = Number(
    connection.statement("SELECT coalesce(max(no) + 1, 0) AS no FROM blocks").get()?.["no"],
  );
  if (no >= ROWID_LIMITS.blocks) throw tooMany("blocks of turns", ROWID_LIMITS.blocks);
  connection
    .statement("INSERT INTO blocks(no, session, first_ordinal) VALUES(?, ?, ?)")
    .run(no, session, ordinal);
  return { no, firstOrdinal: ordinal };
}

export function entryNumber(
  connection: Connection,
  id: string,
  source: SourceId,
  kind: string,
): number {
  const known = connection.statement("SELECT no FROM entries WHERE id = ?").get(id);
  if (known !== undefined) return Number(known["no"]);
  connection
    .statement("INSERT INTO entries(id, source, kind) VALUES(?, ?, ?)")
    .run(id, source, kind);
  return Number(connection.statement("SELECT no FROM entries WHERE id = ?").get(id)?.["no"]);
}

/** Number of a string that repeats over many turns (tool, model, folder, branch); null stays null. */
export function labelNumber(connection: Connection, text: string | null): number | null {
  if (text === null) return null;
  const known = connection.statement("SELECT no FROM labels WHERE text = ?").get(text);
  if (known !== undefined) return Number(known["no"]);
  connection.statement("INSERT INTO labels(text) VALUES(?)").run(text);
  return Number(connection.statement("SELECT no FROM labels WHERE text = ?").get(text)?.["no"]);
}

export function storeFacts(connection: Connection, session: number, facts: SessionFacts): void {
  connection
    .statement(
      `UPDATE sessions SET parent = coalesce(?, parent), relation = coalesce(?, relation), title = coalesce(?, title),
       cwd = coalesce(cwd, ?), git_branch = coalesce(?, git_branch), host_version = coalesce(?, host_version),
       model = coalesce(?, model), own_rows_from = coalesce(own_rows_from, ?) WHERE no = ?`,
    )
    .run(
      facts.parent ?? null,
      facts.relation ?? null,
      facts.title ?? null,
      facts.cwd ?? null,
      facts.gitBranch ?? null,
      facts.hostVersion ?? null,
      facts.model ?? null,
      facts.ownRowsFrom === undefined ? null : Date.parse(facts.ownRowsFrom),
      session,
    );
}
