/** Owns writing small transcripts of either host, row by row, with ids that a test can name. */
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const PROJECT_FOLDER = "/home/user/code/orchard";

/** Deterministic ids: `idOf(7)` is the same in every file. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

export interface ClaudeRow {
  readonly id: number;
  /** Undefined: the row before; null: none. */
  readonly parent?: number | null;
  readonly session: string;
  readonly cwd?: string;
  readonly branch?: string;
  /** Seconds after the first minute of the made-up day. */
  readonly at?: number;
}

function claudeBase(row: ClaudeRow): Record<string, unknown> {
  const parent = row.parent === undefined ? row.id - 1 : row.parent;
  return {
    parentUuid: parent === null ? null : idOf(parent),
    isSidechain: false,
    userType: "external",
    cwd: row.cwd ?? PROJECT_FOLDER,
    sessionId: row.session,
    version: "2.1.300",
    gitBranch: row.branch ?? "main",
    uuid: idOf(row.id),
    timestamp: new Date(Date.UTC(2026, 4, 4, 10, 0, row.at ?? row.id % 86_000)).toISOString(),
  };
}

export function typed(row: ClaudeRow, text: string): string {
  return JSON.stringify({
    ...claudeBase(row),
    type: "user",
    message: { role: "user", content: text },
  });
}

export function replied(row: ClaudeRow, text: string): string {
  const content = [{ type: "text", text }];
  return JSON.stringify({
    ...claudeBase(row),
    type: "assistant",
    message: { role: "assistant", content },
  });
}

export function toolResult(row: ClaudeRow, content: unknown): string {
  const blocks = [{ type: "tool_result", tool_use_id: `toolu_${row.id}`, content }];
  return JSON.stringify({
    ...claudeBase(row),
    type: "user",
    message: { role: "user", content: blocks },
  });
}

/** A row of the chain that is no turn. */
export function noted(row: ClaudeRow): string {
  return JSON.stringify({
    ...claudeBase(row),
    type: "system",
    subtype: "turn_duration",
    durationMs: 1,
    isMeta: true,
  });
}

export function claudePath(
  home: string,
  session: string,
  folder = "-home-user-code-orchard",
): string {
  return join(home, ".claude", "projects", folder, `${session}.jsonl`);
}

export function writeLines(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

export function addLines(path: string, lines: readonly string[]): void {
  appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

function rolloutRow(second: number, type: string, payload: unknown): string {
  const timestamp = new Date(Date.UTC(2026, 4, 5, 9, 0, second)).toISOString();
  return JSON.stringify({ timestamp, ordinal: second, type, payload });
}

export function rolloutMeta(thread: string, extra: Readonly<Record<string, unknown>> = {}): string {
  const payload = {
    id: thread,
    timestamp: "2026-05-05T09:00:00Z",
    cwd: PROJECT_FOLDER,
    cli_version: "0.171.0",
    source: "cli",
    ...extra,
  };
  return rolloutRow(0, "session_meta", payload);
}

export function rolloutContext(second: number): string {
  return rolloutRow(second, "turn_context", { cwd: PROJECT_FOLDER, model: "gpt-5.5" });
}

export function rolloutMessage(second: number, role: "user" | "assistant", text: string): string {
  const content = [{ type: role === "user" ? "input_text" : "output_text", text }];
  return rolloutRow(second, "response_item", {
    type: "message",
    role,
    id: `msg_${second}_${text.replace(/\W/g, "")}`,
    content,
  });
}

export function rolloutEvent(second: number, payload: Readonly<Record<string, unknown>>): string {
  return rolloutRow(second, "event_msg", payload);
}

export function rolloutCompacted(second: number, message: string): string {
  return rolloutRow(second, "compacted", { message, replacement_history: null });
}

export function rolloutPath(
  home: string,
  thread: string,
  folder = join("sessions", "2026", "05", "05"),
): string {
  return join(home, ".codex", folder, `rollout-2026-05-05T09-00-00-${thread}.jsonl`);
}

/** One zstd frame of raw blocks: valid for every decoder, written without a compressor. */
export function zstdFrame(bytes: Buffer): Buffer {
  const blockBytes = 64 * 1024;
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])]; // window of 2 MB, no size, no checksum
  for (let at = 0; at === 0 || at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const isLast = at + blockBytes >= bytes.length ? 1 : 0;
    const header = (block.length << 3) | isLast;
    parts.push(Buffer.from([header & 0xff, (header >> 8) & 0xff, (header >> 16) & 0xff]), block);
  }
  return Buffer.concat(parts);
}

/** Copies a folder into another that may hold files already. */
export function copyTree(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
