/** Owns the rows of the full-text tables: what of a turn is searchable, and its exact inverse. */
import { indexText } from "../core/tokenise/index-text.ts";
import type { Connection } from "./connection.ts";
import type { TokenTally } from "./token-turns.ts";

/** The parts of a turn that its full-text row is made from; all of them are stored, so that a row can be deleted. */
export interface SearchableTurn {
  readonly id: number;
  readonly text: string;
  readonly toolName: string | null;
  readonly files: readonly string[];
}

interface FullTextRow {
  readonly text: string;
  readonly key: string;
  readonly singles: string;
}

/** What the `key` column is made from; empty when the turn has neither tool nor files. */
export function searchKey(toolName: string | null, files: readonly string[]): string {
  return toolName === null ? files.join("\n") : [toolName, ...files].join("\n");
}

function rowOf(turn: SearchableTurn): FullTextRow {
  const body = indexText(turn.text);
  const key = searchKey(turn.toolName, turn.files);
  return { text: body.text, key: key === "" ? "" : indexText(key).text, singles: body.single };
}

// Rowids of virtual tables are bound as BigInt: node:sqlite binds a plain number as a float.

/** The caller stores the tally in the same transaction. */
export function insertFullText(
  connection: Connection,
  turn: SearchableTurn,
  tally: TokenTally,
): void {
  const row = rowOf(turn);
  const id = BigInt(turn.id);
  tally.row(row.text, row.key);
  connection
    .statement("INSERT INTO fts(rowid, text, key) VALUES(?, ?, ?)")
    .run(id, row.text, row.key);
  if (row.singles === "") return;
  connection.statement("INSERT INTO singles(rowid, characters) VALUES(?, ?)").run(id, row.singles);
}

/**
 * Takes back exactly the tokens that {@link insertFullText} gave; other text would corrupt the totals. The caller
 * stores the tally, taken off, in the same transaction.
 */
export function deleteFullText(
  connection: Connection,
  turn: SearchableTurn,
  tally: TokenTally,
): void {
  const row = rowOf(turn);
  const id = BigInt(turn.id);
  tally.row(row.text, row.key);
  connection
    .statement("INSERT INTO fts(fts, rowid, text, key) VALUES('delete', ?, ?, ?)")
    .run(id, row.text, row.key);
  if (row.singles === "") return;
  connection
    .statement("INSERT INTO singles(singles, rowid, characters) VALUES('delete', ?, ?)")
    .run(id, row.singles);
}

/** What the index holds of a row; undefined when there is no such turn. */
export function readSearchable(connection: Connection, id: number): SearchableTurn | undefined {
  const row = connection
    .statement(
      `SELECT x.text, t.files, (SELECT text FROM labels WHERE no = t.tool) AS tool
       FROM turns t JOIN turn_texts x ON x.id = t.id WHERE t.id = ?`,
    )
    .get(id);
  if (row === undefined) return undefined;
  const files = row["files"];
  return {
    id,
    text: String(row["text"]),
    toolName: typeof row["tool"] === "string" ? row["tool"] : null,
    files: typeof files === "string" ? (JSON.parse(files) as readonly string[]) : [],
  };
}
