/** Owns taking the time words out of a question, in Korean, English, Japanese and Chinese. */
import { countUnits } from "./count-units.ts";
import { cutWords } from "./cut-words.ts";
import { foldQuery } from "./fold-query.ts";
import { joinPieces, type Item } from "./join-pieces.ts";
import type { Lexeme } from "./meaning.ts";
import { momentAt, type Moment } from "./local-days.ts";
import { readClause, type Clause } from "./read-clause.ts";
import { readSession } from "./read-session.ts";
import { resolveClause, type Reading } from "./resolve-clause.ts";
import { scanLexemes } from "./scan-lexemes.ts";
import type { Clock, TimeQuery, TimeReading } from "./time-query.ts";

/** Decomposed Hangul and kana, as some systems hand them over. */
const DECOMPOSED = /[\u{1100}-\u{11ff}]|[\u{3099}\u{309a}]/u;

/** Words such as "the" and "in", which most questions have and which are no time alone. */
const isFiller = ({ meaning }: Lexeme): boolean =>
  (meaning.link ?? meaning.prep ?? meaning.and ?? meaning.to) !== undefined;

interface Found {
  readonly clause: Clause;
  readonly readings: readonly Reading[];
}

/** The first clause that names a possible time. */
function findClause(text: string, items: readonly Item[], moment: Moment): Found | null {
  for (let at = 0; at < items.length;) {
    const clause = readClause(text, items, at);
    const readings = clause === null ? [] : resolveClause(clause, moment);
    if (clause !== null && readings.length > 0) return { clause, readings };
    at = clause === null ? at + 1 : clause.end;
  }
  return null;
}

function renderReading({ from, until, precision }: Reading, words: string): TimeReading {
  const iso = (instant: number | null): string | null =>
    instant === null ? null : new Date(instant).toISOString();
  return { from: iso(from), until: iso(until), precision, words };
}

/**
 * Reads the time words of `query` by `clock`: the first time phrase that is possible and not in the future, and the
 * first word that points to a session. What only looks like time stays in `rest`. Pure; never throws.
 */
export function readTimeQuery(query: string, clock: Clock): TimeQuery {
  const typed = DECOMPOSED.test(query) ? query.normalize("NFC") : query;
  const text = foldQuery(typed);
  const lexemes = scanLexemes(typed, text);
  const nothing: TimeQuery = { reading: null, alternatives: [], session: null, rest: query };
  if (lexemes.every(isFiller)) return nothing;
  const moment = momentAt(clock, clock.now);
  const scanned = { query: typed, text, lexemes, thisYear: moment.today.year };
  const items = joinPieces(text, countUnits(scanned));
  const found = findClause(text, items, moment);
  const session = readSession(text, items);
  if (found === null && session === null) return nothing;
  const cuts = [found?.clause.cut, session?.cut].filter((cut) => cut !== undefined);
  cuts.sort(([a], [b]) => a - b);
  const words = typed.slice(...(found?.clause.words ?? [0, 0])).replace(/\s+/g, " ");
  const [reading = null, ...alternatives] = (found?.readings ?? []).map((each) =>
    renderReading(each, words),
  );
  return { reading, alternatives, session: session?.word ?? null, rest: cutWords(typed, cuts) };
}
