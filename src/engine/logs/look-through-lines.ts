/** Owns looking through every archived line: files with the newest turns first, each from its first line on. */
import type { ArchiveEntry } from "../../archive/archive-types.ts";
import type { LineTurn } from "../../search-index/scan-lines.ts";
import { entryFilePath } from "../archive-location.ts";
import { hiddenLinesOf } from "../hidden/hidden-lines-of.ts";
import { UNKNOWN_PROJECT } from "../index-entry.ts";
import type { Span } from "./cut-context.ts";
import { NO_RESULT, type FoundLog, type LaneResult } from "./lane-result.ts";
import { isInside } from "./line-windows.ts";
import { makeHelperLookup } from "../helper-lookup.ts";
import { showLine, showTurn, type ShownMatch } from "./log-hit.ts";
import type { Mark } from "./logs-cursor.ts";
import { tooSlow, type Look } from "./look-through-turns.ts";
import { rawExpression } from "./raw-needle.ts";
import { readCandidates, type CandidatePlace, type CandidateText } from "./read-candidates.ts";

/** A file of the archive in the order of the look. */
interface Place {
  readonly id: string;
  /** Time of its last turn; files without turns come after all others. */
  readonly time: number;
  readonly epoch: number;
  /** Lines up to this one are done. */
  readonly line: number;
}

const NO_TURNS = -1;
const DAY_MS = 86_400_000;
/** A little more than asked for: the needle's last occurrences may be hidden. */
const MORE_LINES = 8;

/** A look over raw lines, and what it has found so far. */
interface LineLook extends Look {
  readonly raw: RegExp | undefined;
  readonly helperOf: ReturnType<typeof makeHelperLookup>;
  readonly found: FoundLog[];
  readonly damaged: Set<string>;
  /** A line that took all the time. */
  stuckAt: string | undefined;
}

function markOf({ id, time, epoch, line }: Place): Mark {
  return [time, id, epoch, line];
}

function placeOf(mark: Mark): Place | undefined {
  const [time, id, epoch, line] = mark;
  if (typeof id !== "string") return undefined;
  return { id, time: Number(time), epoch: Number(epoch), line: Number(line) };
}

/** Every entry from the cursor's on. One that got a newer turn since is still gone through to its end. */
function listPlaces({ question }: Look, from: Place | undefined): readonly Place[] {
  const { engine, index } = question;
  const known = (index?.scanEntries() ?? []).map(({ id, lastTime }) => ({
    id,
    time: lastTime ?? 0,
  }));
  const indexed = new Set(known.map(({ id }) => id));
  const others = [...engine.archive.entryIds()]
    .filter((id) => !indexed.has(id))
    .sort()
    .map((id) => ({ id, time: NO_TURNS }));
  const all = [...known, ...others].map((each): Place => ({ ...each, epoch: 1, line: 0 }));
  if (from === undefined) return all;
  const behind = all.filter(
    ({ id, time }) => id !== from.id && (time < from.time || (time === from.time && id > from.id)),
  );
  return [from, ...behind];
}

function isWanted({ question, leftOut }: Look, entry: ArchiveEntry, { time }: Place): boolean {
  const { scope, filter } = question;
  if (scope.slugs !== "all" && !scope.slugs.includes(entry.project ?? UNKNOWN_PROJECT))
    return false;
  if (filter.sources !== undefined && !filter.sources.includes(entry.source)) return false;
  if (leftOut.has(entry.session ?? "") || leftOut.has(entry.fileId ?? "")) return false;
  // Bookkeeping may be a little younger than the last turn.
  return (
    filter.since === undefined || time === NO_TURNS || time + DAY_MS >= Date.parse(filter.since)
  );
}

