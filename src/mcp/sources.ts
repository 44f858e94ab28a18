/** Owns the hosts whose sessions memory_search_logs can be narrowed to. */
import type { SourceId } from "../core/turn.ts";

export const SOURCES: readonly SourceId[] = ["claude-code", "codex", "jsonl"];
