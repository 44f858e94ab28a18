/** Owns counting what lies in a range of time, without reading a text. */
import { classCode, isoTime } from "./turn-row.ts";
import type { SqliteValue } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { andShown, shownTitle } from "./hidden-mask.ts";
import { blockOfRowidSql, projectOfRowidSql } from "./pack-rowid.ts";
import { TURN_FLAGS } from "./schema.ts";

export interface TimeRangeFilter {
  /** Slugs. */
  readonly projects: readonly string[] | "all";
  /** First instant that counts, ISO 8601; null is since ever. */
  readonly from: string | null;
  /** First instant that no longer counts; null is without end. */
  readonly until: string | null;
}

export interface TimeSpan {
  /** Milliseconds since 1970 of the first and the last turn. */
  readonly first: number;
  readonly last: number;
}

export interface RangeSteps {
  /** Milliseconds since 1970 at which the first step begins; no turn of the range is earlier. */
  readonly origin: number;
  readonly stepMs: number;
}

/** Turns of one session in one step; lifecycle turns and dropped ones are not counted. */
export interface RangeCount {
  readonly session: string;
  readonly project: string;
  readonly title: string | null;
  readonly parent: string | null;
  readonly isHelper: boolean;
  /** The step, counted from 0. */
  readonly step: number;
  readonly turns: number;
  readonly prompts: number;
  readonly first: string;
  readonly last: string;
}

/** More rows than this are read faster in the order of the table than by time, one by one. */
const NARROW_ROWS = 50_000;

interface RangeLookup {
  readonly where: string;
  readonly values: readonly SqliteValue[];
}

/**
 * Condition on the turn `t`. A unary plus keeps SQLite from choosing the ranges of projects for a short time, or the
 * order of time for a long one: each is ten times slower than the other where it does not fit.
 */
export function rangeLookup(connection: Connection, filter: TimeRangeFilter): RangeLookup {
  const from = filter.from === null ? Number.MIN_SAFE_INTEGER : Date.parse(filter.from);
  const until = filter.until === null ? Number.MAX_SAFE_INTEGER : Date.parse(filter.until);
  const counted = connection
    .statement(
      "SELECT count(*) AS n FROM (SELECT 1 FROM turns WHERE time >= ? AND time < ? LIMIT ?)",
    )
    .get(from, until, NARROW_ROWS);
  const isNarrow = Number(counted?.["n"]) < NARROW_ROWS;
  const [id, time] = isNarrow ? ["+t.id", "t.time"] : ["t.id", "+t.time"];
  const searchable = `t.class <> ${classCode("lifecycle")} AND t.flags & ${TURN_FLAGS.dropped} = 0${andShown(connection, "+t.id")}`;
  const where = `${time} >= ? AND ${time} < ? AND ${searchable}`;
  if (filter.projects === "all") return { where, values: [from, until] };
  return {
    where: `${where} AND ${projectOfRowidSql(id)} IN (SELECT no FROM projects WHERE slug IN (SELECT value FROM json_each(?)))`,
    values: [from, until, JSON.stringify(filter.projects)],
  };
}

/** When the range's own turns begin and end, whatever their project; undefined for none. */
export function spanOfRange(
  connection: Connection,
  range: Pick<TimeRangeFilter, "from" | "until">,
): TimeSpan | undefined {
  const bounds = [
    range.from === null ? Number.MIN_SAFE_INTEGER : Date.parse(range.from),
    range.until === null ? Number.MAX_SAFE_INTEGER : Date.parse(range.until),
  ];
  const edge = (order: "ASC" | "DESC"): SqliteValue | undefined =>
    connection
      .statement(
        `SELECT time FROM turns WHERE time >= ? AND time < ? ORDER BY time ${order} LIMIT 1`,
      )
      .get(...bounds)?.["time"];
  const first = edge("ASC");
  const last = edge("DESC");
  return first === undefined || last === undefined
    ? undefined
    : { first: Number(first), last: Number(last) };
}

/** One row for each session and step, in no order. Prompt histories whose transcript is here are left out. */
export function countRange(
  connection: Connection,
  filter: TimeRangeFilter,
  steps: RangeSteps,
): readonly RangeCount[] {
  const { where, values } = rangeLookup(connection, filter);
  const rows = connection
    .statement(
      `SELECT n.*, s.id, s.title, s.parent, s.relation = 'subagent' AS helper, p.slug FROM (
         SELECT ${blockOfRowidSql("t.id")} AS block, (t.time - ?) / ? AS step, count(*) AS turns,
         sum(t.class = ${classCode("prompt")}) AS prompts, min(t.time) AS first, max(t.time) AS last
         FROM turns t WHERE ${where} GROUP BY 1, 2) n
       CROSS JOIN blocks b ON b.no = n.block CROSS JOIN sessions s ON s.no = b.session
       CROSS JOIN projects p ON p.no = s.project WHERE s.hidden = 0`,
    )
    .all(BigInt(steps.origin), BigInt(steps.stepMs), ...values);
  return rows.map((row) => ({
    session: String(row["id"]),
    project: String(row["slug"]),
    title: shownTitle(connection, String(row["id"]), row["title"]),
    parent: typeof row["parent"] === "string" ? row["parent"] : null,
    isHelper: Number(row["helper"]) === 1,
    step: Number(row["step"]),
    turns: Number(row["turns"]),
    prompts: Number(row["prompts"]),
    first: isoTime(row["first"]) ?? "",
    last: isoTime(row["last"]) ?? "",
  }));
}
