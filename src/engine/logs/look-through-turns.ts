/** Owns looking through the texts, files and tools of turns, newest first, until enough is found or the time is over. */
import { VarveError } from "../../core/errors.ts";
import { formatSeq } from "../../core/turn.ts";
import { searchKey } from "../../search-index/full-text-rows.ts";
import type { ScannedText, ScanPlace } from "../../search-index/scan-texts.ts";
import type { IndexedTurn } from "../../search-index/turn-row.ts";
import type { Span } from "./cut-context.ts";
import { NO_RESULT, type FoundLog, type LaneResult } from "./lane-result.ts";
import { makeHelperLookup } from "../helper-lookup.ts";
import { showTurn } from "./log-hit.ts";
import type { Mark } from "./logs-cursor.ts";
import type { LogsQuestion } from "./read-logs-question.ts";
import type { TextMatcher } from "./text-matcher.ts";
import { findVisible } from "./visible-match.ts";

export interface Look {
  readonly question: LogsQuestion;
  readonly matcher: TextMatcher;
  /** Stands in everything that matches, in some letter case; undefined when nothing is sure. */
  readonly needle: string | undefined;
  /** Instant of performance.now() at which to stop. */
  readonly until: number;
  /** Sessions that are not to be shown. */
  readonly leftOut: ReadonlySet<string>;
}

/** A step without a needle hands every text over: few enough to keep in memory, whatever they hold. */
const TEXTS_PER_STEP = 500;
/** With one, SQL throws most away: some 5 ms a step at first, some 30 later. */
const FIRST_TURNS = 4_000;
const MOST_TURNS = 32_000;

interface Matched {
  readonly row: ScannedText;
  readonly text: string;
  readonly span: Span;
  readonly inText: boolean;
}

interface StepMatches {
  readonly matched: readonly Matched[];
  /** Rows that were looked at in full. */
  readonly done: number;
  readonly stuck: ScannedText | undefined;
}

async function matchRows(look: Look, rows: readonly ScannedText[]): Promise<StepMatches> {
  const texts: { readonly row: number; readonly text: string; readonly inText: boolean }[] = [];
  for (const [row, { text, toolName, files }] of rows.entries()) {
    texts.push({ row, text, inText: true });
    const key = searchKey(toolName, files);
    if (key !== "") texts.push({ row, text: key, inText: false });
  }
  const { spans, stuckAt } = await look.matcher.match(
    texts.map(({ text }) => text),
    look.until,
  );
  const done = texts[spans.length]?.row ?? rows.length;
  const matched: Matched[] = [];
  for (const [at, { row, text, inText }] of texts.entries()) {
    const span = spans[at];
    const scanned = rows[row];
    if (span === undefined || scanned === undefined || row >= done) continue;
    // A turn is one hit, by its text rather than by its names.
    if (matched.at(-1)?.row !== scanned) matched.push({ row: scanned, text, span, inText });
  }
  const stuckRow = stuckAt === undefined ? undefined : texts[stuckAt]?.row;
  return { matched, done, stuck: stuckRow === undefined ? undefined : rows[stuckRow] };
}

function markOf({ time, session, epoch, line, block }: ScanPlace): Mark {
  return [time, session, epoch, line, block];
}

function placeOf(mark: Mark): ScanPlace | undefined {
  const [time, session, epoch, line, block] = mark;
  if (typeof session !== "string" || typeof time === "string") return undefined;
  return {
    time: time ?? null,
    session,
    epoch: Number(epoch),
    line: Number(line),
    block: Number(block),
  };
}

type HelperLookup = ReturnType<typeof makeHelperLookup>;

function showMatches(
  look: Look,
  matches: readonly Matched[],
  helperOf: HelperLookup,
): readonly FoundLog[] {
  const { engine, index, mode } = look.question;
  const ids = matches.map(({ row }) => row.id);
  const turns = new Map<number, IndexedTurn>(
    (index?.turnsById(ids) ?? []).map((turn) => [turn.id, turn]),
  );
  return matches.flatMap(({ row, text, span, inText }): readonly FoundLog[] => {
    const turn = turns.get(row.id);
    const visible = findVisible(engine.redactor, text, span);
    if (turn === undefined || visible === undefined || look.leftOut.has(turn.session)) return [];
    const why = inText ? (mode === "exact" ? "exact text" : "expression") : "tool or file name";
    return [{ hit: showTurn(turn, { ...visible, why }, helperOf), mark: markOf(row.place) }];
  });
}

/** What an expression needs to stand in a text matches it seldom, a text itself nearly always. */
function rowsPerStep({ mode, limit }: LogsQuestion): number {
  return mode === "exact" ? Math.min(limit + 1, TEXTS_PER_STEP) : TEXTS_PER_STEP;
}

function nameOf({ place }: ScannedText): string {
  return `t:${place.session}#${formatSeq(place)}`;
}

/** `where` one text took all the time that there was. */
export function tooSlow(where: string): VarveError {
  return new VarveError(
    "usage",
    `the expression takes too long on ${where} and was stopped`,
    "avoid repeats inside repeats such as (a+)+ or .*.*, or look for a text with --exact",
  );
}

/** Behind the question's cursor. Throws VarveError `usage` when one text alone uses up the time and nothing was found before. */
export async function lookThroughTurns(look: Look): Promise<LaneResult> {
  const { question, needle, until } = look;
  const { index, limit, filter } = question;
  if (index === undefined) return NO_RESULT;
  const helperOf = makeHelperLookup(index);
  const seen = question.cursor?.seen ?? 0;
  const found: FoundLog[] = [];
  let after = question.cursor === undefined ? undefined : placeOf(question.cursor.mark);
  let turns = needle === undefined ? TEXTS_PER_STEP : FIRST_TURNS;
  for (;;) {
    const step = index.scanTexts({
      filter,
      needle,
      after,
      limit: rowsPerStep(question),
      turns,
    });
    const { matched, done, stuck } = await matchRows(look, step.rows);
    // What redaction hides is no hit, so the next ones move up.
    for (let at = 0; at < matched.length && found.length <= limit; at += limit + 1)
      found.push(...showMatches(look, matched.slice(at, at + limit + 1), helperOf));
    const isCut = done < step.rows.length;
    if (stuck !== undefined && found.length === 0) throw tooSlow(nameOf(stuck));
    if (found.length > limit || (!isCut && step.next === undefined)) break;
    after = isCut ? (step.rows[done - 1]?.place ?? after) : step.next;
    if (isCut || performance.now() >= until) return stopped({ found, seen, after, stuck });
    // A step that rows ended was as long as it can be.
    if (needle !== undefined && step.rows.length < rowsPerStep(question))
      turns = Math.min(MOST_TURNS, turns * 2);
  }
  const isWhole = found.length <= limit;
  const kept = found.slice(0, limit + 1);
  return { ...NO_RESULT, found: kept, total: seen + kept.length, totalIsExact: isWhole };
}

function stopped(state: {
  readonly found: readonly FoundLog[];
  readonly seen: number;
  readonly after: ScanPlace | undefined;
  readonly stuck: ScannedText | undefined;
}): LaneResult {
  const { found, seen, after, stuck } = state;
  const time = after?.time ?? null;
  return {
    ...NO_RESULT,
    found,
    total: seen + found.length,
    totalIsExact: false,
    // The same text would use up the time of every further page.
    stoppedAt: stuck !== undefined ? undefined : after === undefined ? [] : markOf(after),
    lookedBackTo: time === null ? null : new Date(time).toISOString(),
    skipped:
      stuck === undefined ? [] : [{ lane: "older turns", reason: tooSlow(nameOf(stuck)).message }],
  };
}
