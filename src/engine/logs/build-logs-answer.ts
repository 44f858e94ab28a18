/** Owns making the answer of logs: the page in its budget, and a header that says what was looked at and what was not. */
import type { BudgetLimit } from "../../core/budget.ts";
import { fitAnswer, type PageForm } from "../fit-answer.ts";
import type { Freshness } from "../freshness/freshness.ts";
import { whyNoIndex } from "../why-no-index.ts";
import type { FoundLog, LaneResult } from "./lane-result.ts";
import type { LogsAnswer, LogsHeader } from "./logs-answer.ts";
import { writeLogsCursor, type Mark } from "./logs-cursor.ts";
import { nextLogsCall } from "./next-logs-call.ts";
import type { LogsQuery, LogsQuestion } from "./read-logs-question.ts";

export interface LogsAnswerParts {
  readonly request: LogsQuery;
  readonly question: LogsQuestion;
  readonly freshness: Freshness;
  readonly result: LaneResult;
  /** Counted when everything was looked at and little was found. */
  readonly cappedTurns: number | null;
  readonly form: PageForm<LogsAnswer>;
  /** Of performance.now(). */
  readonly started: number;
}

/** The echo of a pasted page would be most of an answer. */
const MAX_ECHO_CHARS = 200;

export function buildLogsAnswer(parts: LogsAnswerParts): LogsAnswer {
  const { question, result, form } = parts;
  return fitAnswer(result.found.slice(0, question.limit), form, (shown, limitedBy) =>
    answerOf(parts, shown, limitedBy),
  );
}

/** Where the next page goes on; undefined when there is none. */
function markBehind({ result }: LogsAnswerParts, shown: readonly FoundLog[]): Mark | undefined {
  if (shown.length === result.found.length) return result.stoppedAt;
  return shown.at(-1)?.mark ?? result.stoppedAt;
}

function answerOf(
  parts: LogsAnswerParts,
  shown: readonly FoundLog[],
  limitedBy: BudgetLimit | null,
): LogsAnswer {
  const { question, started, result } = parts;
  const mark = markBehind(parts, shown);
  const cursor =
    mark === undefined
      ? null
      : writeLogsCursor(
          {
            mark,
            seen: (question.cursor?.seen ?? 0) + shown.length,
            from: question.range?.from ?? null,
            until: question.range?.until ?? null,
          },
          question.binding,
        );
  const stopped = result.stoppedAt !== undefined && shown.length === result.found.length;
  return {
    header: headerOf(parts, {
      shown: shown.length,
      limitedBy: limitedBy ?? (stopped ? "milliseconds" : null),
      cursor,
    }),
    hits: shown.map(({ hit }) => hit),
    truncated: cursor !== null || shown.length < result.found.length,
    cursor,
    durationMs: Math.round(performance.now() - started),
  };
}

function headerOf(
  parts: LogsAnswerParts,
  page: {
    readonly shown: number;
    readonly limitedBy: BudgetLimit | null;
    readonly cursor: string | null;
  },
): LogsHeader {
  const { request, question, freshness, result, cappedTurns } = parts;
  const { query, range, scope, mode, allBytes, order } = question;
  return {
    query:
      query.length > MAX_ECHO_CHARS ? `${query.slice(0, MAX_ECHO_CHARS).toWellFormed()}…` : query,
    mode,
    allBytes,
    range:
      range === null
        ? null
        : {
            from: range.from,
            to: range.until,
            precision: range.precision,
            words: range.words,
            alternatives: range.alternatives.map(({ from, until }) => ({ from, to: until })),
          },
    zone: request.calendar.zone,
    scope: scope.label,
    lanes: lanesOf(parts),
    skippedLanes: skippedLanesOf(parts),
    passiveWords: result.passive,
    order,
    shown: page.shown,
    total: result.total,
    totalIsExact: result.totalIsExact,
    outsideScope: result.outsideScope,
    outsideRange: 0,
    indexLag: freshness.indexLag,
    limitedBy: page.limitedBy,
    lookedBackTo: result.lookedBackTo,
    cappedTurns,
    next: nextLogsCall({ request, question, result, cursor: page.cursor, cappedTurns }),
  };
}

function lanesOf({ question, freshness }: LogsAnswerParts): readonly string[] {
  const { mode, allBytes, index } = question;
  const lane = allBytes ? "archive" : mode === "words" ? "words" : "texts";
  return [
    ...(index !== undefined || allBytes ? [lane] : []),
    ...(freshness.tails.length > 0 && !allBytes ? ["tails"] : []),
  ];
}

function skippedLanesOf({ question, freshness, result, cappedTurns }: LogsAnswerParts) {
  const { engine, index, mode, allBytes } = question;
  const skipped = [...result.skipped];
  if (index === undefined && !allBytes)
    skipped.push({ lane: mode === "words" ? "words" : "texts", reason: whyNoIndex(engine) });
  if (cappedTurns !== null && cappedTurns > 0)
    skipped.push({
      lane: "capped results",
      reason: `of ${cappedTurns} large texts the index holds a part, of results the beginning, the end and the lines with errors; --all-bytes looks at all of them`,
    });
  const { pending, problem } = freshness;
  if (pending.length > 0)
    skipped.push({
      lane: "sync",
      reason: `${pending.length} changed ${pending.length === 1 ? "file is" : "files are"} not taken in yet (${[...new Set(pending.map(({ why }) => why))].join(", ")})`,
    });
  if (problem !== null) skipped.push({ lane: "sync", reason: problem });
  return skipped;
}
