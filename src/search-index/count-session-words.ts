/** Owns counting how often whole sessions speak of the words of a question. */
import type { SessionCounts } from "../core/corpus-facts.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import type { Connection } from "./connection.ts";
import { matchExpression } from "./match-expression.ts";
import { splitNumbers } from "./match-rows.ts";
import { BLOCK_SIZE, blockOfRowidSql, blockRange, type RowidRange } from "./pack-rowid.ts";
import { lightenWord, weighWord, type WeighedWord } from "./weigh-words.ts";

/**
 * What the look-ups of one question may cost, in postings read: some 1 ms. A word goes without a count beyond it, in
 * every session alike; the rarest go first, because they tell sessions apart.
 */
const MOST_POSTINGS = 15_000;
/** Asking for one block costs as much as reading so many postings. */
const ASKING = 600;

interface Session {
  readonly id: string;
  readonly blocks: readonly RowidRange[];
}

const SESSIONS_SQL = `SELECT s.id, s.project, o.no FROM (
    SELECT DISTINCT b.session FROM json_each(?) j CROSS JOIN blocks b ON b.no = ${blockOfRowidSql("j.value")}) c
  CROSS JOIN sessions s ON s.no = c.session CROSS JOIN blocks o ON o.session = s.no`;

function sessionsOf(connection: Connection, ids: readonly number[]): readonly Session[] {
  const blocks = new Map<string, RowidRange[]>();
  for (const row of connection.statement(SESSIONS_SQL).all(JSON.stringify(ids))) {
    const id = String(row["id"]);
    const range = blockRange(Number(row["project"]), Number(row["no"]));
    blocks.set(id, [...(blocks.get(id) ?? []), range]);
  }
  return [...blocks].map(([id, ranges]) => ({ id, blocks: ranges }));
}

function countTurns(connection: Connection, session: Session): number {
  const statement = connection.statement(
    "SELECT count(*) AS n FROM fts_docsize WHERE id BETWEEN ? AND ?",
  );
  return session.blocks.reduce(
    (sum, { first, last }) => sum + Number(statement.get(first, last)?.["n"]),
    0,
  );
}

/** One look-up for each block. */
function countBySession(
  connection: Connection,
  sessions: readonly Session[],
  word: QueryWord,
): readonly number[] {
  const match = matchExpression([word]);
  const statement = connection.statement(
    "SELECT count(*) AS n FROM fts f WHERE f.fts MATCH ? AND f.rowid BETWEEN ? AND ?",
  );
  return sessions.map(({ blocks }) =>
    blocks.reduce(
      (sum, { first, last }) =>
        sum + Number(statement.get(match, BigInt(first), BigInt(last))?.["n"]),
      0,
    ),
  );
}

/** One look-up of all that lies between the first and the last session, for a word that stands in few turns. */
function countAtOnce(
  connection: Connection,
  sessions: readonly Session[],
  word: QueryWord,
): readonly number[] {
  const all = sessions.flatMap(({ blocks }) => blocks);
  const first = Math.min(...all.map((range) => range.first));
  const last = Math.max(...all.map((range) => range.last));
  const row = connection
    .statement(
      "SELECT group_concat(f.rowid) AS ids FROM fts f WHERE f.fts MATCH ? AND f.rowid BETWEEN ? AND ?",
    )
    .get(matchExpression([word]), BigInt(first), BigInt(last));
  const turns = new Map<number, number>();
  for (const id of splitNumbers(row?.["ids"])) {
    const block = Math.floor(id / BLOCK_SIZE);
    turns.set(block, (turns.get(block) ?? 0) + 1);
  }
  return sessions.map(({ blocks }) =>
    blocks.reduce((sum, range) => sum + (turns.get(range.first / BLOCK_SIZE) ?? 0), 0),
  );
}

function tokensOf(word: QueryWord): number {
  return word.phrases.reduce((sum, tokens) => sum + tokens.length, 0);
}

/**
 * By session id, for the sessions that hold the turns `ids`. Single CJK characters are not counted (they stand in no
 * text), nor are the commonest words of a long question.
 */
export function countSessionWords(
  connection: Connection,
  ids: readonly number[],
  words: readonly QueryWord[],
): ReadonlyMap<string, SessionCounts> {
  const sessions = sessionsOf(connection, ids);
  const blocks = sessions.reduce((sum, session) => sum + session.blocks.length, 0);
  const frequencies = new Map<QueryWord, readonly number[]>();
  let postings = 0;
  for (const weighed of rarestFirst(connection, words)) {
    const light = lightenWord(connection, weighed);
    const asking = blocks * ASKING * tokensOf(light.word);
    const atOnce = light.postings + light.most;
    if (postings + Math.min(asking, atOnce) > MOST_POSTINGS) continue;
    postings += Math.min(asking, atOnce);
    const count = asking < atOnce ? countBySession : countAtOnce;
    frequencies.set(weighed.word, count(connection, sessions, light.word));
  }
  return new Map(
    sessions.map((session, at) => [
      session.id,
      {
        turns: countTurns(connection, session),
        frequencies: words.map((word) => frequencies.get(word)?.[at] ?? 0),
      },
    ]),
  );
}

function rarestFirst(connection: Connection, words: readonly QueryWord[]): readonly WeighedWord[] {
  return words
    .map((word) => weighWord(connection, word))
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => a.frequency - b.frequency);
}
