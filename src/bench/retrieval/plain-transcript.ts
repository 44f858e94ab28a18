/** Owns writing conversations of other data sets as plain JSONL transcripts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface PlainTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface PlainSession {
  /** Also its file's name; letters, digits and dashes. */
  readonly session: string;
  readonly cwd: string;
  readonly startMs: number;
  readonly turns: readonly PlainTurn[];
}

const TURN_MS = 30_000;

/** Turn `n`, counted from 0, has the reference `t:<session>#<n + 1>`. */
export function writePlainSession(
  folder: string,
  { session, cwd, startMs, turns }: PlainSession,
): void {
  mkdirSync(folder, { recursive: true });
  const rows = turns.map(({ role, text }, at) =>
    JSON.stringify({
      ts: new Date(startMs + at * TURN_MS).toISOString(),
      role,
      text,
      session,
      cwd,
    }),
  );
  writeFileSync(join(folder, `${session}.jsonl`), `${rows.join("\n")}\n`, { mode: 0o600 });
}

/** Reference of a turn that {@link writePlainSession} wrote; `at` counts from 0. */
export function plainReference(session: string, at: number): string {
  return `t:${session}#${at + 1}`;
}
