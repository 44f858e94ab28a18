/** Owns mending what an audit found: archive findings one by one, then what their sources still hold, the index by one rebuild. */
import { writableIndex, type Engine } from "./engine.ts";
import type { AuditFinding } from "./audit-types.ts";
import { rebuildIndex, type RebuildProgress } from "./fill-index.ts";
import { writeHeartbeat } from "./heartbeat.ts";
import { syncSources } from "./sync-sources.ts";

export interface RepairStep {
  readonly kind: string;
  readonly entry: string | null;
  /** What was done, or why it was not. */
  readonly done: string;
}

/** What `repairStore` would do, in its order. */
export function planRepair(
  findings: readonly AuditFinding[],
): readonly { readonly kind: string; readonly entry: string | null; readonly repair: string }[] {
  return findings.map(({ kind, entry, repair }) => ({
    kind,
    entry,
    repair: repair === "" ? "nothing: only you can" : repair,
  }));
}

/**
 * Mends the archive first, builds the index beside the one in use and switches, then takes in again what is still at its
 * source. Never deletes archived bytes. The caller holds the worker lock.
 */
export function repairStore(
  engine: Engine,
  findings: readonly AuditFinding[],
  progress?: RebuildProgress,
): readonly RepairStep[] {
  const steps: RepairStep[] = [];
  for (const finding of findings) {
    if (finding.mend === undefined) continue;
    steps.push({ kind: finding.kind, entry: finding.entry, done: finding.mend() });
  }
  if (findings.some((finding) => finding.needsRebuild === true)) {
    const rebuilt = rebuildIndex(engine, progress);
    steps.push({
      kind: "rebuild",
      entry: null,
      done: `index built again beside the old one: ${rebuilt.turns} turns`,
    });
  }
  const again = new Set(
    findings.filter((finding) => finding.needsCapture === true).map(({ entry }) => entry),
  );
  if (again.size > 0) steps.push(captureAgain(engine, again));
  return steps;
}

/** A sync passes over files whose size and time did not change, so these are taken out of what it knows. */
function captureAgain(engine: Engine, entries: ReadonlySet<string | null>): RepairStep {
  const index = writableIndex(engine);
  for (const source of index.sources().values())
    if (entries.has(source.entryId)) index.removeSource(source.pathKey);
  const report = syncSources(engine);
  writeHeartbeat(engine, report);
  return {
    kind: "sync",
    entry: null,
    done: `${report.bytes} bytes of ${report.changedFiles} sources taken in`,
  };
}
