/** Owns the library's logs. */
import { PAGE_BUDGET } from "../../core/budget.ts";
import { VarveError } from "../../core/errors.ts";
import type { LogsAnswer } from "../../engine/logs/logs-answer.ts";
import { searchLogs } from "../../engine/logs/search-logs.ts";
import { checkOptions, requireText } from "../check-options.ts";
import { callFolder, libraryForm, type LibraryContext } from "../library-context.ts";
import type { LogsOptions } from "../options.ts";
import { pageSize, PAGE_KINDS } from "../page-options.ts";
import { SOURCES } from "../sources.ts";

/** Of `all`: more hits are no answer any more. */
const MOST_OF_ALL = 100_000;

export function callLogs(
  context: LibraryContext,
  query: string,
  options: LogsOptions = {},
): Promise<LogsAnswer> {
  requireText("logs", "query", query);
  checkOptions("logs", options, {
    ...PAGE_KINDS,
    mode: ["words", "exact", "regex"],
    allBytes: "flag",
    sources: "list",
  });
  const { all, cwd, limit, ...rest } = options;
  checkSources(rest.sources ?? []);
  return context.kept.use((engine) =>
    searchLogs(
      engine,
      {
        ...rest,
        query,
        cwd: callFolder(context, cwd),
        calendar: context.calendar,
        limit: pageSize(limit, all === true ? MOST_OF_ALL : undefined),
      },
      libraryForm(PAGE_BUDGET, all),
    ),
  );
}

function checkSources(sources: readonly string[]): void {
  const known: readonly string[] = SOURCES;
  const unknown = sources.find((source) => !known.includes(source));
  if (unknown === undefined) return;
  throw new VarveError(
    "usage",
    `logs: no source is called ${JSON.stringify(unknown.slice(0, 40))}`,
    `sources are ${SOURCES.join(", ")}`,
  );
}
