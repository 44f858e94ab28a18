/** Owns making the answer of a search: hits as they are shown, the header that says what was done, the page in its budget. */
import type { BudgetLimit } from "../core/budget.ts";
import { cutSnippet } from "../core/snippet.ts";
import { stripKoreanParticle } from "../core/tokenise/korean-particles.ts";
import { entryFilePath } from "./archive-location.ts";
import type { CollectedHits, RankedHit } from "./collect-hits.ts";
import type { Engine } from "./engine.ts";
import { fitAnswer, type PageForm } from "./fit-answer.ts";
import type { Freshness } from "./freshness/freshness.ts";
import { makeHelperLookup } from "./helper-lookup.ts";
import { nextSearchCall } from "./next-search-call.ts";
import type { Question } from "./read-question.ts";
import type { SearchAnswer, SearchHeader, SearchHit } from "./search-answer.ts";
import { writeCursor } from "./search-cursor.ts";
import type { SearchQuery } from "./search.ts";
import { digestRange, type RangeDigest } from "./timeline/digest-range.ts";
import { whyNoIndex } from "./why-no-index.ts";

export interface AnswerParts {
  readonly engine: Engine;
  readonly request: SearchQuery;
  readonly question: Question;
  readonly freshness: Freshness;
  readonly found: CollectedHits;
  readonly form: PageForm<SearchAnswer>;
  /** Of performance.now(). */
  readonly started: number;
}

/** The echo of a pasted page would be most of an answer. */
const MAX_ECHO_CHARS = 200;
/** Sessions of a digest that a page may have room for. */
const MOST_DIGEST_SESSIONS = 60;

/** A question that is a date and nothing else is answered with what happened then, as counts. */
export function buildAnswer(parts: AnswerParts): SearchAnswer {
  const { engine, question } = parts;
  const dateOnly =
    question.range !== null &&
    question.words.length === 0 &&
    question.filters.filePrefix === undefined;
  if (dateOnly) return buildDigest(parts);
  const { found, form } = parts;
  const shownWords = question.words.flatMap((word) => [
    word.typed,
    stripKoreanParticle(word.typed),
  ]);
  const helperOf = makeHelperLookup(question.index);
  const page = found.hits.slice(0, question.limit).map((ranked) => ({
    ranked,
    hit: toHit(engine, ranked, shownWords, helperOf),
  }));
  return fitAnswer(page, form, (shown, limitedBy) => {
    const following = found.hits[shown.length];
    const hits = shown.map(({ hit }) => hit);
    return answerOf(parts, {
      hits: question.order === "time" ? inTimeOrder(hits) : hits,
      digest: null,
      limitedBy,
      following: shown.length === 0 ? undefined : following,
    });
  });
}

function buildDigest(parts: AnswerParts): SearchAnswer {
  const { engine, question, form } = parts;
  const digest = digestRange(engine, {
    slugs: question.scope.slugs,
    from: question.range?.from ?? null,
    until: question.range?.until ?? null,
    calendar: question.calendar,
  });
  // The sessions with most turns first, so that a short page keeps those.
  const bySize = [...digest.sessions]
    .sort((a, b) => b.turns - a.turns)
    .slice(0, MOST_DIGEST_SESSIONS);
  return fitAnswer(bySize, form, (shown, limitedBy) => {
    const sessions = digest.sessions.filter((session) => shown.includes(session));
    const cut = sessions.length < digest.sessionCount;
    return answerOf(parts, {
      hits: [],
      digest: { ...digest, sessions },
      limitedBy: limitedBy ?? (cut ? "items" : null),
      following: undefined,
    });
  });
}

interface AnswerBody {
  readonly hits: readonly SearchHit[];
  readonly digest: RangeDigest | null;
  readonly limitedBy: BudgetLimit | null;
  /** First hit of the next page. */
  readonly following: RankedHit | undefined;
}

function answerOf(parts: AnswerParts, body: AnswerBody): SearchAnswer {
  const { question, started } = parts;
  const { hits, digest, limitedBy, following } = body;
  const cursor =
    following === undefined
      ? null
      : writeCursor(
          {
            place: following.place,
            from: question.range?.from ?? null,
            until: question.range?.until ?? null,
          },
          question.cursorBinding,
        );
  return {
    header: headerOf(parts, { hits, digest, limitedBy, cursor }),
    hits,
    digest,
    truncated: cursor !== null || (digest !== null && digest.sessions.length < digest.sessionCount),
    cursor,
    durationMs: Math.round(performance.now() - started),
  };
}

