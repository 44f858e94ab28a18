/** Owns answering memory_search_logs: hits with what stands on either side of the text. */
import { PAGE_BUDGET } from "../core/budget.ts";
import { VarveError } from "../core/errors.ts";
import type { LogHit, LogsAnswer, LogsHeader, LogsMode } from "../engine/logs/logs-answer.ts";
import { searchLogs } from "../engine/logs/search-logs.ts";
import { cutAround } from "./cut-around.ts";
import { quoteLine, safeWords } from "./quote-text.ts";
import {
  countArgument,
  flagArgument,
  listArgument,
  textArgument,
  type Arguments,
} from "./read-arguments.ts";
import { scopeOf } from "./shared-parameters.ts";
import { makeReferenceShortener } from "./short-reference.ts";
import { showHeader } from "./show-header.ts";
import { renderWhen } from "../platform/render-when.ts";
import { SOURCES } from "./sources.ts";
import type { ToolCall } from "./tool.ts";

const SNIPPET_TOKENS = 26;

export async function answerLogs(call: ToolCall): Promise<string> {
  const { arguments: given, engine, calendar } = call;
  const show = makeShower(call);
  const sources = listArgument(given, "sources");
  const answer = await searchLogs(
    engine,
    {
      query: textArgument(given, "query") ?? "",
      mode: modeOf(given),
      allBytes: flagArgument(given, "allBytes"),
      sources: SOURCES.filter((source) => sources.includes(source)),
      ...scopeOf(call, "projectPath"),
      since: textArgument(given, "startDate"),
      until: textArgument(given, "endDate"),
      calendar,
      limit: countArgument(given, "limit"),
      cursor: textArgument(given, "cursor"),
    },
    { budget: PAGE_BUDGET, write: show },
  );
  return show(answer);
}

function modeOf(given: Arguments): LogsMode {
  const [exact, regex] = [flagArgument(given, "exact"), flagArgument(given, "regex")];
  if (exact && regex)
    throw new VarveError("usage", "exact and regex are two ways of looking", "send one of them");
  return exact ? "exact" : regex ? "regex" : "words";
}

function makeShower({ tool, engine, caller }: ToolCall): (answer: LogsAnswer) => string {
  const shorten = makeReferenceShortener(engine);
  return ({ header, hits }) => {
    const [first = "", ...rest] = showHeader(tool, header, header.allBytes ? "lines" : "turns");
    return [
      first,
      ...showReach(header),
      ...rest,
      ...hits.flatMap((hit) =>
        showHit(hit, { own: header.scope, session: caller.session, shorten }),
      ),
    ].join("\n");
  };
}

/** A look that had to stop has not found nothing: it has not come to the end. */
function showReach({ limitedBy, lookedBackTo }: LogsHeader): readonly string[] {
  if (limitedBy !== "milliseconds") return [];
  const reach = lookedBackTo === null ? "" : `, down to ${renderWhen(lookedBackTo)}`;
  return [`the time was over before everything was looked at${reach}; the next call goes on there`];
}

interface HitContext {
  /** The project that goes without saying. */
  readonly own: string;
  readonly session: string | undefined;
  readonly shorten: (reference: string) => string;
}

function showHit(hit: LogHit, { own, session, shorten }: HitContext): readonly string[] {
  const labels = [
    shorten(hit.ref),
    renderWhen(hit.date),
    ...(hit.project === own ? [] : [safeWords(hit.project)]),
    safeWords(hit.type ?? hit.title ?? "line"),
    ...(hit.branch === "dropped" ? ["dropped"] : []),
    ...(hit.session === session ? ["(this session)"] : []),
  ];
  return [labels.join(" "), quoteLine(cutAround(hit, SNIPPET_TOKENS))];
}
