/**
 * Owns resealing sessions that have gone quiet, in the worker's idle time: many small members become few large ones,
 * and the source is compared in full, which finds a rewrite that kept size, beginning and end.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { ArchiveEntry } from "../archive/archive-types.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { writableIndex, type Engine } from "./engine.ts";

const DAY_MS = 86_400_000;
/** A session that got nothing for this long is taken for idle. */
const IDLE_MS = 6 * 3_600_000;
/** Text of one sealed member. */
const SEALED_BYTES = 256 * 1024;
/** Members more than sealing would leave that are worth a rewrite. */
const SPARE_MEMBERS = 4;
/** One run stops after this much; the next day goes on. */
const BUDGET_MS = 2_000;

export interface ResealRun {
  readonly entries: number;
  /** Sources found rewritten: the next sync takes them in as a new epoch. */
  readonly rewritten: number;
}

/** At most once a day. The caller holds the worker lock. */
export function resealIdle(engine: Engine, budgetMs = BUDGET_MS): ResealRun {
  const now = engine.now().getTime();
  const stamp = join(engine.store.paths.state, "last-reseal");
  if (now - readStamp(stamp) < DAY_MS) return { entries: 0, rewritten: 0 };
  const deadline = Date.now() + budgetMs;
  let entries = 0;
  let rewritten = 0;
  for (const entry of engine.archive.entries()) {
    if (Date.now() > deadline) break;
    if (!isFragmented(entry, now)) continue;
    const results = engine.archive.reseal(entry.id);
    entries += 1;
    if (!results.some((result) => result.sourceRewritten)) continue;
    rewritten += 1;
    // Size and time look unchanged: only without its entry in the stat cache is the file looked at again.
    if (entry.path !== null) writableIndex(engine).removeSource(engine.store.keyedHash(entry.path));
  }
  writeAtomically(stamp, `${new Date(now).toISOString()}\n`);
  return { entries, rewritten };
}

function isFragmented(entry: ArchiveEntry, now: number): boolean {
  const newest = entry.epochs.at(-1);
  if (newest === undefined || now - Date.parse(newest.capturedAt) < IDLE_MS) return false;
  return entry.epochs.some(
    (epoch) => epoch.members > Math.ceil(epoch.textBytes / SEALED_BYTES) + SPARE_MEMBERS,
  );
}

function readStamp(path: string): number {
  const time = existsSync(path) ? Date.parse(readFileSync(path, "utf8").trim()) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}