function timestampOf(text: string): string | null {
  const stamp = /"timestamp"\s*:\s*"(\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)"/.exec(text)?.[1];
  const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** `assistant/thinking`: the types that the record names, in its order. */
function typesOf(text: string): string | null {
  const types = [...text.matchAll(/"type"\s*:\s*"([\w.-]{1,40})"/g)].map((match) => match[1] ?? "");
  return types.length === 0 ? null : [...new Set(types)].slice(0, 3).join("/");
}

function isInRange(date: string | null, { since, until }: Look["question"]["filter"]): boolean {
  if (since === undefined && until === undefined) return true;
  if (date === null) return false;
  return (since === undefined || date >= since) && (until === undefined || date < until);
}

/** The turn whose text holds what matched, else the line's first. */
function turnOf(turns: readonly LineTurn[], matched: string): LineTurn | undefined {
  const needle = matched.toLowerCase();
  return turns.find(({ turn }) => turn.text.toLowerCase().includes(needle)) ?? turns[0];
}

function showHit(
  look: LineLook,
  entry: ArchiveEntry,
  place: Place,
  shown: ShownMatch,
): FoundLog | undefined {
  const { index, filter } = look.question;
  const line = { entryId: entry.id, epoch: place.epoch, line: place.line };
  const matched = shown.text.slice(shown.span.at, shown.span.at + shown.span.length);
  const lineTurn = turnOf(index?.lineTurns(line) ?? [], matched);
  const date = lineTurn?.turn.time ?? timestampOf(shown.text);
  if (!isInRange(date, filter)) return undefined;
  if (lineTurn !== undefined) {
    const hit = showTurn(lineTurn.turn, shown, look.helperOf);
    return { hit: { ...hit, ref: lineTurn.ref }, mark: markOf(place) };
  }
  const hit = showLine(
    {
      ...line,
      project: entry.project ?? UNKNOWN_PROJECT,
      session: entry.session ?? entry.fileId ?? "",
      date,
      title: typesOf(shown.text),
    },
    shown,
  );
  return { hit, mark: markOf(place) };
}

/** What of the candidates is a hit, in the order of lines, up to the limit. */
function takeHits(
  look: LineLook,
  entry: ArchiveEntry,
  start: Place,
  lines: ReadonlyMap<number, readonly ReadText[]>,
): void {
  const why = look.question.mode === "exact" ? "exact bytes" : "expression";
  for (const [line, texts] of lines) {
    if (look.found.length > look.question.limit) return;
    const match = texts.find(
      ({ text, span }) => span !== undefined && isInside(text.window, span, text.text.length),
    );
    if (match?.span === undefined) continue;
    const shown = { text: match.text.text, span: match.span, why };
    const found = showHit(look, entry, { ...start, line }, shown);
    if (found !== undefined) look.found.push(found);
  }
}

/** Goes through one epoch; returns the place where the time was over, undefined when it came to the end or found enough. */
async function lookThroughEpoch(
  look: LineLook,
  entry: ArchiveEntry,
  start: Place,
): Promise<Place | undefined> {
  const { question, matcher, raw, until, found } = look;
  const { engine, limit } = question;
  const redactor = engine.privateWords.masking(engine.redactor, entry.session ?? entry.fileId);
  const hidden = hiddenLinesOf(engine, question.index, entry);
  if (hidden === "all") return undefined;
  const isHidden =
    hidden && ((bytes: Buffer, number: number): boolean => hidden(bytes, start.epoch, number));
  for (let line = start.line; ;) {
    const from: CandidatePlace = { entryId: entry.id, epoch: start.epoch, fromLine: line + 1 };
    const mostLines = limit + MORE_LINES - Math.min(limit, found.length);
    const read = readCandidates(engine, from, { raw, redactor, isHidden, mostLines, until });
    const { spans, stuckAt } = await matcher.match(
      read.texts.map(({ text }) => text),
      until,
    );
    const cutLine = read.texts[spans.length]?.line;
    takeHits(look, entry, start, groupByLine(read.texts, spans, cutLine));
    if (read.damaged) look.damaged.add(entry.id);
    if (stuckAt !== undefined)
      look.stuckAt = `${entryFilePath(entry.id, start.epoch)}:${cutLine ?? line}`;
    const next = cutLine ?? read.nextLine;
    if (next === undefined || found.length > limit) return undefined;
    line = next - 1;
    if (cutLine !== undefined || performance.now() >= until) return { ...start, line };
  }
}

interface ReadText {
  readonly text: CandidateText;
  readonly span: Span | undefined;
}

/** Texts by line; those from `cutLine` on were not all matched. */
function groupByLine(
  texts: readonly CandidateText[],
  spans: readonly (Span | undefined)[],
  cutLine: number | undefined,
): ReadonlyMap<number, readonly ReadText[]> {
  const lines = new Map<number, ReadText[]>();
  for (const [at, text] of texts.entries()) {
    if (text.line === cutLine) break;
    const line = lines.get(text.line) ?? [];
    line.push({ text, span: spans[at] });
    lines.set(text.line, line);
  }
  return lines;
}

async function lookThroughPlace(look: LineLook, place: Place): Promise<Place | undefined> {
  const { engine, limit } = look.question;
  const entry = engine.archive.entry(place.id);
  if (entry === undefined) look.damaged.add(place.id);
  if (entry === undefined || !isWanted(look, entry, place)) return undefined;
  for (const { epoch } of entry.epochs) {
    if (epoch < place.epoch) continue;
    const start = epoch === place.epoch ? place : { ...place, epoch, line: 0 };
    if (performance.now() >= look.until) return start;
    const stopped = await lookThroughEpoch(look, entry, start);
    if (stopped !== undefined || look.found.length > limit) return stopped;
  }
  return undefined;
}

/** Behind the question's cursor. Throws VarveError `usage` when one line alone uses up the time and nothing was found before. */
export async function lookThroughLines(look: Look): Promise<LaneResult> {
  const { limit, cursor, index } = look.question;
  const lines: LineLook = {
    ...look,
    raw: look.needle === undefined ? undefined : rawExpression(look.needle),
    helperOf: makeHelperLookup(index),
    found: [],
    damaged: new Set(),
    stuckAt: undefined,
  };
  let stoppedAt: Place | undefined;
  for (const place of listPlaces(look, cursor === undefined ? undefined : placeOf(cursor.mark))) {
    stoppedAt = await lookThroughPlace(lines, place);
    if (stoppedAt !== undefined || lines.found.length > limit) break;
  }
  return resultOf(lines, stoppedAt);
}

function resultOf(look: LineLook, stoppedAt: Place | undefined): LaneResult {
  const { found, damaged, stuckAt } = look;
  const { limit, cursor } = look.question;
  if (stuckAt !== undefined && found.length === 0) throw tooSlow(stuckAt);
  const time = stoppedAt?.time ?? 0;
  const skipped: { lane: string; reason: string }[] = [];
  if (damaged.size > 0)
    skipped.push({
      lane: "damaged files",
      reason: `${damaged.size} cannot be read in full: run varve audit`,
    });
  if (stuckAt !== undefined)
    skipped.push({ lane: "older lines", reason: tooSlow(stuckAt).message });
  return {
    ...NO_RESULT,
    found,
    total: (cursor?.seen ?? 0) + found.length,
    totalIsExact: stoppedAt === undefined && found.length <= limit,
    // The same line would use up the time of every further page.
    stoppedAt: stoppedAt === undefined || stuckAt !== undefined ? undefined : markOf(stoppedAt),
    lookedBackTo: time > 0 ? new Date(time).toISOString() : null,
    skipped,
  };
}
