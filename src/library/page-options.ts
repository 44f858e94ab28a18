/** Owns the options that calls with pages share. */
import type { OptionKind } from "./check-options.ts";

export const SCOPE_KINDS = { project: "text", allProjects: "flag", cwd: "text" } as const;

export const PAGE_KINDS = {
  ...SCOPE_KINDS,
  since: "text",
  until: "text",
  order: ["relevance", "time"],
  limit: "size",
  cursor: "text",
  all: "flag",
} as const satisfies Readonly<Record<string, OptionKind>>;

/** Hits of one page. */
const MOST_HITS = 200;

/** `most` of `all` is the default and the ceiling of a call without a limit of size; undefined for the engine's default. */
export function pageSize(limit: number | undefined, most: number | undefined): number | undefined {
  if (most !== undefined) return limit ?? most;
  return limit === undefined ? undefined : Math.min(limit, MOST_HITS);
}
