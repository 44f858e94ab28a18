/** Owns homes with sessions of both hosts, taken in, for a server to answer from. */
import { syncSources } from "../../src/engine/sync-sources.ts";
import {
  claudePath,
  rolloutMessage,
  rolloutMeta,
  rolloutPath,
  writeLines,
} from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

export interface MadeSessions {
  /** Lines of Claude Code's transcripts by session. */
  readonly claude?: Readonly<Record<string, readonly string[]>>;
  /** Messages of Codex's threads, the person and the agent by turns. */
  readonly codex?: Readonly<Record<string, readonly string[]>>;
}

export function writeSessions(home: string, { claude = {}, codex = {} }: MadeSessions): void {
  for (const [session, lines] of Object.entries(claude))
    writeLines(claudePath(home, session), lines);
  for (const [thread, texts] of Object.entries(codex))
    writeLines(rolloutPath(home, thread), [
      rolloutMeta(thread),
      ...texts.map((text, at) => rolloutMessage(at + 1, at % 2 === 0 ? "user" : "assistant", text)),
    ]);
}

/** A home whose sessions are in the index. */
export function takenIn(sessions: MadeSessions): string {
  const home = temporaryFolder();
  writeSessions(home, sessions);
  takeIn(home);
  return home;
}

/** Takes in what hosts wrote. */
export function takeIn(home: string): void {
  const engine = openTestEngine(home);
  syncSources(engine);
  engine.close();
}
