/** Owns `varve logs`. */
import { VarveError } from "../../core/errors.ts";
import { callerCalendar } from "../../engine/caller-calendar.ts";
import type { LogsMode } from "../../engine/logs/logs-answer.ts";
import { searchLogs } from "../../engine/logs/search-logs.ts";
import { ORDERS, SOURCES } from "../choices.ts";
import {
  argumentText,
  flagChoice,
  flagChoices,
  flagCount,
  flagText,
  hasFlag,
} from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderLogs } from "../render-logs.ts";

const MAX_LIMIT = 200;
/** Of `--all`: more hits are no answer any more. */
const MOST_HITS = 100_000;

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false, orNone: true }, async (engine) => {
    const limit = flagCount(context, "limit", 1);
    const most = hasFlag(context, "all") ? MOST_HITS : MAX_LIMIT;
    const answer = await searchLogs(
      engine,
      {
        query: argumentText(context, "query"),
        mode: modeOf(context),
        allBytes: hasFlag(context, "all-bytes"),
        sources: flagChoices(context, "source", SOURCES),
        cwd: context.cwd,
        project: flagText(context, "project"),
        allProjects: hasFlag(context, "all-projects"),
        since: flagText(context, "since"),
        until: flagText(context, "until"),
        calendar: callerCalendar(context.environment),
        order: flagChoice(context, "order", ORDERS),
        limit: hasFlag(context, "all") ? (limit ?? most) : limit && Math.min(limit, most),
        cursor: flagText(context, "cursor"),
      },
      pageForm(context, renderLogs),
    );
    printAnswer(context, answer, renderLogs);
    return answer.hits.length > 0 ? 0 : 1;
  });
}

function modeOf(context: CommandContext): LogsMode {
  const [exact, regex] = [hasFlag(context, "exact"), hasFlag(context, "regex")];
  if (exact && regex)
    throw new VarveError(
      "usage",
      "--exact and --regex are two ways of looking",
      "give one of them",
    );
  return exact ? "exact" : regex ? "regex" : "words";
}
