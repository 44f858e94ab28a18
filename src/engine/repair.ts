/** Owns mending what an audit found: archive findings one by one, the index by one rebuild. */
import type { AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { rebuildIndex, type RebuildProgress } from "./fill-index.ts";
import { syncSources } from "./sync-sources.ts";

export interface RepairStep {
  readonly kind: string;
  readonly entry: string | null;
  /** What was done, or why it was not. */
  readonly done: string;
}

/** What `repairStore` would do, in its order. */
export function planRepair(findings: readonly AuditFinding[]): readonly { readonly kind: string; readonly entry: string | null; readonly repair: string }[] {
  return findings.map(({ kind, entry, repair }) => ({ kind, entry, repair: repair === "" ? "nothing: only you can" : repair }));
}

/** Mends the archive first, takes sources in again where that helps, then builds the index. The caller holds the worker lock. */
export function repairStore(engine: Engine, findings: readonly AuditFinding[], progress?: RebuildProgress): readonly RepairStep[] {
  const steps: RepairStep[] = [];
  for (const finding of findings) {
    if (finding.mend === undefined) continue;
    steps.push({ kind: finding.kind, entry: finding.entry, done: finding.mend() });
  }
  const touchesArchive = steps.some((step) => step.entry !== null);
  if (touchesArchive || findings.some((finding) => finding.needsRebuild === true)) {
    const rebuilt = rebuildIndex(engine, progress);
    steps.push({ kind: "rebuild", entry: null, done: `index built again: ${rebuilt.turns} turns` });
  }
  if (touchesArchive) syncSources(engine);
  return steps;
}
