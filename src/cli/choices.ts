/** Owns the words that enum flags take. */
import type { SourceFileKind } from "../core/source-file.ts";
import type { SourceId } from "../core/turn.ts";

export const SOURCES: readonly SourceId[] = ["claude-code", "codex", "jsonl"];
export { TURN_CLASSES as CLASSES, TURN_ROLES as ROLES } from "../core/turn.ts";
export const ORDERS = ["relevance", "time"] as const;
export const LEVELS = ["abstract", "outline", "full", "raw"] as const;
export const KINDS: readonly SourceFileKind[] = [
  "session",
  "subagent",
  "tool-result",
  "history",
  "meta",
];
