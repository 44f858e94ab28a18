/** Owns listing what changed a file, over sessions. */
import type { SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown } from "./hidden-mask.ts";
import { projectOfRowidSql, SESSION_OF_TURN } from "./pack-rowid.ts";
import { TURN_FLAGS } from "./schema.ts";
import { classCode, isoTime } from "./turn-row.ts";

export interface EditFilter {
  /** Slugs. */
  readonly projects: readonly string[] | "all";
  /** Last part of the file's path; paths that merely hold it are listed as well. */
  readonly fileName: string;
  readonly from: string | null;
  readonly until: string | null;
}

export interface FileEdit {
  readonly id: number;
  readonly session: string;
  readonly time: string | null;
  readonly files: readonly string[];
  readonly cwd: string | null;
}

/** Newest first. One pass over the narrow table: some 100 ms at a million turns. */
export function listEdits(connection: Connection, filter: EditFilter): readonly FileEdit[] {
  const conditions = [
    `t.class = ${classCode("edit")}`,
    `t.flags & ${TURN_FLAGS.dropped} = 0`,
    "t.files LIKE ? ESCAPE '\\'",
    "s.hidden = 0",
  ];
  // As JSON keeps it; a blank or a quote in a name is escaped there.
  const name = JSON.stringify(filter.fileName).slice(1, -1);
  const values: SqliteValue[] = [`%${name.replace(/[\\%_]/g, "\\$&")}%`];
  const add = (sql: string, value: SqliteValue): void => {
    conditions.push(sql);
    values.push(value);
  };
  if (filter.from !== null) add("t.time >= ?", Date.parse(filter.from));
  if (filter.until !== null) add("t.time < ?", Date.parse(filter.until));
  if (filter.projects !== "all")
    add(
      `${projectOfRowidSql("t.id")} IN (SELECT no FROM projects WHERE slug IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(filter.projects),
    );
  return connection
    .statement(
      `SELECT t.id, t.time, t.files, s.id AS session, (SELECT text FROM labels WHERE no = t.cwd) AS cwd
       FROM turns t ${SESSION_OF_TURN} WHERE ${conditions.join(" AND ")}${andShown(connection, "t.id")} ORDER BY t.time DESC, t.id DESC`,
    )
    .all(...values)
    .map((row) => ({
      id: Number(row["id"]),
      session: String(row["session"]),
      time: isoTime(row["time"]),
      files:
        typeof row["files"] === "string" ? (JSON.parse(row["files"]) as readonly string[]) : [],
      cwd: typeof row["cwd"] === "string" ? row["cwd"] : null,
    }));
}
