/** Owns what kinds of files the hosts write and how one is named, wherever it lies. */
import type { SourceId } from "./turn.ts";

/**
 * `session` a transcript of a session; `subagent` a helper's transcript; `tool-result` an off-loaded tool output;
 * `history` the prompt history; `meta` a small side file that only comes along into the archive.
 */
export type SourceFileKind = "session" | "subagent" | "tool-result" | "history" | "meta";

/** One file of a host as discovered on disk. Bytes are not read to make one. */
export interface SourceFile {
  readonly source: SourceId;
  readonly kind: SourceFileKind;
  /** Absolute, with the root resolved by realpath. */
  readonly path: string;
  /**
   * Host-given identity that survives a move or a compression: session or thread id, `agent-<id>`,
   * `<session>/<file name>` for tool results and meta files, `history` for the prompt history.
   */
  readonly fileId: string;
  /** Session the file belongs to (the parent for helpers and tool results); null when only its rows can tell. */
  readonly session: string | null;
  /** zstd-compressed on disk (`.jsonl.zst`). */
  readonly compressed: boolean;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** Why bytes, lines or files were kept but not turned into turns. Counted, shown by import and audit, never fatal. */
export type SkipReason =
  | "blank"
  | "damaged"
  | "nul-run"
  | "too-long"
  | "unknown-type"
  | "bookkeeping"
  | "duplicate"
  | "empty"
  | "thinking"
  | "own-injection"
  | "own-session"
  | "skipped-tool"
  | "excluded"
  | "forgotten"
  | "pruned"
  | "not-a-transcript"
  | "symlink-outside";
