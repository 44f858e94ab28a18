/** Owns how a turn or an archived line is shown in an answer of logs. */
import type { Turn } from "../../core/turn.ts";
import { entryFilePath } from "../archive-location.ts";
import { cutContext, type Span } from "./cut-context.ts";
import type { LogHit } from "./logs-answer.ts";

/** A turn of the index, or one that a host wrote a moment ago. */
export interface ShownTurn extends Turn {
  readonly project: string;
  readonly seq: string;
  readonly archiveEntryId?: string;
  readonly epoch?: number;
}

/** Redacted text and the place in it that is shown. */
export interface ShownMatch {
  readonly text: string;
  readonly span: Span;
  readonly why: string;
}

/** Shown of a turn on either side of the match. */
const CONTEXT_CHARS = 100;

export function showTurn(
  turn: ShownTurn,
  match: ShownMatch,
  helperOf: (session: string) => string | null,
): LogHit {
  const { archiveEntryId, epoch = 1 } = turn;
  return {
    ref: `t:${turn.session}#${turn.seq}`,
    kind: "turn",
    title: turn.toolName,
    date: turn.time,
    project: turn.project,
    type: turn.class,
    role: turn.role,
    branch: turn.branch,
    session: turn.session,
    helperOf: turn.sidechain ? helperOf(turn.session) : null,
    ...showMatch(match),
    path: archiveEntryId === undefined ? null : entryFilePath(archiveEntryId, epoch),
    anchor: `line ${turn.line}`,
    score: 0,
  };
}

export interface ShownLine {
  readonly entryId: string;
  readonly epoch: number;
  readonly line: number;
  readonly project: string;
  readonly session: string;
  readonly date: string | null;
  /** Record types, as the host names them. */
  readonly title: string | null;
}

/** A line that gave no turn: it has a place in a file and no reference. */
export function showLine(line: ShownLine, match: ShownMatch): LogHit {
  const path = entryFilePath(line.entryId, line.epoch);
  return {
    ref: `${path}:${line.line}`,
    kind: "line",
    title: line.title,
    date: line.date,
    project: line.project,
    type: null,
    role: null,
    branch: "live",
    session: line.session,
    helperOf: null,
    ...showMatch(match),
    path,
    anchor: `line ${line.line}`,
    score: 0,
  };
}

function showMatch({ text, span, why }: ShownMatch): Pick<LogHit, "snippet" | "marks" | "why"> {
  const context = cutContext(text, span, CONTEXT_CHARS);
  return { snippet: context.text, marks: context.marks, why };
}
