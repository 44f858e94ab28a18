/** Owns the words that enum flags take. */
import type { SourceFileKind } from "../core/source-file.ts";
import type { SourceId, TurnClass, TurnRole } from "../core/turn.ts";

export const SOURCES: readonly SourceId[] = ["claude-code", "codex", "jsonl"];
export const ROLES: readonly TurnRole[] = ["user", "assistant", "tool", "system"];
export const CLASSES: readonly TurnClass[] = [
  "prompt",
  "reply",
  "call",
  "result",
  "edit",
  "error",
  "summary",
  "lifecycle",
];
export const ORDERS = ["relevance", "time"] as const;
export const LEVELS = ["abstract", "outline", "full", "raw"] as const;
export const KINDS: readonly SourceFileKind[] = [
  "session",
  "subagent",
  "tool-result",
  "history",
  "meta",
];
