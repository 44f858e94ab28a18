/** Owns `varve search`. */
import { VarveError } from "../../core/errors.ts";
import { callerCalendar } from "../../engine/caller-calendar.ts";
import { searchTurns } from "../../engine/search.ts";
import { CLASSES, ORDERS, ROLES } from "../choices.ts";
import { argumentText, flagChoice, flagCount, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderSearch } from "../render-search.ts";

/** Hits of one page. */
const MAX_LIMIT = 200;

function readLimit(context: CommandContext): number | undefined {
  const limit = flagCount(context, "limit", 1);
  if (hasFlag(context, "all")) return limit ?? Number.MAX_SAFE_INTEGER;
  return limit === undefined ? undefined : Math.min(limit, MAX_LIMIT);
}

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false, orNone: true }, (engine) => {
    const query = argumentText(context, "query");
    const file = flagText(context, "file");
    const since = flagText(context, "since");
    const until = flagText(context, "until");
    if (query.trim() === "" && [file, since, until].every((flag) => flag === undefined))
      throw new VarveError(
        "usage",
        "there is nothing to look for",
        "write words, a time or both, or --file PREFIX",
      );
    const answer = searchTurns(
      engine,
      {
        query,
        cwd: context.cwd,
        project: flagText(context, "project"),
        allProjects: hasFlag(context, "all-projects"),
        role: flagChoice(context, "role", ROLES),
        class: flagChoice(context, "class", CLASSES),
        file,
        since,
        until,
        calendar: callerCalendar(context.environment),
        order: flagChoice(context, "order", ORDERS),
        limit: readLimit(context),
        cursor: flagText(context, "cursor"),
      },
      pageForm(context, renderSearch),
    );
    printAnswer(context, answer, renderSearch);
    const found = answer.hits.length > 0 || (answer.digest?.turns ?? 0) > 0;
    return found ? 0 : 1;
  });
}
