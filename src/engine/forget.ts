/** Owns the forget use-case: bytes destroyed everywhere varve can reach, and a list of what it cannot. */
import type { Engine } from "./engine.ts";
import { writableIndex } from "./engine.ts";
import { listUnreachable, type UnreachablePlace } from "./list-unreachable.ts";
import { selectForgotten, type ForgetSelection, type ForgetTargets } from "./forget-selection.ts";
import { removeForGood, type LineRemoval } from "./remove-for-good.ts";

export interface ForgetResult {
  readonly matched: {
    readonly sessions: number;
    readonly turns: number;
    readonly lines: number;
    readonly bytes: number;
  };
  readonly done: boolean;
  /** Where the same words may still stand, beyond varve's reach. */
  readonly unreachable: readonly UnreachablePlace[];
}

/** Counts what would go, and where copies stay. Changes nothing. */
export function planForget(engine: Engine, targets: ForgetTargets): ForgetResult {
  return describe(engine, selectForgotten(engine, targets), { done: false, match: targets.match });
}

/**
 * Destroys it: the archive notes keyed hashes first, so that an unchanged source imported again stays forgotten, then
 * every file of the archive and of the index is rewritten. The caller holds the worker lock.
 */
export function purge(engine: Engine, targets: ForgetTargets, reason: string): ForgetResult {
  const selection = selectForgotten(engine, targets);
  const index = writableIndex(engine);
  removeForGood(engine, index, {
    kind: "forget",
    reason: engine.redactor.redact(reason),
    entries: listLines(selection),
    reindex: true,
  });
  return describe(engine, selection, { done: true, match: targets.match });
}

function listLines(selection: ForgetSelection): LineRemoval["entries"] {
  return [...selection.entries].map(([entryId, lines]) => [
    entryId,
    lines === "all" ? lines : [...lines].map(([epoch, numbers]) => [epoch, [...numbers]] as const),
  ]);
}

function describe(
  engine: Engine,
  selection: ForgetSelection,
  { done, match }: { readonly done: boolean; readonly match: string | undefined },
): ForgetResult {
  return {
    matched: {
      sessions: selection.sessions.size,
      turns: selection.turns,
      lines: selection.lines,
      bytes: selection.bytes,
    },
    done,
    unreachable: listUnreachable(engine, selection.entries.keys(), match),
  };
}
