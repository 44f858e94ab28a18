/** Owns small Claude Code transcripts that a test writes row by row, each with words that are easy to find again. */
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Transcript {
  readonly session: string;
  readonly path: string;
}

/** Where Claude Code keeps the transcript of a session of the project /home/user/harbour. */
export function newTranscript(home: string, session: string = randomUUID()): Transcript {
  const path = join(home, ".claude", "projects", "-home-user-harbour", `${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  return { session, path };
}

export function promptRow(session: string, text: string, minute = 0): string {
  const timestamp = new Date(Date.UTC(2026, 9, 1, 8, minute)).toISOString();
  const message = { role: "user", content: text };
  const row = {
    parentUuid: null,
    isSidechain: false,
    type: "user",
    message,
    uuid: randomUUID(),
    timestamp,
    cwd: "/home/user/harbour",
    sessionId: session,
    version: "2.1.0",
  };
  return `${JSON.stringify(row)}\n`;
}

/** `count` rows, each with `word` and filler of about `fillerBytes`. */
export function promptRows(
  session: string,
  word: string,
  options: { readonly count: number; readonly fillerBytes?: number },
): string {
  const filler = "the tide tables of the outer harbour are read again ".repeat(
    Math.ceil((options.fillerBytes ?? 0) / 52),
  );
  return Array.from({ length: options.count }, (_, row) =>
    promptRow(session, `${word} row ${row} ${filler}`, row % 60),
  ).join("");
}

export function writeRows(transcript: Transcript, rows: string): void {
  writeFileSync(transcript.path, rows);
}

export function appendRows(transcript: Transcript, rows: string): void {
  appendFileSync(transcript.path, rows);
}

/** What a hook notes for the worker. */
export function spoolEvent(varveHome: string, transcript: Transcript, event = "Stop"): void {
  const line = {
    v: 1,
    host: "claude-code",
    session: transcript.session,
    path: transcript.path,
    event,
    at: new Date().toISOString(),
  };
  mkdirSync(join(varveHome, "state"), { recursive: true, mode: 0o700 });
  appendFileSync(join(varveHome, "state", "spool.jsonl"), `${JSON.stringify(line)}\n`, {
    mode: 0o600,
  });
}
