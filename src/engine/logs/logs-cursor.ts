/** Owns the cursor of logs: the place behind which the next page goes on, bound to the question and the index. */
import { createHash } from "node:crypto";

import { VarveError } from "../../core/errors.ts";
import type { CursorBinding } from "../search-cursor.ts";

/** Where a hit stands in the order of its lane; only the lane reads it. */
export type Mark = readonly (string | number | null)[];

export interface LogsCursor {
  readonly mark: Mark;
  /** Hits on the pages before. */
  readonly seen: number;
  /** The range as it was read on the first page. */
  readonly from: string | null;
  readonly until: string | null;
}

const VERSION = "logs1";
const MOST_CHARS = 2_000;

function digestOf(question: unknown): string {
  return createHash("sha256").update(JSON.stringify(question)).digest("hex").slice(0, 12);
}

/** Opaque text of letters, digits, `-` and `_`. */
export function writeLogsCursor(cursor: LogsCursor, binding: CursorBinding): string {
  const { mark, seen, from, until } = cursor;
  const row = [VERSION, binding.generation, digestOf(binding.question), seen, from, until, ...mark];
  return Buffer.from(JSON.stringify(row)).toString("base64url");
}

function refused(message: string, fix: string): VarveError {
  return new VarveError("usage", message, fix);
}

/** Throws VarveError `usage` for a text that is no cursor, and for one of another question or another index. */
export function readLogsCursor(text: string, binding: CursorBinding): LogsCursor {
  const row = parseRow(text);
  if (row === undefined)
    throw refused(
      `${JSON.stringify(text.slice(0, 40))} is no cursor`,
      "take the cursor of the last answer, or ask without --cursor",
    );
  const [, generation, question, seen, from, until, ...mark] = row;
  if (generation !== binding.generation)
    throw refused(
      "the cursor belongs to an index that was replaced since",
      "ask again without --cursor",
    );
  if (question !== digestOf(binding.question))
    throw refused(
      "the cursor belongs to another question",
      "repeat the query and every flag of the first page, or ask without --cursor",
    );
  return { mark, seen: Number(seen), from: instantOf(from), until: instantOf(until) };
}

function parseRow(text: string): Mark | undefined {
  if (text.length > MOST_CHARS || !/^[\w-]+$/.test(text)) return undefined;
  let row: unknown;
  try {
    row = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!Array.isArray(row) || row.length < 6 || row[0] !== VERSION) return undefined;
  if (!row.every((value) => value === null || ["string", "number"].includes(typeof value)))
    return undefined;
  const seen: unknown = row[3];
  return typeof seen === "number" && Number.isSafeInteger(seen) && seen >= 0
    ? (row as Mark)
    : undefined;
}

function instantOf(value: Mark[number] | undefined): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}
