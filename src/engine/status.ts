/** Owns the quick look: does capture work, does reading work, how much is kept, what will the host delete soon. */
import { VarveError } from "../core/errors.ts";
import { folderBytes } from "./audit-files.ts";
import {
  checkBacklog,
  checkHookErrors,
  checkHostRetention,
  checkLastSync,
  checkWaitingEvents,
  renderAge,
} from "./check-capture-health.ts";
import { DRIFT_FIX, findDrift } from "./find-drift.ts";
import type { Engine } from "./engine.ts";
import { measureBacklog } from "./measure-backlog.ts";
import { makeCheck, type StatusCheck } from "./status-check.ts";

export interface StatusResult {
  readonly verdict: string;
  readonly checks: readonly StatusCheck[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Checks that the caller made of the agents' settings. */
export type CaptureChecks = readonly {
  readonly id: string;
  readonly state: "ok" | "warning" | "failure";
  readonly detail: string;
  readonly fix: string;
}[];

/**
 * What can be said of the store, whatever state it is in: a part that cannot be read is a check that failed, and the
 * others are still made.
 */
export function readStatus(engine: Engine, capture: CaptureChecks): StatusResult {
  const archive = readArchive(engine);
  const backlog = orUndefined(() => measureBacklog(engine));
  const checks = [
    attempt("store", () => checkStore(engine)),
    attempt("archive", () => checkArchive(engine, archive)),
    attempt("last-sync", () => checkLastSync(engine)),
    attempt("backlog", () => checkBacklog(engine, backlog)),
    attempt("waiting-events", () => checkWaitingEvents(engine)),
    attempt("hook-errors", () => checkHookErrors(engine)),
    attempt("index", () => checkIndex(engine, archive)),
    attempt("host-retention", () => checkHostRetention(engine, backlog)),
    ...capture.map(({ id, state, detail, fix }): StatusCheck => ({
      id,
      state: state === "ok" ? "ok" : state === "warning" ? "warn" : "fail",
      detail,
      fix,
    })),
  ];
  const findings = checks.filter((check) => check.state !== "ok").length;
  return {
    verdict: findings === 0 ? "clean" : `${findings} ${findings === 1 ? "finding" : "findings"}`,
    checks,
    counts: countStore(engine, archive),
  };
}

function attempt(id: string, check: () => StatusCheck): StatusCheck {
  try {
    return check();
  } catch (error) {
    if (error instanceof VarveError) return makeCheck(id, "fail", error.message, error.fix);
    return makeCheck(
      id,
      "fail",
      error instanceof Error ? error.message : String(error),
      "look at the folder's owner and mode, then run varve audit",
    );
  }
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // the check of the same part says why
  }
}

function checkStore(engine: Engine): StatusCheck {
  const { store } = engine;
  if (store.newerFormat !== undefined) {
    return makeCheck(
      "store",
      "fail",
      `written by a newer varve (format ${store.newerFormat})`,
      "update varve; sessions are still archived meanwhile",
    );
  }
  if (!store.writable)
    return makeCheck(
      "store",
      "fail",
      `${store.paths.home} may not be written: nothing new is kept`,
      "make it writable (chmod u+rwx), or set VARVE_HOME",
    );
  return makeCheck("store", "ok", store.paths.home);
}

interface ArchiveTotals {
  readonly entries: number;
  readonly sourceBytes: number;
  readonly storedBytes: number;
  /** Instant of the last bytes taken in; undefined when there are none. */
  readonly lastAt: string | undefined;
}

function readArchive(engine: Engine): ArchiveTotals | undefined {
  return orUndefined(() => {
    let entries = 0;
    let sourceBytes = 0;
    let storedBytes = 0;
    let lastAt: string | undefined;
    for (const entry of engine.archive.entries()) {
      entries += 1;
      for (const epoch of entry.epochs) {
        sourceBytes += epoch.sourceBytes;
        storedBytes += epoch.storedBytes;
        if (lastAt === undefined || epoch.capturedAt > lastAt) lastAt = epoch.capturedAt;
      }
    }
    return { entries, sourceBytes, storedBytes, lastAt };
  });
}

function checkArchive(engine: Engine, archive: ArchiveTotals | undefined): StatusCheck {
  if (archive === undefined)
    return makeCheck(
      "archive",
      "fail",
      `${engine.store.paths.archive} cannot be read`,
      "look at the folder's owner and mode, then run varve audit",
    );
  if (archive.lastAt === undefined)
    return makeCheck("archive", "warn", "holds nothing yet", "run varve import");
  return makeCheck(
    "archive",
    "ok",
    `last record taken in ${renderAge(engine, archive.lastAt)} ago (${archive.lastAt})`,
  );
}

/** Reading apart from writing: capture may be fine while answers are not, and the other way round. */
function checkIndex(engine: Engine, archive: ArchiveTotals | undefined): StatusCheck {
  const index = engine.index("read");
  if (index === undefined) {
    const isEmpty = (archive?.entries ?? 0) === 0;
    return isEmpty
      ? makeCheck("index", "ok", "nothing to search yet")
      : makeCheck(
          "index",
          "warn",
          "none of this version",
          "run varve sync, which makes it, or varve rebuild",
        );
  }
  const drift = findDrift(engine, index);
  if (drift.length > 0)
    return makeCheck("index", "warn", drift.map(({ message }) => message).join("; "), DRIFT_FIX);
  return makeCheck("index", "ok", `generation ${index.generation()} answers`);
}

function countStore(
  engine: Engine,
  archive: ArchiveTotals | undefined,
): Readonly<Record<string, number>> {
  const tally = orUndefined(() => engine.index("read")?.tally());
  return {
    entries: archive?.entries ?? 0,
    sourceBytes: archive?.sourceBytes ?? 0,
    storedBytes: archive?.storedBytes ?? 0,
    sessions: tally?.sessions ?? 0,
    turns: tally?.turns ?? 0,
    indexBytes: folderBytes(engine.store.paths.index),
  };
}
