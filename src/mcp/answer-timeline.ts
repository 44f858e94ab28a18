/** Owns answering memory_timeline: turns, an outline or a digest, oldest first. */
import { PAGE_BUDGET } from "../core/budget.ts";
import { VarveError } from "../core/errors.ts";
import type {
  OutlineRequest,
  TimelineAnswer,
  TimelineTurn,
} from "../engine/timeline/timeline-answer.ts";
import { showTimeline } from "../engine/timeline/timeline.ts";
import { callText } from "./call-text.ts";
import { quoteLine, QUOTE_NOTICE, safeWords } from "./quote-text.ts";
import { countArgument, flagArgument, textArgument } from "./read-arguments.ts";
import { scopeOf } from "./shared-parameters.ts";
import { makeReferenceShortener } from "./short-reference.ts";
import { showDigest } from "./show-digest.ts";
import { showAlternatives, showLimits, showNext, showRange } from "./show-header.ts";
import { renderWhen } from "../platform/render-when.ts";
import { shownToolName } from "../core/shown-tool-name.ts";
import type { ToolCall } from "./tool.ts";

export function answerTimeline(call: ToolCall): string {
  const { tool, arguments: given, engine, calendar } = call;
  const anchor = textArgument(given, "anchor");
  const session = findSession(call);
  if (anchor === undefined && session === undefined)
    throw new VarveError(
      "usage",
      "there is nothing to show a timeline of",
      `send a reference, a time or a session. For example: ${callText(tool, tool.example)}`,
    );
  if (session !== undefined && anchor !== undefined && !/^[ts]:/.test(anchor))
    throw new VarveError(
      "usage",
      "a session and a time do not go together",
      `send anchor alone, or session alone. For example: ${callText(tool, { session })}`,
    );
  const show = makeShower(call);
  const answer = showTimeline(
    engine,
    {
      anchor,
      session,
      before: countArgument(given, "before"),
      after: countArgument(given, "after"),
      outline: flagArgument(given, "outline"),
      ...scopeOf(call),
      calendar,
    },
    { budget: PAGE_BUDGET, write: show },
  );
  return show(answer);
}

/** `current` is the session that calls, where the host tells it; else the one active last, and the reply says so. */
function findSession({ arguments: given, caller, engine }: ToolCall): string | undefined {
  const session = textArgument(given, "session");
  if (session !== "current" || caller.session === undefined) return session;
  const known = engine.index("read")?.findSessions(caller.session) ?? [];
  if (known.some(({ id }) => id === caller.session)) return caller.session;
  throw new VarveError(
    "not-found",
    "nothing of the session that calls was taken in yet",
    "its turns are found a few seconds after they end; for an earlier session send its reference",
  );
}

function makeShower({
  tool,
  engine,
  arguments: given,
  caller,
}: ToolCall): (answer: TimelineAnswer) => string {
  const shorten = makeReferenceShortener(engine);
  const isGuess = textArgument(given, "session") === "current" && caller.session === undefined;
  return ({ header, turns, outline, digest }) => {
    const noun = digest === null ? (outline.length > 0 ? "requests" : "turns") : "sessions";
    const parts = [
      `${safeWords(JSON.stringify(header.anchor))}: ${header.shown} of ${header.total} ${noun} in ${safeWords(header.scope)}`,
      ...(header.range === null ? [] : [showRange(header.range)]),
      "oldest first",
      `times in ${safeWords(header.zone)}`,
      ...showLimits(header),
    ];
    return [
      parts.join(", "),
      ...(isGuess
        ? ["your host does not tell which session calls: this is the one that was active last"]
        : []),
      ...(header.range === null ? [] : showAlternatives(header.range)),
      ...showNext(tool, header.next),
      ...(header.shown > 0 ? [QUOTE_NOTICE] : []),
      ...(digest === null ? [] : showDigest(digest, { own: header.scope, shorten })),
      ...turns.flatMap((turn) => showTurn(turn, shorten)),
      ...outline.flatMap((request) => showRequest(request, shorten)),
    ].join("\n");
  };
}

function showTurn(turn: TimelineTurn, shorten: (ref: string) => string): readonly string[] {
  const { ref, date, type, tool, exitStatus, helper, isAnchor, text } = turn;
  const labels = [
    shorten(ref),
    renderWhen(date),
    ...(helper ? ["helper"] : []),
    type,
    ...(tool === null ? [] : [shownToolName(tool)]),
    ...(exitStatus === null || exitStatus === 0 ? [] : [`exit ${exitStatus}`]),
    ...(isAnchor ? ["(the anchor)"] : []),
  ];
  return [labels.join(" "), quoteLine(text)];
}

function showRequest(request: OutlineRequest, shorten: (ref: string) => string): readonly string[] {
  const { ref, date, requests, text, edits, calls, failed, files } = request;
  const done = [
    ...(requests === 1 ? [] : [`${requests} requests, the first is quoted`]),
    ...(edits === 0 ? [] : [`${edits} edits`]),
    ...(calls === 0 ? [] : [`${calls} calls`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...files.map(safeWords),
  ];
  const labels = `${shorten(ref)} ${renderWhen(date)}`;
  return [done.length === 0 ? labels : `${labels} (${done.join(", ")})`, quoteLine(text)];
}
