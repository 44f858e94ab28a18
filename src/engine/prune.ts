/** Owns pruning by age: sessions older than asked leave the archive, counted first, with placeholders in their place. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { SourceFileKind } from "../core/source-file.ts";
import { writableIndex, type Engine } from "./engine.ts";
import { removeForGood } from "./remove-for-good.ts";

export interface PruneRules {
  /** Instant before which an entry's last record must lie; undefined takes the settings' retention per kind. */
  readonly before: string | undefined;
  readonly kinds: readonly SourceFileKind[] | undefined;
}

export interface PruneResult {
  readonly matched: {
    readonly sessions: number;
    readonly entries: number;
    readonly lines: number;
    readonly bytes: number;
  };
  readonly done: boolean;
  /** Sessions that go, so that they can be exported first. */
  readonly sessions: readonly string[];
}

/** Counts what would go. Age is that of the last record, never of the file. */
export function planPrune(engine: Engine, rules: PruneRules): PruneResult {
  return describe(selectEntries(engine, rules), false);
}

/** Prunes it. The caller holds the worker lock; a second run finds nothing; the audit stays clean. */
export function prune(engine: Engine, rules: PruneRules): PruneResult {
  const entries = selectEntries(engine, rules);
  const index = writableIndex(engine);
  removeForGood(engine, index, {
    kind: "prune",
    reason: "",
    entries: entries.map(({ id }) => [id, "all"]),
    reindex: true,
  });
  return describe(entries, true);
}

function selectEntries(engine: Engine, rules: PruneRules): readonly ArchiveEntry[] {
  const ended = new Map<string, string>();
  for (const session of engine
    .index("read")
    ?.everything.sessions({ projects: "all", includeHidden: true }) ?? []) {
    if (session.endedAt === null) continue;
    ended.set(session.id, session.endedAt);
    // A prompt history holds the prompts of all sessions and is as old as the last of them.
    const history = historyKey(session.source);
    if (session.id.startsWith("history-") && session.endedAt > (ended.get(history) ?? ""))
      ended.set(history, session.endedAt);
  }
  return [...engine.archive.entries()].filter((entry) => {
    if (rules.kinds !== undefined && !rules.kinds.includes(entry.kind)) return false;
    const before = rules.before ?? retentionLimit(engine, entry.kind);
    if (before === undefined) return false;
    const last =
      (entry.kind === "history" ? ended.get(historyKey(entry.source)) : undefined) ??
      ended.get(entry.session ?? "") ??
      ended.get(entry.fileId ?? "") ??
      entry.epochs.at(-1)?.capturedAt;
    const isWhole = entry.epochs.some(
      (epoch) => epoch.pruned.lines + epoch.forgotten.lines < epoch.lines,
    );
    return isWhole && last !== undefined && last < before;
  });
}

/** No session has such an id. */
function historyKey(source: string): string {
  return `history of ${source}`;
}

function retentionLimit(engine: Engine, kind: string): string | undefined {
  const days = engine.options.settings.retentionDays(kind);
  return days === undefined
    ? undefined
    : new Date(engine.now().getTime() - days * 86_400_000).toISOString();
}

function describe(entries: readonly ArchiveEntry[], done: boolean): PruneResult {
  const sum = (pick: (epoch: ArchiveEntry["epochs"][number]) => number): number =>
    entries.reduce(
      (total, entry) => total + entry.epochs.reduce((part, epoch) => part + pick(epoch), 0),
      0,
    );
  const sessions = [
    ...new Set(
      entries.flatMap((entry) =>
        entry.kind === "session" && entry.fileId !== null ? [entry.fileId] : [],
      ),
    ),
  ];
  return {
    matched: {
      sessions: sessions.length,
      entries: entries.length,
      lines: sum((epoch) => epoch.lines - epoch.pruned.lines - epoch.forgotten.lines),
      bytes: sum((epoch) => epoch.textBytes),
    },
    done,
    sessions,
  };
}
