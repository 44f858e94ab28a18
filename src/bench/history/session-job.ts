/** Owns what a session writer needs to know, whichever host it imitates. */
import type { Scene } from "./scene.ts";
import type { TextCounter } from "./text-tally.ts";

export interface SessionJob {
  readonly scene: Scene;
  readonly counter: TextCounter;
  /** Folder that stands for the home folder: `.claude` and `.codex` go below it. */
  readonly homeFolder: string;
  readonly startMs: number;
  /** The session ends at the first prompt after this many bytes. */
  readonly targetBytes: number;
}

export interface WrittenSession {
  readonly files: number;
  readonly bytes: number;
}

/** A clock that moves on by itself, as a session does. */
export interface SessionClock {
  /** Moves on by up to `atMostMs` and returns the instant, ISO 8601 with Z. */
  tick(atMostMs: number): string;
  ms(): number;
}

export function createSessionClock(scene: Scene, startMs: number): SessionClock {
  let now = startMs;
  return {
    tick(atMostMs) {
      now += 1 + scene.random.int(atMostMs);
      return new Date(now).toISOString();
    },
    ms: () => now,
  };
}
