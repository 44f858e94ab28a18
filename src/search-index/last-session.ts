/** Owns which session was active last. */
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown, isSessionHidden } from "./hidden-mask.ts";
import { SESSION_OF_TURN } from "./pack-rowid.ts";
import { classCode } from "./turn-row.ts";

/** Far more than what is written while a person looks elsewhere; a scope that was idle longer is searched as a whole. */
const RECENT_ROWS = 5_000;
/** Helpers of helpers of helpers. */
const MOST_PARENTS = 8;

function newest(connection: Connection, from: string, slugs: string | null): SqliteRow | undefined {
  return connection
    .statement(
      `SELECT s.id, s.source, s.parent, s.relation FROM ${from} t ${SESSION_OF_TURN}
       WHERE t.time IS NOT NULL AND t.class <> ${classCode("lifecycle")} AND s.hidden = 0${andShown(connection, "t.id")}
       AND (?1 IS NULL OR s.project IN (SELECT no FROM projects WHERE slug IN (SELECT value FROM json_each(?1))))
       ORDER BY t.time DESC, t.id DESC LIMIT 1`,
    )
    .get(slugs);
}

/** Id of the session with the newest turn in these projects; a helper's work counts for the session it works for. */
export function findLastSession(
  connection: Connection,
  projects: readonly string[] | "all",
): string | undefined {
  const slugs = projects === "all" ? null : JSON.stringify(projects);
  const recent = `(SELECT id, time, class FROM turns WHERE time IS NOT NULL ORDER BY time DESC LIMIT ${RECENT_ROWS})`;
  let row = newest(connection, recent, slugs) ?? newest(connection, "turns", slugs);
  for (let steps = 0; row !== undefined && steps < MOST_PARENTS; steps += 1) {
    if (row["relation"] !== "subagent" || typeof row["parent"] !== "string") break;
    const parent: SqliteRow | undefined = connection
      .statement("SELECT id, source, parent, relation FROM sessions WHERE id = ? ORDER BY no")
      .get(row["parent"]);
    if (parent === undefined || isSessionHidden(connection, String(parent["id"]))) break;
    row = parent;
  }
  return row === undefined ? undefined : String(row["id"]);
}
