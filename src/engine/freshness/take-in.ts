/** Owns taking a few changed files in while an answer waits: only when nobody else writes, and only for so long. */
import { takeLock } from "../../platform/lock.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { areRulesApplied } from "../exclude-session.ts";
import { isRemovalUnfinished } from "../remove-for-good.ts";
import { isChanged, syncSources } from "../sync-sources.ts";
import { isUnfinished } from "../unfinished-mark.ts";
import { explainProblem } from "./explain-problem.ts";
import type { PendingWhy } from "./freshness.ts";
import type { ChangedFile } from "./list-changed.ts";
import type { LeftFile } from "./plan-take-in.ts";

export interface TakenIn {
  readonly files: number;
  readonly turns: number;
  /** Those that are still not in the index. */
  readonly left: readonly LeftFile[];
  /** Redacted; null when nothing went wrong. */
  readonly problem: string | null;
}

/** Never throws. `index` is the one that the answer reads. */
export function takeIn(
  engine: Engine,
  index: SearchIndex,
  files: readonly ChangedFile[],
  budgetMs: number,
): TakenIn {
  const refused = (why: PendingWhy, problem: string | null = null): TakenIn => ({
    files: 0,
    turns: 0,
    left: files.map((one) => ({ ...one, why })),
    problem,
  });
  try {
    const lock = takeLock(engine.store.paths.workerLock, 0);
    if (lock === undefined) return refused("another varve process is writing");
    try {
      if (isWorkLeft(engine)) return refused("varve sync has something to finish first");
      return syncFiles(engine, index, files, budgetMs);
    } finally {
      lock.release();
    }
  } catch (error) {
    return refused("taking it in failed", explainProblem(engine, error));
  }
}

/** What only a whole run does: filling the index from the archive, or taking sessions out. */
function isWorkLeft(engine: Engine): boolean {
  return isUnfinished(engine) || isRemovalUnfinished(engine) || !areRulesApplied(engine);
}

function syncFiles(
  engine: Engine,
  index: SearchIndex,
  files: readonly ChangedFile[],
  budgetMs: number,
): TakenIn {
  const report = syncSources(engine, {
    files: files.map(({ file }) => file),
    purgesByRule: false,
    budgetMs,
    isForRead: true,
  });
  const known = index.sourcesOf(files.map(({ pathKey }) => pathKey));
  const left = files.filter(({ file, pathKey }) => isChanged(file, known.get(pathKey)));
  const why: PendingWhy = report.stoppedEarly ? "no time left" : "taking it in failed";
  const [warning] = report.warnings;
  return {
    files: files.length - left.length,
    turns: report.turns,
    left: left.map((one) => ({ ...one, why })),
    problem: warning === undefined ? null : `${warning.path}: ${warning.message}`,
  };
}
