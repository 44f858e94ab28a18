/** Owns the check of the index against itself and against the archive's line counts. */
import { isBusyError } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { countRows } from "./count-rows.ts";
import { FULL_TEXT_TABLES } from "./schema.ts";
import { countWrongTokenTurns } from "./token-turns.ts";
import { verifyTokens } from "./verify-tokens.ts";

export interface IndexFinding {
  readonly id:
    | "integrity"
    | "foreign-keys"
    | "full-text-damaged"
    | "full-text-missing"
    | "full-text-orphan"
    | "full-text-tokens"
    | "text-missing"
    | "duplicate-record"
    | "schema-mismatch"
    | "lines-unaccounted"
    | "lines-behind";
  readonly detail: string;
  readonly count: number;
}

/** Lines that the archive holds of one epoch. */
export interface ArchivedLines {
  readonly entryId: string;
  readonly epoch: number;
  readonly lines: number;
}

export interface VerifyOptions {
  readonly schema: string;
  readonly archived?: readonly ArchivedLines[] | undefined;
}

function counted(
  connection: Connection,
  id: IndexFinding["id"],
  detail: string,
  sql: string,
): readonly IndexFinding[] {
  const count = Number(connection.statement(sql).get()?.["n"] ?? 0);
  return count === 0 ? [] : [{ id, detail, count }];
}

function checkDatabase(connection: Connection): readonly IndexFinding[] {
  const messages = connection.database
    .prepare("PRAGMA integrity_check(10)")
    .all()
    .map((row) => String(Object.values(row)[0]));
  const broken = messages.filter((message) => message !== "ok");
  const keys = connection.database.prepare("PRAGMA foreign_key_check").all();
  return [
    ...(broken.length > 0
      ? [{ id: "integrity", detail: broken.join("; "), count: broken.length } as const]
      : []),
    ...(keys.length > 0
      ? [{ id: "foreign-keys", detail: "rows point at nothing", count: keys.length } as const]
      : []),
  ];
}

/** FTS5's own check writes nothing but needs a connection that may write. */
function checkFullText(connection: Connection): readonly IndexFinding[] {
  try {
    for (const table of FULL_TEXT_TABLES) {
      connection.database.exec(`INSERT INTO ${table}(${table}) VALUES('integrity-check')`);
    }
    return [];
  } catch (error) {
    if (error instanceof Error && /readonly|read-only|SQLITE_READONLY/i.test(error.message))
      return [];
    return [
      {
        id: "full-text-damaged",
        detail: error instanceof Error ? error.message : "unknown",
        count: 1,
      },
    ];
  }
}

/** Other words in the full text than the texts give: rows are found by what they do not say, or not at all. */
function checkTokens(connection: Connection): readonly IndexFinding[] {
  try {
    const { differingRows, sameVocabulary } = verifyTokens(connection);
    if (differingRows > 0)
      return [
        {
          id: "full-text-tokens",
          detail: "rows with other tokens than their texts give",
          count: differingRows,
        },
      ];
    if (!sameVocabulary)
      return [
        {
          id: "full-text-tokens",
          detail: "some tokens stand more or less often than the texts say",
          count: 1,
        },
      ];
    const wrong = countWrongTokenTurns(connection);
    if (wrong > 0)
      return [
        { id: "full-text-tokens", detail: "tokens with a wrong count of turns", count: wrong },
      ];
    return [];
  } catch (error) {
    if (isBusyError(error)) throw error;
    const detail = error instanceof Error ? error.message : "unknown";
    return [{ id: "full-text-damaged", detail, count: 1 }];
  }
}

function checkRows(connection: Connection): readonly IndexFinding[] {
  return [
    ...counted(
      connection,
      "full-text-missing",
      "turns without a full-text row",
      "SELECT count(*) AS n FROM (SELECT id FROM turns EXCEPT SELECT id FROM fts_docsize)",
    ),
    ...counted(
      connection,
      "full-text-orphan",
      "full-text rows without a turn",
      "SELECT count(*) AS n FROM (SELECT id FROM fts_docsize EXCEPT SELECT id FROM turns)",
    ),
    ...counted(
      connection,
      "text-missing",
      "turns without a text, or texts without a turn",
      `SELECT (SELECT count(*) FROM turns WHERE id NOT IN (SELECT id FROM turn_texts)) +
       (SELECT count(*) FROM turn_texts WHERE id NOT IN (SELECT id FROM turns)) AS n`,
    ),
    ...counted(
      connection,
      "duplicate-record",
      "records that stand more than once",
      "SELECT count(*) AS n FROM (SELECT 1 FROM turns WHERE record IS NOT NULL GROUP BY record, block HAVING count(*) > 1)",
    ),
  ];
}

function checkLines(
  connection: Connection,
  archived: readonly ArchivedLines[],
): readonly IndexFinding[] {
  const findings: IndexFinding[] = [];
  const indexed = new Map<string, number>();
  for (const epoch of countRows(connection).epochs) {
    indexed.set(`${epoch.entryId}\n${epoch.epoch}`, epoch.lines);
    const explained = epoch.recordLines + epoch.skipped.reduce((sum, skip) => sum + skip.lines, 0);
    if (explained === epoch.lines) continue;
    const detail = `${epoch.entryId} epoch ${epoch.epoch}: ${epoch.lines} lines, ${explained} explained`;
    findings.push({ id: "lines-unaccounted", detail, count: Math.abs(epoch.lines - explained) });
  }
  for (const { entryId, epoch, lines } of archived) {
    const behind = lines - (indexed.get(`${entryId}\n${epoch}`) ?? 0);
    if (behind === 0) continue;
    const detail = `${entryId} epoch ${epoch}: ${lines} lines archived, ${lines - behind} indexed`;
    findings.push({ id: "lines-behind", detail, count: Math.abs(behind) });
  }
  return findings;
}

/** Empty when all is well. Reads everything once: seconds on a large index. */
export function verifyIndex(
  connection: Connection,
  options: VerifyOptions,
): readonly IndexFinding[] {
  const stored = connection.statement("SELECT value FROM meta WHERE key = 'schema'").get()?.[
    "value"
  ];
  const detail = `built with ${String(stored)}, this version wants ${options.schema}`;
  return [
    ...(stored === options.schema ? [] : [{ id: "schema-mismatch", detail, count: 1 } as const]),
    ...checkDatabase(connection),
    ...checkFullText(connection),
    ...checkRows(connection),
    ...checkTokens(connection),
    ...checkLines(connection, options.archived ?? []),
  ];
}
