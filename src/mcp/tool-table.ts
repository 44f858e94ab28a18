/** Owns the list of tools, in the order in which a model sees them. */
import type { ToolSpec } from "./tool.ts";
import { memoryForget } from "./tools/memory-forget.ts";
import { memoryGet } from "./tools/memory-get.ts";
import { memorySearchLogs } from "./tools/memory-search-logs.ts";
import { memorySearch } from "./tools/memory-search.ts";
import { memoryTimeline } from "./tools/memory-timeline.ts";

export const TOOLS: readonly ToolSpec[] = [
  memorySearch,
  memoryGet,
  memoryTimeline,
  memorySearchLogs,
  memoryForget,
];
