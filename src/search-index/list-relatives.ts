/** Owns which sessions come from a session: its helpers and its forks. */
import type { Connection } from "./connection.ts";
import { findSessions, type SessionRow } from "./list-sessions.ts";

export interface Relatives {
  /** In the order in which they began. */
  readonly helpers: readonly SessionRow[];
  readonly forks: readonly SessionRow[];
}

/** Sessions that name `session` as what they work for or were forked from, and those that only repeat its records. */
export function listRelatives(connection: Connection, session: string): Relatives {
  const rows = connection
    .statement(
      `SELECT id FROM sessions WHERE parent = ?1 AND hidden = 0
       UNION SELECT c.id FROM occurrences o JOIN sessions own ON own.no = o.session AND own.id = ?1
       JOIN occurrences r ON r.record = o.record AND r.block = o.block
       JOIN sessions c ON c.no = r.session WHERE c.id <> ?1 AND c.hidden = 0`,
    )
    .all(session);
  const sessions = rows
    .flatMap((row) => findSessions(connection, String(row["id"])).slice(0, 1))
    .filter((row) => row.parent === session)
    .sort((a, b) => (a.startedAt ?? "").localeCompare(b.startedAt ?? "") || (a.id < b.id ? -1 : 1));
  return {
    helpers: sessions.filter(({ relation }) => relation === "subagent"),
    forks: sessions.filter(({ relation }) => relation === "fork"),
  };
}
