/**
 * Owns the one detached worker that hooks hand over to: it holds the `worker` lock for its life, drains the spool and
 * exits. The order of steps is the other half of the protocol told in hook/start-worker.ts.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { SourceFile } from "../core/source-file.ts";
import { parseSpoolLine, type SpoolLine } from "../core/spool-line.ts";
import { VarveError } from "../core/errors.ts";
import { takeLock } from "../platform/lock.ts";
import { formatOf } from "../transcripts/formats.ts";
import { compactWhenWanted } from "./compact-index.ts";
import { discoverSession } from "./discover-sources.ts";
import type { Engine } from "./engine.ts";
import { writeHeartbeat } from "./heartbeat.ts";
import { finishInterrupted } from "./finish-interrupted.ts";
import { resealIdle } from "./reseal-idle.ts";
import { addCount, emptySyncReport, type SyncReport } from "./sync-report.ts";
import { syncSources } from "./sync-sources.ts";

/** Rounds one worker does before it leaves the rest to the next event: a hook in a loop must not keep it alive. */
const MAX_ROUNDS = 100;
/** A search holds the lock for a moment while it takes in what changed: the worker waits that long before it leaves. */
const READ_WAIT_MS = 500;
const SPOOL_FILE = /^spool(?:\.\d+)?\.jsonl$/;

export interface WorkerResult {
  /** False when another worker is at it: it will see what this one was started for. */
  readonly ran: boolean;
  readonly report: SyncReport;
}

/** Drains the spool until it stays empty. Throws what a sync throws for a full disk or a store that cannot be written. */
export function runWorker(engine: Engine): WorkerResult {
  const total = emptySyncReport();
  let ran = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const lock = takeLock(engine.store.paths.workerLock, READ_WAIT_MS);
    if (lock === undefined) return { ran, report: total };
    try {
      ran = true;
      finishInterrupted(engine);
      drain(engine, total);
      rmSync(join(engine.store.paths.state, "worker.stamp"), { force: true });
      drain(engine, total);
      writeHeartbeat(engine, total);
      resealIdle(engine);
      compactWhenWanted(engine);
    } finally {
      lock.release();
    }
    if (!existsSync(engine.store.paths.spool)) break;
  }
  return { ran, report: total };
}

/**
 * Takes in what hooks noted while another command held the `worker` lock; that command has done its own work by then,
 * so a failure is left to the next worker: the spool stays.
 */
export function takeInSpool(engine: Engine): void {
  if (!hasSpool(engine)) return;
  try {
    runWorker(engine);
  } catch (error) {
    if (!(error instanceof VarveError)) throw error;
  }
}

function hasSpool(engine: Engine): boolean {
  return (
    existsSync(engine.store.paths.state) &&
    readdirSync(engine.store.paths.state).some((name) => SPOOL_FILE.test(name))
  );
}

function drain(engine: Engine, total: SyncReport): void {
  for (let file = takeSpool(engine); file !== undefined; file = takeSpool(engine)) {
    const size = statSync(file).size;
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .flatMap((text) => parseSpoolLine(text) ?? []);
    addReport(total, syncPointers(engine, lines));
    // A hook that had the file open may have written after it was read: then it is read again.
    if (statSync(file).size === size) rmSync(file);
  }
}

/** The next spool file to work on: what a dead worker left, else the live spool under a name of this process. */
function takeSpool(engine: Engine): string | undefined {
  const folder = dirname(engine.store.paths.spool);
  const live = basename(engine.store.paths.spool);
  const left = readdirSync(folder).find((name) => /^spool\.\d+\.jsonl$/.test(name));
  if (left !== undefined) return join(folder, left);
  const taken = join(folder, `spool.${process.pid}.jsonl`);
  try {
    renameSync(join(folder, live), taken);
    return taken;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The sessions that the lines point to; everything when a line names no transcript or a session starts. */
function syncPointers(engine: Engine, lines: readonly SpoolLine[]): SyncReport {
  const wantsAll = lines.some((line) => line.path === null || line.event === "SessionStart");
  if (wantsAll || lines.length === 0) return syncSources(engine, { purgesByRule: false });
  const files = new Map<string, SourceFile>();
  for (const line of lines) {
    for (const root of engine.options.roots) {
      if (root.source !== line.host || line.path === null) continue;
      for (const file of discoverSession(root, formatOf(root.source), line.path).files)
        files.set(file.path, file);
    }
  }
  return syncSources(engine, { files: [...files.values()], purgesByRule: false });
}

function addReport(total: SyncReport, more: SyncReport): void {
  total.files += more.files;
  total.changedFiles += more.changedFiles;
  total.turns += more.turns;
  total.bytes += more.bytes;
  total.withheldBytes += more.withheldBytes;
  for (const session of more.sessions) total.sessions.add(session);
  for (const [reason, count] of more.skipped) addCount(total.skipped, reason, count);
  for (const [type, count] of more.unknownTypes) addCount(total.unknownTypes, type, count);
  total.warnings.push(...more.warnings);
  total.failedFiles += more.failedFiles;
  total.drift = more.drift;
  total.secrets = more.secrets;
}
