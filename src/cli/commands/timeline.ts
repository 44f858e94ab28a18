/** Owns `varve timeline`. */
import { VarveError } from "../../core/errors.ts";
import { callerCalendar } from "../../engine/caller-calendar.ts";
import { showTimeline } from "../../engine/timeline/timeline.ts";
import { argumentText, flagCount, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderTimeline } from "../render-timeline.ts";

export function run(context: CommandContext): Promise<number> {
  const anchor = argumentText(context, "anchor");
  const session = flagText(context, "session");
  if (anchor.trim() === "" && session === undefined)
    throw new VarveError(
      "usage",
      "there is nothing to show a timeline of",
      "write a time, a reference, or --session current",
    );
  return withEngine(context, { create: false }, (engine) => {
    const answer = showTimeline(
      engine,
      {
        anchor: anchor.trim() === "" ? undefined : anchor,
        before: flagCount(context, "before"),
        after: flagCount(context, "after"),
        session,
        outline: hasFlag(context, "outline"),
        project: flagText(context, "project"),
        allProjects: hasFlag(context, "all-projects"),
        cwd: context.cwd,
        calendar: callerCalendar(context.environment),
      },
      pageForm(context, renderTimeline),
    );
    printAnswer(context, answer, renderTimeline);
    return answer.header.shown > 0 ? 0 : 1;
  });
}
