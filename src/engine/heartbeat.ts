/** Owns the note of the last sync, so that `status` can tell "nothing happened" from "capture stopped". */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { writeAtomically } from "../platform/write-atomically.ts";
import type { Engine } from "./engine.ts";
import type { Drift } from "./find-drift.ts";
import type { SyncReport } from "./sync-report.ts";

export interface Heartbeat {
  /** UTC instant of the end of the last sync. */
  readonly at: string;
  readonly files: number;
  readonly turns: number;
  readonly bytes: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  /** What is odd about the number of rows in the index; absent in notes of older versions. */
  readonly drift?: readonly Drift[];
}

/** Names and messages kept in the note. */
const MAX_WARNINGS = 20;

function heartbeatPath(engine: Engine): string {
  return join(engine.store.paths.state, "last-sync.json");
}

export function writeHeartbeat(engine: Engine, report: SyncReport): void {
  const beat: Heartbeat = {
    at: engine.now().toISOString(),
    files: report.files,
    turns: report.turns,
    bytes: report.bytes,
    skipped: Object.fromEntries(report.skipped),
    unknownTypes: Object.fromEntries(report.unknownTypes),
    warnings: report.warnings.slice(0, MAX_WARNINGS),
    drift: report.drift,
  };
  writeAtomically(heartbeatPath(engine), `${JSON.stringify(beat)}\n`);
}

/** Undefined when no sync ended yet, or when the note is damaged (it may be deleted at any time). */
export function readHeartbeat(engine: Engine): Heartbeat | undefined {
  const path = heartbeatPath(engine);
  if (!existsSync(path)) return undefined;
  try {
    const beat = JSON.parse(readFileSync(path, "utf8")) as Partial<Heartbeat> | null;
    if (typeof beat?.at !== "string" || !Number.isFinite(Date.parse(beat.at))) return undefined;
    const nothing = { files: 0, turns: 0, bytes: 0, skipped: {}, unknownTypes: {}, warnings: [] };
    return { ...nothing, ...beat, at: beat.at };
  } catch {
    return undefined;
  }
}
