/** Owns leaving out sessions that are archived already: their bytes go back out of the archive, their turns out of the index. */
import { existsSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";

import type { ArchiveEntry } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import { parsePlaceholder } from "../archive/placeholder.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { findExclusion } from "./exclusions.ts";
import { projectName } from "./project-name.ts";
import { removeForGood, type LineRemoval } from "./remove-for-good.ts";
import { decodeHistoryRow } from "./withhold-history.ts";

/** A person wrote the marker in it. Noted first, so that a crash in between never lets the session back in. */
export function excludeMarked(
  engine: Engine,
  index: SearchIndex,
  session: { readonly id: string; readonly source: string },
): void {
  engine.excluded.add({
    fileId: session.id,
    source: session.source,
    at: engine.now().toISOString(),
  });
  removeSessions(engine, index, new Set([session.id]));
}

/**
 * Takes out what the rules of the settings leave out and was archived before they did. Looks only when the rules are
 * others than at the last sync: what comes in later is asked about as it comes. Without `purge` it only counts, and the
 * next run with it does it. Returns the sessions.
 */
export function applyRules(
  engine: Engine,
  index: SearchIndex,
  options: { readonly purge: boolean; readonly onlyCount?: boolean },
): ReadonlySet<string> {
  const { exclude } = engine.options.settings;
  const { path, stamp } = rulesStamp(engine);
  if (isStamped(path, stamp)) return new Set();
  const late =
    exclude.projects.length + exclude.paths.length === 0
      ? new Map<string, LateSession>()
      : findLate(engine, index);
  const ids = new Set(late.keys());
  if (options.onlyCount === true || (!options.purge && ids.size > 0)) return ids;
  // Noted first, so that a crash in between never lets a session back in.
  for (const [fileId, { source, rule }] of late)
    engine.excluded.add({ fileId, source, at: engine.now().toISOString(), rule });
  removeSessions(engine, index, ids);
  writeAtomically(path, `${stamp}\n`);
  return ids;
}

/** True when nothing that was archived before the rules of the settings can be left out by them. */
export function areRulesApplied(engine: Engine): boolean {
  const { exclude } = engine.options.settings;
  if (exclude.projects.length + exclude.paths.length === 0) return true;
  const { path, stamp } = rulesStamp(engine);
  return isStamped(path, stamp);
}

function rulesStamp(engine: Engine): { readonly path: string; readonly stamp: string } {
  const rules = JSON.stringify(engine.options.settings.exclude);
  return {
    path: join(engine.store.paths.state, "exclusion-rules"),
    stamp: createHash("sha256").update(rules).digest("hex"),
  };
}

function isStamped(path: string, stamp: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8").trim() === stamp;
}

interface LateSession {
  readonly source: string;
  readonly rule: string;
}

/** Sessions that the next run with `purge` would take out; none when the rules are those of the last one. */
export function listLate(engine: Engine): ReadonlySet<string> {
  try {
    const index = engine.index("read");
    if (index === undefined) return new Set();
    return applyRules(engine, index, { purge: false, onlyCount: true });
  } catch (error) {
    // A newer store or a damaged index: the run itself says so.
    if (error instanceof VarveError) return new Set();
    throw error;
  }
}

/** Archived sessions that a rule of the settings leaves out now, by id. */
function findLate(engine: Engine, index: SearchIndex): ReadonlyMap<string, LateSession> {
  const folders = new Map(
    index.everything
      .sessions({ projects: "all", includeHidden: true })
      .map((row) => [row.id, row.cwd]),
  );
  const late = new Map<string, LateSession>();
  for (const entry of engine.archive.entries()) {
    const id = idOf(entry);
    if (id === null || isEmptied(entry) || (entry.kind !== "session" && entry.kind !== "subagent"))
      continue;
    const rule = findExclusion(engine.options.settings.exclude, {
      cwd: folders.get(id) ?? null,
      transcriptPath: entry.path ?? "",
      project: entry.project,
      projectName: projectName(engine, entry.project),
    });
    if (rule === undefined) continue;
    late.set(id, { source: entry.source, rule });
  }
  return late;
}

/** The session's own entry, its helpers, tool results and meta files. */
export function entriesOfSession(engine: Engine, session: string): readonly ArchiveEntry[] {
  return [...engine.archive.entries()].filter(
    (entry) => entry.session === session || entry.fileId === session,
  );
}

/** A helper is a session of its own below its parent. */
function idOf(entry: ArchiveEntry): string | null {
  return entry.kind === "subagent" ? entry.fileId : (entry.session ?? entry.fileId);
}

function isEmptied(entry: ArchiveEntry): boolean {
  return entry.epochs.every((epoch) => epoch.forgotten.lines + epoch.pruned.lines >= epoch.lines);
}

/** Takes the sessions out with their helpers, tool results and meta files, and with their rows in the prompt histories. */
export function removeSessions(
  engine: Engine,
  index: SearchIndex,
  sessions: ReadonlySet<string>,
): void {
  if (sessions.size === 0) return;
  const ids = new Set(sessions);
  for (const row of index.everything.sessions({ projects: "all", includeHidden: true })) {
    if (row.relation === "subagent" && ids.has(row.parent ?? "")) ids.add(row.id);
  }
  const entries: LineRemoval["entries"][number][] = [];
  for (const entry of engine.archive.entries()) {
    if (entry.kind === "history") entries.push(...historyLines(engine, entry, ids));
    else if ((ids.has(entry.session ?? "") || ids.has(entry.fileId ?? "")) && !isEmptied(entry))
      entries.push([entry.id, "all"]);
  }
  removeForGood(engine, index, { kind: "forget", reason: "excluded", entries, reindex: true });
}

function historyLines(
  engine: Engine,
  entry: ArchiveEntry,
  sessions: ReadonlySet<string>,
): readonly LineRemoval["entries"][number][] {
  const found: (readonly [number, readonly number[]])[] = [];
  for (const { epoch } of entry.epochs) {
    const lines: number[] = [];
    engine.archive.readLines(entry.id, epoch, 1, (line, number) => {
      const row = parsePlaceholder(line) === undefined ? decodeHistoryRow(line) : undefined;
      if (
        row?.session != null &&
        !row.isBlanked &&
        sessions.has(engine.redactor.redact(row.session))
      )
        lines.push(number);
    });
    if (lines.length > 0) found.push([epoch, lines]);
  }
  return found.length === 0 ? [] : [[entry.id, found]];
}
