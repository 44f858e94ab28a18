/** Owns which changed files a read takes in before it answers: the newest that fit its time. Pure. */
import type { PendingWhy } from "./freshness.ts";
import type { ChangedFile } from "./list-changed.ts";

/** Text that a cold process archives and indexes in a millisecond, measured; a warm one does three times as much. */
const BYTES_PER_MS = 10_000;
/** Archive entry, index rows and their way to the disk, whatever the size. */
const FILE_MS = 4;

export interface LeftFile extends ChangedFile {
  readonly why: PendingWhy;
}

export interface TakeInPlan {
  readonly take: readonly ChangedFile[];
  /** In the order given. */
  readonly leave: readonly LeftFile[];
}

/** `changed` is newest first. A session and its helpers go together: they learn their project from it. */
export function planTakeIn(changed: readonly ChangedFile[], budgetMs: number): TakeInPlan {
  const taken = new Set<ChangedFile>();
  const tooLarge = new Set<ChangedFile>();
  let left = budgetMs;
  for (const group of groupBySession(changed)) {
    const cost = group.reduce((sum, { newBytes }) => sum + FILE_MS + newBytes / BYTES_PER_MS, 0);
    if (cost <= left) {
      left -= cost;
      for (const one of group) taken.add(one);
    } else if (cost > budgetMs) {
      for (const one of group) tooLarge.add(one);
    }
  }
  return {
    take: changed.filter((one) => taken.has(one)),
    leave: changed
      .filter((one) => !taken.has(one))
      .map((one) => ({ ...one, why: tooLarge.has(one) ? "too large for now" : "no time left" })),
  };
}

/** In the order of each group's newest file. */
function groupBySession(changed: readonly ChangedFile[]): Iterable<readonly ChangedFile[]> {
  const groups = new Map<string, ChangedFile[]>();
  for (const one of changed) {
    const { source, session, fileId } = one.file;
    const name = `${source}\0${session ?? fileId}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups.values();
}
