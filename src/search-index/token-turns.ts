/**
 * Owns how many turns hold a token. `token_turns` keeps the number of those in very many turns, in the transaction
 * that adds or removes the rows; all others are counted from their postings, which takes some microseconds. Both ways
 * give the same number, so which tokens are kept changes no answer.
 */
import type { Connection } from "./connection.ts";

/** Turns from which on a token's number is kept; counting that many postings takes 15 µs. */
const KEPT_FROM = 2000;

/** Counts the turns of each token of some rows, for one transaction. */
export interface TokenTally {
  /** Tokens of one row, separated by single spaces. */
  row(text: string, key: string): void;
  /** Adds what was counted to the kept numbers, `times` 1 or -1. */
  store(times: 1 | -1): void;
}

interface TokenCount {
  turns: number;
  lastRow: number;
}

/** Of a move of rows, which changes no number. */
export const UNCOUNTED: TokenTally = { row: () => undefined, store: () => undefined };

/** Counts nothing where no number is kept yet: in a young store, in a first import and in a rebuild. */
export function createTokenTally(connection: Connection): TokenTally {
  if (connection.statement("SELECT 1 FROM token_turns LIMIT 1").get() === undefined)
    return UNCOUNTED;
  const counts = new Map<string, TokenCount>();
  let rows = 0;
  const count = (tokens: string): void => {
    for (const token of tokens.split(" ")) {
      const known = counts.get(token);
      if (known === undefined) counts.set(token, { turns: 1, lastRow: rows });
      else if (known.lastRow !== rows) {
        known.turns += 1;
        known.lastRow = rows;
      }
    }
  };
  return {
    row(text, key) {
      rows += 1;
      count(text);
      count(key);
    },
    store(times) {
      const update = connection.statement(
        "UPDATE token_turns SET turns = turns + ? WHERE token = ?",
      );
      for (const [token, { turns }] of counts) update.run(times * turns, token);
    },
  };
}

/** Chooses the kept tokens anew; reads every posting once, so it belongs to where segments are merged anyway. */
export function keepFrequentTokens(connection: Connection): void {
  connection.statement("DELETE FROM token_turns").run();
  connection
    .statement(
      "INSERT INTO token_turns(token, turns) SELECT term, doc FROM vocabulary WHERE doc >= ?",
    )
    .run(KEPT_FROM);
}

/** After rows were removed: a token that stands in few turns is counted, and one that stands in none is gone from the file. */
export function dropRareTokens(connection: Connection): void {
  connection.statement("DELETE FROM token_turns WHERE turns < ?").run(KEPT_FROM);
}

/** Turns that hold the token, in the text or in the key. */
export function countTokenTurns(connection: Connection, token: string): number {
  const kept = connection.statement("SELECT turns FROM token_turns WHERE token = ?").get(token);
  if (kept !== undefined) return Number(kept["turns"]);
  const row = connection.statement("SELECT doc FROM vocabulary WHERE term = ?").get(token);
  return Number(row?.["doc"] ?? 0);
}

/** Kept numbers that are not what the postings say. */
export function countWrongTokenTurns(connection: Connection): number {
  const row = connection
    .statement(
      `SELECT count(*) AS n FROM token_turns k
       WHERE k.turns IS NOT (SELECT v.doc FROM vocabulary v WHERE v.term = k.token)`,
    )
    .get();
  return Number(row?.["n"]);
}
