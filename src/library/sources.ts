/** Owns the names of sources that options take. */
import type { SourceId } from "../core/turn.ts";

export const SOURCES: readonly SourceId[] = ["claude-code", "codex", "jsonl"];