function headerOf(
  parts: AnswerParts,
  body: Pick<AnswerBody, "hits" | "digest" | "limitedBy"> & { readonly cursor: string | null },
): SearchHeader {
  const { engine, request, question, freshness, found } = parts;
  const { range, scope, order, asked } = question;
  const totals = totalOf(parts, body);
  const echo = engine.redactor.redact(asked.slice(0, MAX_ECHO_CHARS).toWellFormed());
  return {
    query: asked.length > MAX_ECHO_CHARS ? `${echo}…` : echo,
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
    zone: question.calendar.zone,
    scope: scope.label,
    lanes: lanesOf(parts, body.digest),
    skippedLanes: skippedLanesOf(parts, body.digest),
    passiveWords: found.passive,
    order,
    shown: body.digest === null ? body.hits.length : body.digest.sessions.length,
    total: body.digest === null ? totals.total : body.digest.sessionCount,
    totalIsExact: totals.isExact,
    outsideScope: found.outsideScope,
    outsideRange: found.outsideRange,
    indexLag: freshness.indexLag,
    limitedBy: body.limitedBy,
    next: nextSearchCall({
      request,
      question,
      found,
      hasIndex: question.index !== undefined,
      isBehind: freshness.pending.length > 0,
      ...body,
    }),
  };
}

/** A page that is all of it has counted: counting gives up sooner than `--all`. */
function totalOf(
  { question, found }: AnswerParts,
  body: Pick<AnswerBody, "hits"> & { readonly cursor: string | null },
): { readonly total: number; readonly isExact: boolean } {
  const { batch, within } = question.place;
  const shown = body.hits.length;
  const isAll = body.cursor === null && batch === 0 && within === 0 && shown > 0;
  const total = Math.max(found.total, shown);
  return isAll && shown >= found.total
    ? { total: shown, isExact: true }
    : { total, isExact: found.totalIsExact };
}

function lanesOf(
  { question, found, freshness }: AnswerParts,
  digest: RangeDigest | null,
): string[] {
  const indexed = question.index !== undefined;
  const tails = freshness.tails.length > 0 ? ["tails"] : [];
  if (digest !== null) return indexed ? ["counts"] : [];
  if (question.words.length === 0)
    return question.filters.filePrefix === undefined
      ? []
      : [...(indexed ? ["files"] : []), ...tails];
  const words = found.byCharacter ? "characters" : "words";
  return [...(indexed ? [words] : []), ...tails];
}

function skippedLanesOf(
  { engine, question, found, freshness }: AnswerParts,
  digest: RangeDigest | null,
): SearchHeader["skippedLanes"] {
  const skipped: { lane: string; reason: string }[] = [];
  if (question.index === undefined) skipped.push({ lane: "words", reason: whyNoIndex(engine) });
  else if (
    digest === null &&
    question.words.length === 0 &&
    question.filters.filePrefix === undefined
  )
    skipped.push({ lane: "words", reason: "the query holds no word to look for" });
  if (found.tooWeak > 0 && found.hits.length === 0)
    skipped.push({
      lane: "words",
      reason: `${found.tooWeak} turns share too little with the question to be an answer`,
    });
  const { pending, problem } = freshness;
  if (problem !== null) skipped.push({ lane: "sync", reason: problem });
  if (pending.length > 0)
    skipped.push({
      lane: "sync",
      reason: `${pending.length} changed ${pending.length === 1 ? "file is" : "files are"} not taken in yet (${[...new Set(pending.map(({ why }) => why))].join(", ")})`,
    });
  return skipped;
}

function inTimeOrder(hits: readonly SearchHit[]): readonly SearchHit[] {
  // Undated turns go last: they cannot be placed.
  const key = (hit: SearchHit): string => hit.date ?? "~";
  return [...hits].sort((a, b) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.ref < b.ref ? -1 : 1,
  );
}

function toHit(
  engine: Engine,
  ranked: RankedHit,
  words: readonly string[],
  helperOf: (session: string) => string | null,
): SearchHit {
  const { hit } = ranked;
  // The rules may be newer than the rows: what is shown passes them once more.
  const text = engine.redactor.redact(hit.text);
  const snippet = cutSnippet(text, words, engine.options.settings.snippetChars);
  return {
    ref: `t:${hit.session}#${hit.seq}`,
    kind: "turn",
    title: hit.toolName,
    date: hit.time,
    project: hit.project,
    type: hit.class,
    role: hit.role,
    session: hit.session,
    helperOf: hit.sidechain ? helperOf(hit.session) : null,
    snippet: snippet.text,
    marks: snippet.marks,
    path: "archiveEntryId" in hit ? entryFilePath(hit.archiveEntryId, hit.epoch) : null,
    anchor: `line ${hit.line}`,
    score: Math.round(ranked.score * 1000) / 1000,
    why: ranked.why,
  };
}
