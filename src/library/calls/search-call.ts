/** Owns the library's search. */
import { PAGE_BUDGET } from "../../core/budget.ts";
import { VarveError } from "../../core/errors.ts";
import { TURN_CLASSES, TURN_ROLES } from "../../core/turn.ts";
import { searchTurns } from "../../engine/search.ts";
import type { SearchAnswer } from "../../engine/search-answer.ts";
import { checkOptions, requireText } from "../check-options.ts";
import { callFolder, libraryForm, type LibraryContext } from "../library-context.ts";
import type { SearchOptions } from "../options.ts";
import { pageSize, PAGE_KINDS } from "../page-options.ts";

export function callSearch(
  context: LibraryContext,
  query: string,
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  requireText("search", "query", query);
  checkOptions("search", options, {
    ...PAGE_KINDS,
    role: TURN_ROLES,
    class: TURN_CLASSES,
    file: "text",
  });
  const { all, cwd, limit, ...rest } = options;
  const isEmpty = [rest.file, rest.since, rest.until].every((value) => value === undefined);
  if (query.trim() === "" && isEmpty)
    throw new VarveError(
      "usage",
      "there is nothing to look for",
      "pass words, a time or both, or the option file",
    );
  return context.kept.use((engine) =>
    searchTurns(
      engine,
      {
        ...rest,
        query,
        cwd: callFolder(context, cwd),
        calendar: context.calendar,
        limit: pageSize(limit, all === true ? Number.MAX_SAFE_INTEGER : undefined),
      },
      libraryForm(PAGE_BUDGET, all),
    ),
  );
}
