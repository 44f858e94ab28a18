/** Owns the list of sessions and finding one by the beginning of its id. */
import type { SourceId } from "../core/turn.ts";
import type { SqliteRow, SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown, isSessionHidden, shownTitle } from "./hidden-mask.ts";
import { blockOfRowidSql, TURNS_OF_SESSION } from "./pack-rowid.ts";
import { classCode, isoTime } from "./turn-row.ts";

/** Fewer characters of an id would mean too many sessions. */
export const SHORTEST_PREFIX = 8;

export interface SessionRow {
  readonly no: number;
  readonly projectNo: number;
  readonly id: string;
  readonly source: SourceId;
  readonly project: string;
  readonly parent: string | null;
  readonly relation: "subagent" | "fork" | null;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
  readonly hostVersion: string | null;
  readonly model: string | null;
  /** Times of the first and last turn that the session owns. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Turns the session owns, lifecycle included. */
  readonly turns: number;
  readonly prompts: number;
  /** A prompt history whose transcript is here. */
  readonly hidden: boolean;
}

export interface SessionFilter {
  readonly projects?: readonly string[] | "all" | undefined;
  readonly sources?: readonly SourceId[] | undefined;
  /** Sessions with a turn at or after this instant. */
  readonly since?: string | undefined;
  /** Sessions with a turn before this instant. */
  readonly until?: string | undefined;
  readonly includeHidden?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

function textOrNull(value: SqliteValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

const SESSIONS = "SELECT s.*, p.slug FROM sessions s JOIN projects p ON p.no = s.project";

/** The session that owns records which this one only repeats: what it was forked from when no row says so. */
function findOrigin(connection: Connection, no: number): string | null {
  const row = connection
    .statement(
      `SELECT s.id FROM occurrences o CROSS JOIN turns t ON t.record = o.record AND t.block = o.block
       CROSS JOIN blocks b ON b.no = ${blockOfRowidSql("t.id")} CROSS JOIN sessions s ON s.no = b.session
       WHERE o.session = ?1 AND b.session <> ?1 ORDER BY o.line DESC LIMIT 1`,
    )
    .get(no);
  return textOrNull(row?.["id"]);
}

function decodeSession(connection: Connection, row: SqliteRow): SessionRow {
  const no = Number(row["no"]);
  const parent = textOrNull(row["parent"]);
  const origin = parent === null ? findOrigin(connection, no) : null;
  const projectNo = Number(row["project"]);
  const sums = connection
    .statement(
      `SELECT count(*) AS turns, sum(t.class = ${classCode("prompt")}) AS prompts, min(t.time) AS first,
       max(t.time) AS last FROM ${TURNS_OF_SESSION} WHERE s.no = ?${andShown(connection, "t.id")}`,
    )
    .get(no);
  return {
    no,
    projectNo,
    id: String(row["id"]),
    source: row["source"] as SourceId,
    project: String(row["slug"]),
    parent: parent ?? origin,
    relation: origin === null ? (textOrNull(row["relation"]) as SessionRow["relation"]) : "fork",
    title: shownTitle(connection, String(row["id"]), row["title"]),
    cwd: textOrNull(row["cwd"]),
    gitBranch: textOrNull(row["git_branch"]),
    hostVersion: textOrNull(row["host_version"]),
    model: textOrNull(row["model"]),
    startedAt: isoTime(sums?.["first"]),
    endedAt: isoTime(sums?.["last"]),
    turns: Number(sums?.["turns"] ?? 0),
    prompts: Number(sums?.["prompts"] ?? 0),
    hidden: Number(row["hidden"]) > 0,
  };
}

function fits(session: SessionRow, filter: SessionFilter): boolean {
  if (filter.includeHidden !== true && session.hidden) return false;
  if (
    filter.projects !== undefined &&
    filter.projects !== "all" &&
    !filter.projects.includes(session.project)
  )
    return false;
  if (filter.sources !== undefined && !filter.sources.includes(session.source)) return false;
  if (filter.since !== undefined && Date.parse(session.endedAt ?? "") < Date.parse(filter.since))
    return false;
  if (filter.until !== undefined && Date.parse(session.startedAt ?? "") >= Date.parse(filter.until))
    return false;
  const timed = filter.since !== undefined || filter.until !== undefined;
  return !(timed && session.endedAt === null);
}

/** Sessions that fit, last active first; ties by id. */
export function listSessions(connection: Connection, filter: SessionFilter): readonly SessionRow[] {
  const all = connection
    .statement(SESSIONS)
    .all()
    .filter((row) => !isSessionHidden(connection, String(row["id"])))
    .map((row) => decodeSession(connection, row))
    .filter((session) => fits(session, filter));
  all.sort((a, b) => {
    const byTime = (b.endedAt ?? "").localeCompare(a.endedAt ?? "");
    return byTime !== 0 ? byTime : a.id < b.id ? -1 : 1;
  });
  const offset = filter.offset ?? 0;
  return all.slice(offset, filter.limit === undefined ? undefined : offset + filter.limit);
}

/**
 * Sessions whose id begins with `prefix` (8 characters or more, or a whole id); several when it is ambiguous, none when it is
 * too short. An exact id wins over longer ones.
 */
export function findSessions(connection: Connection, prefix: string): readonly SessionRow[] {
  const exact = connection.statement(`${SESSIONS} WHERE s.id = ? ORDER BY s.no`).all(prefix);
  const rows =
    exact.length > 0 || prefix.length < SHORTEST_PREFIX
      ? exact
      : connection
          .statement(`${SESSIONS} WHERE s.id >= ? AND s.id < ? ORDER BY s.id`)
          .all(prefix, `${prefix}\u{10ffff}`);
  return rows
    .filter((row) => !isSessionHidden(connection, String(row["id"])))
    .map((row) => decodeSession(connection, row));
}

/** The one session that the prefix means; undefined for none or several. */
export function getSession(connection: Connection, prefix: string): SessionRow | undefined {
  const found = findSessions(connection, prefix);
  return found.length === 1 ? found[0] : undefined;
}
