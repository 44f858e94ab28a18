/** Owns the library's timeline. */
import { PAGE_BUDGET } from "../../core/budget.ts";
import { VarveError } from "../../core/errors.ts";
import type { TimelineAnswer } from "../../engine/timeline/timeline-answer.ts";
import { showTimeline } from "../../engine/timeline/timeline.ts";
import { checkOptions, requireText } from "../check-options.ts";
import { callFolder, libraryForm, type LibraryContext } from "../library-context.ts";
import type { TimelineOptions } from "../options.ts";
import { SCOPE_KINDS } from "../page-options.ts";

export function callTimeline(
  context: LibraryContext,
  anchor: string = "",
  options: TimelineOptions = {},
): Promise<TimelineAnswer> {
  requireText("timeline", "anchor", anchor);
  checkOptions("timeline", options, {
    ...SCOPE_KINDS,
    before: "count",
    after: "count",
    session: "text",
    outline: "flag",
    all: "flag",
  });
  const { all, cwd, ...rest } = options;
  const named = anchor.trim() === "" ? undefined : anchor;
  if (named === undefined && rest.session === undefined)
    throw new VarveError(
      "usage",
      "there is nothing to show a timeline of",
      'pass a time, a reference, or { session: "current" }',
    );
  return context.kept.use((engine) =>
    showTimeline(
      engine,
      { ...rest, anchor: named, cwd: callFolder(context, cwd), calendar: context.calendar },
      libraryForm(PAGE_BUDGET, all),
    ),
  );
}
