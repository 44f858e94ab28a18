/** Owns archiving when there is no index to write: bytes need no schema, so nothing waits for an update or a rebuild. */
import { VarveError } from "../core/errors.ts";
import type { SourceFile } from "../core/source-file.ts";
import type { KnownSource, SearchIndex } from "../search-index/search-index.ts";
import { captureFile } from "./capture-file.ts";
import { writableIndex, type Engine } from "./engine.ts";
import { addCount, noteFailedFile, type SyncReport } from "./sync-report.ts";
import { markUnfinished } from "./unfinished-mark.ts";

interface OpenedIndex {
  readonly index: SearchIndex;
  readonly isEmpty: boolean;
  readonly known: ReadonlyMap<string, KnownSource>;
}

export type IndexForSync =
  | { readonly opened: OpenedIndex; readonly problem?: undefined }
  | { readonly opened?: undefined; readonly problem: VarveError };

/**
 * The index with what it knows of all sources, or of those with `pathKeys`; or why a sync goes on without it: a newer
 * varve wrote the store, or the index is damaged. Throws anything else.
 */
export function openForSync(engine: Engine, pathKeys?: readonly string[]): IndexForSync {
  try {
    const index = writableIndex(engine);
    const known = pathKeys === undefined ? index.sources() : index.sourcesOf(pathKeys);
    return { opened: { index, isEmpty: index.isEmpty(), known } };
  } catch (error) {
    if (error instanceof VarveError && (error.code === "store-newer" || error.code === "corrupt"))
      return { problem: error };
    throw error;
  }
}

/**
 * Archives what is new in `files`. A newer store is a warning of the report, as only an update helps; a damaged index
 * is thrown at the end, as `varve rebuild` helps at once.
 */
export function captureOnly(
  engine: Engine,
  files: readonly SourceFile[],
  report: SyncReport,
  problem: VarveError,
): SyncReport {
  for (const file of files) captureOne(engine, file, report);
  // Who can write the index again takes in what is archived now, also when its source is gone by then.
  if (report.bytes > 0) markUnfinished(engine);
  if (problem.code !== "store-newer") throw problem;
  report.warnings.push({
    path: engine.store.paths.home,
    message: `${problem.message}; ${problem.fix}`,
  });
  return report;
}

function captureOne(engine: Engine, file: SourceFile, report: SyncReport): void {
  try {
    const captured = captureFile(engine, file);
    if (captured.kind === "skipped") {
      addCount(report.skipped, captured.reason);
      return;
    }
    report.bytes += captured.outcome.bytes;
    report.withheldBytes += captured.outcome.withheldBytes;
    if (captured.outcome.outcome !== "unchanged") report.changedFiles += 1;
  } catch (error) {
    if (
      error instanceof VarveError &&
      (error.code === "disk-full" || error.code === "store-readonly")
    )
      throw error;
    noteFailedFile(report, engine.redactor, file.path, error);
  }
}
