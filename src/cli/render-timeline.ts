/** Owns the lines of a timeline: turns, an outline, or counts, under a header that says what they are of. */
import type {
  OutlineRequest,
  TimelineAnswer,
  TimelineHeader,
  TimelineTurn,
} from "../engine/timeline/timeline-answer.ts";
import { shownToolName } from "../core/shown-tool-name.ts";
import { renderWhen } from "../platform/render-when.ts";
import type { OutputText } from "./output.ts";
import { renderDigest } from "./render-digest.ts";
import { renderAlternatives, renderRange } from "./render-search.ts";
import { renderBytes, renderCount } from "../core/render-units.ts";

/** Header, lines, next call. */
export function renderTimeline(answer: TimelineAnswer): readonly OutputText[] {
  const { header, turns, outline, digest } = answer;
  const what = digest === null ? (outline.length > 0 ? "requests" : "turns") : "sessions";
  return [
    ...renderTimelineHeader(header, what),
    ...(digest === null ? [] : renderDigest(digest)),
    ...turns.map(renderTurn),
    ...outline.flatMap(renderRequest),
    ...(header.next === null ? [] : [[{ text: `next: ${header.next}`, style: "dim" as const }]]),
  ];
}

function renderTimelineHeader(header: TimelineHeader, what: string): readonly OutputText[] {
  const parts = [
    `${header.shown} of ${header.total} ${what} in ${header.scope}`,
    ...(header.range === null ? [] : [renderRange(header.range)]),
    "oldest first",
    `times in ${header.zone}`,
    ...(header.limitedBy === null ? [] : [`cut by ${header.limitedBy}`]),
    ...(header.indexLag === 0 ? [] : [`index ${renderBytes(header.indexLag)} behind`]),
  ];
  return [
    [{ text: parts.join(", "), style: "dim" }],
    ...(header.range === null ? [] : renderAlternatives(header.range)),
  ];
}

function renderTurn(turn: TimelineTurn): OutputText {
  const status =
    turn.exitStatus === null || turn.exitStatus === 0 ? "" : ` exit ${turn.exitStatus}`;
  return [
    turn.isAnchor ? "> " : "  ",
    { text: `${renderWhen(turn.date)}  `, style: "cyan" },
    { text: turn.ref, style: "bold" },
    `  ${turn.helper ? "helper " : ""}${turn.type}${turn.tool === null ? "" : ` ${shownToolName(turn.tool)}`}${status}: ${turn.text}`,
  ];
}

function renderRequest(request: OutlineRequest): readonly OutputText[] {
  const done = [
    ...(request.edits === 0 ? [] : [renderCount(request.edits, "edit")]),
    ...(request.calls === 0 ? [] : [renderCount(request.calls, "call")]),
    ...(request.failed === 0 ? [] : [`${request.failed} failed`]),
    ...request.files,
  ];
  const count = request.requests === 1 ? "" : `${request.requests} requests, the first: `;
  return [
    [
      { text: `${renderWhen(request.date)}  `, style: "cyan" },
      { text: request.ref, style: "bold" },
      `  ${count}${request.text}${done.length === 0 ? "" : `  (${done.join(", ")})`}`,
    ],
  ];
}
