/** Owns what a person asked first of a session within a range of time. */
import { formatSeq } from "../core/turn.ts";
import type { Connection } from "./connection.ts";
import type { TimeRangeFilter } from "./count-range.ts";
import { andShown } from "./hidden-mask.ts";
import { TURNS_OF_SESSION } from "./pack-rowid.ts";
import { TURN_FLAGS } from "./schema.ts";
import { classCode } from "./turn-row.ts";

export interface FirstPrompt {
  readonly ref: string;
  /** The first 2,000 characters. */
  readonly head: string;
}

/** Undefined when the session has no live prompt of its own in the range. */
export function findFirstPrompt(
  connection: Connection,
  session: string,
  range: Pick<TimeRangeFilter, "from" | "until">,
): FirstPrompt | undefined {
  const from = range.from === null ? Number.MIN_SAFE_INTEGER : Date.parse(range.from);
  const until = range.until === null ? Number.MAX_SAFE_INTEGER : Date.parse(range.until);
  const row = connection
    .statement(
      `SELECT t.epoch, t.line, t.block, substr(x.text, 1, 2000) AS head
       FROM ${TURNS_OF_SESSION} CROSS JOIN turn_texts x ON x.id = t.id
       WHERE s.id = ? AND t.class = ${classCode("prompt")} AND t.flags & ${TURN_FLAGS.dropped} = 0
       AND t.time >= ? AND t.time < ?${andShown(connection, "t.id")} ORDER BY t.time, t.id LIMIT 1`,
    )
    .get(session, from, until);
  if (row === undefined) return undefined;
  const seq = formatSeq({
    epoch: Number(row["epoch"]),
    line: Number(row["line"]),
    block: Number(row["block"]),
  });
  return { ref: `t:${session}#${seq}`, head: String(row["head"]) };
}
