/** Owns the size of the whole full text: rows and tokens, as FTS5 keeps them for its own ranking. */
import type { Connection } from "./connection.ts";

export interface CorpusSize {
  readonly turns: number;
  /** Tokens of an average row's text. */
  readonly averageTokens: number;
}

/** The row of `fts_data` that holds the totals. */
const TOTALS_ROW = 1;

/** SQLite's varints: seven bits each, high bit set on all but the last byte. Totals stay below 2^53. */
function decodeVarints(blob: Uint8Array): readonly number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of blob) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    values.push(value);
    value = 0;
  }
  return values;
}

/** One row, whatever the size of the index. */
export function readCorpusSize(connection: Connection): CorpusSize {
  const blob = connection.statement("SELECT block FROM fts_data WHERE id = ?").get(TOTALS_ROW)?.[
    "block"
  ];
  const [turns = 0, textTokens = 0] = blob instanceof Uint8Array ? decodeVarints(blob) : [];
  return { turns, averageTokens: turns === 0 ? 1 : Math.max(1, textTokens / turns) };
}
