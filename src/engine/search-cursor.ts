/** Owns the cursor of an answer: where the next page begins, bound to the question and to the index it was asked of. */
import { createHash } from "node:crypto";

import { VarveError } from "../core/errors.ts";

export interface Place {
  /** Batches of candidates that were shown whole. */
  readonly batch: number;
  /** Hits of the next batch that were shown. */
  readonly within: number;
}

export interface CursorState {
  readonly place: Place;
  /** The range as it was read on the first page: `yesterday` must not move at midnight. */
  readonly from: string | null;
  readonly until: string | null;
}

export interface CursorBinding {
  /** Generation of the index. */
  readonly generation: string;
  /** Everything else that decides the order of hits. */
  readonly question: unknown;
}

const VERSION = 1;

function digestOf(question: unknown): string {
  return createHash("sha256").update(JSON.stringify(question)).digest("hex").slice(0, 12);
}

/** Opaque text of letters, digits, `-` and `_`. */
export function writeCursor(state: CursorState, binding: CursorBinding): string {
  const { place, from, until } = state;
  const row = [
    VERSION,
    binding.generation,
    digestOf(binding.question),
    place.batch,
    place.within,
    from,
    until,
  ];
  return Buffer.from(JSON.stringify(row)).toString("base64url");
}

/** Throws VarveError `usage` for a text that is no cursor, and for one of another question or another index. */
export function readCursor(text: string, binding: CursorBinding): CursorState {
  const row = parseRow(text);
  if (row === undefined)
    throw new VarveError(
      "usage",
      `${JSON.stringify(text.slice(0, 40))} is no cursor`,
      "take the cursor of the last answer, or ask without --cursor",
    );
  const { generation, question, ...state } = row;
  if (generation !== binding.generation)
    throw new VarveError(
      "usage",
      "the cursor belongs to an index that was replaced since",
      "ask again without --cursor",
    );
  if (question !== digestOf(binding.question))
    throw new VarveError(
      "usage",
      "the cursor belongs to another question",
      "repeat the query and every flag of the first page, or ask without --cursor",
    );
  return state;
}

interface CursorRow extends CursorState {
  readonly generation: string;
  readonly question: string;
}

function parseRow(text: string): CursorRow | undefined {
  if (!/^[\w-]{1,400}$/.test(text)) return undefined;
  let row: unknown;
  try {
    row = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!Array.isArray(row) || row.length !== 7) return undefined;
  const [version, generation, question, batch, within, from, until] = row as readonly unknown[];
  if (version !== VERSION || typeof generation !== "string" || typeof question !== "string")
    return undefined;
  if (!isCount(batch) || !isCount(within) || !isInstant(from) || !isInstant(until))
    return undefined;
  return { generation, question, place: { batch, within }, from, until };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isInstant(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
}
