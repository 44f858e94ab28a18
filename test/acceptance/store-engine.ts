/** Owns an engine over a home, in this process: as many steps as a test needs without a process for each. */
import { join } from "node:path";

import { NO_BUDGET } from "../../src/core/budget.ts";
import { auditStore } from "../../src/engine/audit.ts";
import {
  openEngine,
  PLAIN_SETTINGS,
  type Engine,
  type EngineOptions,
  type EngineSettings,
} from "../../src/engine/engine.ts";
import { rebuildIndex } from "../../src/engine/fill-index.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import type { SyncReport } from "../../src/engine/sync-report.ts";

export const NOW = "2026-11-30T00:00:00Z";

export function engineOptions(
  home: string,
  more: Partial<Omit<EngineOptions, "settings">> & {
    readonly settings?: Partial<EngineSettings>;
  } = {},
): EngineOptions {
  return {
    home: join(home, ".varve"),
    userHome: home,
    roots: [
      { source: "claude-code", path: join(home, ".claude") },
      { source: "codex", path: join(home, ".codex") },
    ],
    now: () => new Date(NOW),
    create: true,
    ...more,
    settings: {
      ...PLAIN_SETTINGS,
      envFiles: [".env"],
      ...more.settings,
    },
  };
}

/** Opens, works, closes: what another process would do. */
export function withStore<T>(
  home: string,
  work: (engine: Engine) => T,
  settings: Partial<EngineSettings> = {},
): T {
  const engine = openEngine(engineOptions(home, { settings }));
  try {
    return work(engine);
  } finally {
    engine.close();
  }
}

export function sync(home: string, settings: Partial<EngineSettings> = {}): SyncReport {
  return withStore(home, (engine) => syncSources(engine), settings);
}

export function rebuild(home: string, settings: Partial<EngineSettings> = {}): void {
  withStore(home, (engine) => rebuildIndex(engine), settings);
}

/** References of the hits for `words`, in all projects. */
export function find(
  home: string,
  words: string,
  settings: Partial<EngineSettings> = {},
): readonly string[] {
  const query = { query: words, cwd: home, allProjects: true, limit: 50 };
  return withStore(
    home,
    (engine) =>
      searchTurns(engine, query, { budget: NO_BUDGET, write: () => "" }).hits.map(({ ref }) => ref),
    settings,
  );
}

/** What the audit says is wrong; nothing when all is well. */
export function findings(home: string, settings: Partial<EngineSettings> = {}): readonly string[] {
  return withStore(
    home,
    (engine) =>
      auditStore(engine).findings.map(
        ({ kind, entry, detail }) => `${kind} ${entry ?? ""} ${detail}`,
      ),
    settings,
  );
}

/** The audit's counts. */
export function auditCounts(home: string): Readonly<Record<string, unknown>> {
  return withStore(home, (engine) => ({ ...auditStore(engine).counts }));
}
