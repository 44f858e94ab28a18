/** Owns what happened in a range of time, as counts: sessions, turns per hour, day, month or year, first prompts. */
import type { Calendar } from "../../core/time-expressions/time-query.ts";
import type { RangeCount } from "../../search-index/count-range.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { chooseUnit, commonStep, listStarts, type CalendarUnit } from "./calendar-steps.ts";
import { oneLine } from "./one-line.ts";

export interface DigestRequest {
  /** Slugs of the scope. */
  readonly slugs: readonly string[] | "all";
  /** First instant that counts, ISO 8601; null is since ever. */
  readonly from: string | null;
  /** First instant that no longer counts; null is without end. */
  readonly until: string | null;
  readonly calendar: Calendar;
}

/** What one session did in the range; the work of its helpers is counted in. */
export interface DigestSession {
  readonly ref: string;
  readonly project: string;
  readonly title: string | null;
  /** Times of its first and last turn in the range. */
  readonly from: string;
  readonly to: string;
  readonly prompts: number;
  readonly turns: number;
  /** Helpers that worked for it in the range. */
  readonly helpers: number;
  /** The first prompt in the range on one line, cut; null when there is none. */
  readonly firstPrompt: string | null;
  readonly firstPromptRef: string | null;
}

/** Counts of what is searchable: no lifecycle turns, none that a rewind dropped. */
export interface RangeDigest {
  readonly turns: number;
  readonly prompts: number;
  /** All sessions in the range; `sessions` may hold fewer. */
  readonly sessionCount: number;
  /** In time order; the ones with most turns where not all are there. */
  readonly sessions: readonly DigestSession[];
  readonly unit: CalendarUnit;
  /** Turns by the first instant (ISO, UTC) of the person's hour, day, month or year; empty ones are left out. */
  readonly counts: Readonly<Record<string, number>>;
}

/** More are never shown on a page. */
const MOST_SESSIONS = 40;
const PROMPT_CHARS = 120;
const TITLE_CHARS = 80;

interface Gathered {
  readonly id: string;
  readonly project: string;
  readonly title: string | null;
  readonly helpers: ReadonlySet<string>;
  readonly turns: number;
  readonly prompts: number;
  readonly first: string;
  readonly last: string;
}

/** Counted in SQL, whatever the range holds. An index that does not exist gives a digest of nothing. */
export function digestRange(engine: Engine, request: DigestRequest): RangeDigest {
  const { from, until, calendar } = request;
  const index = engine.index("read");
  const span = index?.spanOfRange(request);
  if (index === undefined || span === undefined)
    return { turns: 0, prompts: 0, sessionCount: 0, sessions: [], unit: "day", counts: {} };
  const unit = unitOf({ from, until, ...span });
  const starts = listStarts(unit, span, calendar);
  const steps = { origin: starts[0] ?? 0, stepMs: commonStep(starts) };
  const rows = index.countRange({ projects: request.slugs, from, until }, steps);
  const sessions = gatherSessions(index, rows);
  const largest = [...sessions]
    .sort((a, b) => b.turns - a.turns || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SESSIONS);
  return {
    turns: sumOf(rows.map((row) => row.turns)),
    prompts: sumOf(rows.map((row) => row.prompts)),
    sessionCount: sessions.length,
    sessions: largest
      .sort((a, b) => a.first.localeCompare(b.first) || (a.id < b.id ? -1 : 1))
      .map((session) => describe(engine, index, session, request)),
    unit,
    counts: countByStart(rows, starts, steps),
  };
}

/** By the length asked for, as far as turns reach; years only where there are years of turns. */
function unitOf(range: {
  readonly from: string | null;
  readonly until: string | null;
  readonly first: number;
  readonly last: number;
}): CalendarUnit {
  const from = range.from === null ? range.first : Date.parse(range.from);
  const until = range.until === null ? range.last : Date.parse(range.until);
  const unit = chooseUnit(until - from);
  return unit === "year" ? longUnit(range.last - range.first) : unit;
}

function longUnit(spanMs: number): CalendarUnit {
  return chooseUnit(spanMs) === "year" ? "year" : "month";
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function countByStart(
  rows: readonly RangeCount[],
  starts: readonly number[],
  steps: { readonly origin: number; readonly stepMs: number },
): Readonly<Record<string, number>> {
  const perStep = new Map<number, number>();
  for (const { step, turns } of rows) perStep.set(step, (perStep.get(step) ?? 0) + turns);
  const counts: Record<string, number> = {};
  let at = 0;
  for (const [step, turns] of [...perStep].sort(([a], [b]) => a - b)) {
    const instant = steps.origin + step * steps.stepMs;
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= instant) at += 1;
    const start = new Date(starts[at] ?? instant).toISOString();
    counts[start] = (counts[start] ?? 0) + turns;
  }
  return counts;
}

/** Rows by the session that a person would name: helpers under the one they work for. */
function gatherSessions(index: SearchIndex, rows: readonly RangeCount[]): readonly Gathered[] {
  const owners = new Map<string, { readonly id: string; readonly title: string | null }>();
  const found = new Map<string, Gathered & { readonly helpers: Set<string> }>();
  for (const row of rows) {
    const owner = owners.get(row.session) ?? findOwner(index, row);
    owners.set(row.session, owner);
    const known = found.get(owner.id);
    const helpers = known?.helpers ?? new Set<string>();
    if (owner.id !== row.session) helpers.add(row.session);
    found.set(owner.id, {
      id: owner.id,
      project: row.project,
      title: owner.title,
      helpers,
      turns: (known?.turns ?? 0) + row.turns,
      prompts: (known?.prompts ?? 0) + row.prompts,
      first: known !== undefined && known.first < row.first ? known.first : row.first,
      last: known !== undefined && known.last > row.last ? known.last : row.last,
    });
  }
  return [...found.values()];
}

function findOwner(
  index: SearchIndex,
  row: RangeCount,
): { readonly id: string; readonly title: string | null } {
  let owner = { id: row.session, title: row.title };
  let parent = row.isHelper ? row.parent : null;
  for (let steps = 0; parent !== null && steps < 8; steps += 1) {
    const id = parent;
    const session = index.findSessions(id).find((each) => each.id === id);
    if (session === undefined) break;
    owner = { id, title: session.title };
    parent = session.relation === "subagent" ? session.parent : null;
  }
  return owner;
}

function describe(
  engine: Engine,
  index: SearchIndex,
  session: Gathered,
  request: DigestRequest,
): DigestSession {
  const redact = (text: string): string => engine.redactor.redact(text);
  const prompt = session.prompts === 0 ? undefined : index.firstPrompt(session.id, request);
  return {
    ref: `s:${session.id}`,
    project: session.project,
    title: session.title === null ? null : oneLine(redact(session.title), TITLE_CHARS),
    from: session.first,
    to: session.last,
    prompts: session.prompts,
    turns: session.turns,
    helpers: session.helpers.size,
    firstPrompt: prompt === undefined ? null : oneLine(redact(prompt.head), PROMPT_CHARS),
    firstPromptRef: prompt?.ref ?? null,
  };
}
