/** Owns the outline of a session: one line per request and what came of it, old ones folded together. */
import type { Calendar } from "../../core/time-expressions/time-query.ts";
import type { SessionTurn } from "../../search-index/list-session-turns.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import { HEAD_CHARS, oneLine } from "./one-line.ts";
import type { OutlineRequest } from "./timeline-answer.ts";

/** An outline is read at a glance. */
export const MOST_OUTLINE_LINES = 40;
/** Requests that keep a line of their own, newest first. */
const NEWEST_IN_FULL = 25;
const MOST_FILES = 5;
const REQUEST_CHARS = 70;

export interface OutlineOptions {
  readonly redact: (text: string) => string;
  readonly calendar: Calendar;
}

interface Request {
  readonly prompt: SessionTurn;
  edits: number;
  calls: number;
  failed: number;
  readonly files: Set<string>;
}

/** True for a result that says that its call failed. */
export function hasFailed({ class: turnClass, exitStatus }: SessionTurn): boolean {
  return turnClass === "error" || (exitStatus !== null && exitStatus !== 0);
}

/** What of a session a person looks back on: no lifecycle turns, none that a rewind dropped. */
export function liveTurns(turns: readonly SessionTurn[]): readonly SessionTurn[] {
  return turns.filter((turn) => !turn.dropped && turn.class !== "lifecycle");
}

function gatherRequests(turns: readonly SessionTurn[]): readonly Request[] {
  const requests: Request[] = [];
  for (const turn of liveTurns(turns)) {
    if (turn.class === "prompt") {
      requests.push({ prompt: turn, edits: 0, calls: 0, failed: 0, files: new Set() });
      continue;
    }
    const request = requests.at(-1);
    if (request === undefined) continue;
    if (turn.class === "edit") {
      request.edits += 1;
      for (const file of turn.files) request.files.add(file.split(/[\\/]/).at(-1) ?? file);
    }
    if (turn.class === "call") request.calls += 1;
    if (hasFailed(turn)) request.failed += 1;
  }
  return requests;
}

/** Oldest first, at most {@link MOST_OUTLINE_LINES}; `total` counts every request. */
export function outlineSession(
  index: SearchIndex,
  session: string,
  options: OutlineOptions,
): { readonly lines: readonly OutlineRequest[]; readonly total: number } {
  const requests = gatherRequests(index.sessionTurns(session));
  const groups = foldOld(requests, options.calendar);
  const heads = index.textHeads(
    groups.flatMap(([first]) => (first === undefined ? [] : [first.prompt.id])),
    HEAD_CHARS,
  );
  const lines = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const text = oneLine(options.redact(heads.get(first.prompt.id) ?? ""), REQUEST_CHARS);
    return [lineOf(first, group, text)];
  });
  return { lines, total: requests.length };
}

function lineOf(first: Request, group: readonly Request[], text: string): OutlineRequest {
  const sum = (key: "edits" | "calls" | "failed"): number =>
    group.reduce((total, request) => total + request[key], 0);
  return {
    ref: first.prompt.ref,
    date: first.prompt.time,
    requests: group.length,
    text,
    edits: sum("edits"),
    calls: sum("calls"),
    failed: sum("failed"),
    files: [...new Set(group.flatMap(({ files }) => [...files]))].slice(0, MOST_FILES),
  };
}

/** The newest alone, older ones by day; where those are still too many, the oldest days together. */
function foldOld(
  requests: readonly Request[],
  calendar: Calendar,
): readonly (readonly Request[])[] {
  if (requests.length <= MOST_OUTLINE_LINES) return requests.map((request) => [request]);
  const newest = requests.slice(-NEWEST_IN_FULL).map((request) => [request]);
  const days: Request[][] = [];
  let day = "";
  for (const request of requests.slice(0, -NEWEST_IN_FULL)) {
    const at = dayOf(request.prompt.time, calendar) ?? day;
    if (days.length === 0 || at !== day) days.push([]);
    day = at;
    days.at(-1)?.push(request);
  }
  const room = MOST_OUTLINE_LINES - NEWEST_IN_FULL;
  const together = Math.max(0, days.length - room);
  const oldest = together === 0 ? [] : [days.slice(0, together + 1).flat()];
  return [...oldest, ...days.slice(together === 0 ? 0 : together + 1), ...newest];
}

function dayOf(time: string | null, calendar: Calendar): string | undefined {
  if (time === null) return undefined;
  const { year, month, day } = calendar.fieldsOf(Date.parse(time));
  return `${year}-${month}-${day}`;
}
