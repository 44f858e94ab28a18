/**
 * Owns what every read does first: files that changed since the last sync are taken in, newest first, for as long as a
 * person would not notice; of the rest the ends are looked through, so that a line written a second ago is found.
 */
import { accessSync, constants } from "node:fs";

import type { SearchIndex } from "../../search-index/search-index.ts";
import type { Engine } from "../engine.ts";
import { explainProblem } from "./explain-problem.ts";
import type { Freshness, PendingWhy } from "./freshness.ts";
import { listChanged, type ChangedFile } from "./list-changed.ts";
import { planTakeIn, type LeftFile } from "./plan-take-in.ts";
import { scanTails } from "./scan-tails.ts";
import { takeIn } from "./take-in.ts";

export interface FreshenOptions {
  /** For taking in and looking through; to find out that nothing changed takes 5 ms at a thousand files, 50 at ten. */
  readonly deadlineMs: number;
}

/** With no index at all, scanning is the whole answer and gets this much more time. */
const SCAN_ALONE_TIMES = 4;
/** Of the time, what taking in gets when something else is left to be scanned. */
const TAKE_IN_SHARE = 2 / 3;

const FRESH: Freshness = {
  indexLag: 0,
  tookIn: { files: 0, turns: 0 },
  pending: [],
  tails: [],
  leftOut: new Set(),
  problem: null,
};

/** Never throws: where nothing can be taken in, the answer comes from what is there and says so. */
export function freshen(engine: Engine, options: FreshenOptions): Freshness {
  const { index, problem } = openIndex(engine);
  try {
    const freshness = freshenWith(engine, index, options);
    return problem === null ? freshness : { ...freshness, problem };
  } catch (error) {
    return { ...FRESH, problem: explainProblem(engine, error) };
  }
}

function freshenWith(
  engine: Engine,
  index: SearchIndex | undefined,
  { deadlineMs }: FreshenOptions,
): Freshness {
  const changed = listChanged(engine, index);
  if (changed.length === 0) return FRESH;
  // From here on: on a slow disk the stats alone may take as long, and what changed has to be found all the same.
  const started = performance.now();
  const refusal = whyNotTaking(engine, index);
  const taken =
    index === undefined || refusal !== undefined
      ? refuseAll(changed, refusal ?? "there is no index yet")
      : takeInNewest(engine, index, changed, deadlineMs);
  const scanned = scanTails(engine, taken.left, {
    index,
    passedMs: () => performance.now() - started,
    deadlineMs: refusal === "there is no index yet" ? deadlineMs * SCAN_ALONE_TIMES : deadlineMs,
  });
  return {
    ...scanned,
    indexLag: scanned.pending.reduce((sum, { bytes }) => sum + bytes, 0),
    tookIn: { files: taken.files, turns: taken.turns },
    problem: taken.problem,
  };
}

interface OpenedIndex {
  readonly index: SearchIndex | undefined;
  readonly problem: string | null;
}

function openIndex(engine: Engine): OpenedIndex {
  try {
    return { index: engine.index("read"), problem: null };
  } catch (error) {
    return { index: undefined, problem: explainProblem(engine, error) };
  }
}

/** A first import is a person's to start, and what fills an index takes longer than a read may wait. */
function whyNotTaking(engine: Engine, index: SearchIndex | undefined): PendingWhy | undefined {
  if (index === undefined || index.isEmpty()) return "there is no index yet";
  if (!engine.store.writable) return "the store may not be written";
  return undefined;
}

type Taken = ReturnType<typeof takeIn>;

function refuseAll(changed: readonly ChangedFile[], why: PendingWhy): Taken {
  return { files: 0, turns: 0, left: changed.map((one) => ({ ...one, why })), problem: null };
}

function takeInNewest(
  engine: Engine,
  index: SearchIndex,
  changed: readonly ChangedFile[],
  budgetMs: number,
): Taken {
  const all = planTakeIn(changed, budgetMs);
  const isAll = all.leave.length === 0;
  const plan = isAll ? all : planTakeIn(changed, budgetMs * TAKE_IN_SHARE);
  // Tried again at every read, a closed file would have each of them take the lock and write its marks.
  const take = plan.take.filter(({ file }) => isReadable(file.path));
  const closed = plan.take
    .filter((one) => !take.includes(one))
    .map((one): LeftFile => ({ ...one, why: "it cannot be read" }));
  const leave = [...plan.leave, ...closed];
  if (take.length === 0) return { files: 0, turns: 0, left: byAge(leave), problem: null };
  const taken = takeIn(engine, index, take, isAll ? budgetMs : budgetMs * TAKE_IN_SHARE);
  return { ...taken, left: byAge([...taken.left, ...leave]) };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Newest first. */
function byAge(files: readonly LeftFile[]): readonly LeftFile[] {
  return [...files].sort((a, b) => b.file.mtimeMs - a.file.mtimeMs);
}
