/** Owns opening the engine over a throw-away home, with settings that keep everything. */
import { join } from "node:path";

import { onTestFinished } from "vitest";

import {
  openEngine,
  PLAIN_SETTINGS,
  type Engine,
  type EngineOptions,
} from "../../src/engine/engine.ts";

/** Closed when the test ends. `more` replaces any option. */
export function openTestEngine(home: string, more: Partial<EngineOptions> = {}): Engine {
  const engine = openEngine({
    home: join(home, ".varve"),
    userHome: home,
    roots: [
      { source: "claude-code", path: join(home, ".claude") },
      { source: "codex", path: join(home, ".codex") },
    ],
    settings: PLAIN_SETTINGS,
    now: () => new Date(),
    create: true,
    ...more,
  });
  onTestFinished(() => engine.close());
  return engine;
}
