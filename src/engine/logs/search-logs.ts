/** Owns the logs use-case: words, a text or an expression in turns of every class, or in every archived byte. */
import type { Engine } from "../engine.ts";
import type { PageForm } from "../fit-answer.ts";
import { holdIndexWhile } from "../hold-index.ts";
import { freshen } from "../freshness/freshen.ts";
import type { Freshness } from "../freshness/freshness.ts";
import { buildLogsAnswer } from "./build-logs-answer.ts";
import type { LaneResult } from "./lane-result.ts";
import type { LogsAnswer } from "./logs-answer.ts";
import { lookThroughLines } from "./look-through-lines.ts";
import { lookThroughTails } from "./look-through-tails.ts";
import { lookThroughTurns } from "./look-through-turns.ts";
import { openPatternMatcher } from "./pattern-matcher.ts";
import { readLogsQuestion, type LogsQuery, type LogsQuestion } from "./read-logs-question.ts";
import { searchWords } from "./search-words.ts";
import { openNeedleMatcher, type TextMatcher } from "./text-matcher.ts";

/** Time for taking in what hosts wrote since the last sync. */
const FRESHEN_MS = 150;
/** Kept back of the time there is, for showing what was found. */
const RESERVED_MS = 100;
/** An expression that takes this part of a page's time on one text would end no page behind it. */
const TEXT_SHARE = 0.4;
/** The same for a look without a limit. */
const MOST_TEXT_MS = 2_000;

/**
 * Looks through what agents and hosts wrote, lifecycle turns and dropped ones included. Stops when the time of the
 * budget is over: the header says how far it came, and the cursor goes on there. Throws VarveError `usage` for what
 * cannot be looked for, a bad cursor or date, and an expression that takes too long on one text; `not-found` or
 * `ambiguous` for a project.
 */
export async function searchLogs(
  engine: Engine,
  request: LogsQuery,
  form: PageForm<LogsAnswer>,
): Promise<LogsAnswer> {
  const started = performance.now();
  const until = started + Math.max(RESERVED_MS, form.budget.milliseconds - RESERVED_MS);
  const freshness = freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndexWhile(engine, async () => {
    const question = readLogsQuestion(engine, request);
    const matcher = openMatcher(question, until - started);
    try {
      const result = await look(question, { matcher, until, freshness });
      return buildLogsAnswer({
        request,
        question,
        freshness,
        result,
        cappedTurns: countCapped(question, result),
        form,
        started,
      });
    } finally {
      await matcher?.close();
    }
  });
}

function openMatcher(
  { mode, query, pattern }: LogsQuestion,
  pageMs: number,
): TextMatcher | undefined {
  if (pattern !== undefined)
    return openPatternMatcher(pattern, Math.min(MOST_TEXT_MS, pageMs * TEXT_SHARE));
  return mode === "exact" ? openNeedleMatcher(query) : undefined;
}

interface LookMeans {
  readonly matcher: TextMatcher | undefined;
  readonly until: number;
  readonly freshness: Freshness;
}

async function look(question: LogsQuestion, means: LookMeans): Promise<LaneResult> {
  const { matcher, until, freshness } = means;
  const { leftOut } = freshness;
  if (question.allBytes && matcher !== undefined)
    return lookThroughLines({ question, matcher, needle: needleOf(question), until, leftOut });
  const fresh = await lookThroughTails(question, freshness.tails, matcher, until);
  const result =
    matcher === undefined
      ? searchWords(question, leftOut)
      : await lookThroughTurns({ question, matcher, needle: needleOf(question), until, leftOut });
  const whole = await withOutside(question, result, means);
  return { ...whole, found: [...fresh, ...whole.found], total: whole.total + fresh.length };
}

function needleOf({ mode, query, pattern }: LogsQuestion): string | undefined {
  return mode === "exact" ? query : pattern?.literal;
}

/** Nothing in the scope: what other projects hold is counted, up to a page of it. */
async function withOutside(
  question: LogsQuestion,
  result: LaneResult,
  { matcher, until, freshness }: LookMeans,
): Promise<LaneResult> {
  const isWhole = result.total === 0 && result.stoppedAt === undefined;
  if (matcher === undefined || !isWhole || question.filter.projects === "all") return result;
  const anywhere = { ...question, filter: { ...question.filter, projects: "all" as const } };
  const outside = await lookThroughTurns({
    question: anywhere,
    matcher,
    needle: needleOf(question),
    until,
    leftOut: freshness.leftOut,
  });
  return { ...result, outsideScope: outside.found.length };
}

/** Says what the texts of the index leave out, where more was wanted than they gave. */
function countCapped({ index, mode, allBytes, filter, limit }: LogsQuestion, result: LaneResult) {
  const wasExhausted = result.stoppedAt === undefined && result.found.length < limit;
  if (index === undefined || mode === "words" || allBytes || !wasExhausted) return null;
  return index.countCapped(filter);
}
