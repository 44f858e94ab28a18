/** Owns which files below a Codex home are transcripts, and the thread id that a rollout's name states. */
import type { ClassifiedPath } from "../reader.ts";

const ROLLOUT_PATH = /^(?:(?:archived_)?sessions\/(?:.*\/)?)?(rollout-[^/]+)\.jsonl(\.zst)?$/;
const THREAD_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Classifies a path relative to the Codex home. Sub-agents and forks are rollouts like any other by name; only their
 * rows tell. The id comes from the name, so a damaged first row hides nothing. A rollout without a thread id in its
 * name keeps the name as file id. A bare `rollout-*.jsonl` is one that a person named.
 */
export function classifyCodexPath(relative: string): ClassifiedPath | null {
  if (relative === "history.jsonl")
    return { kind: "history", fileId: "history", session: null, compressed: false };
  const rollout = ROLLOUT_PATH.exec(relative);
  const name = rollout?.[1];
  if (name === undefined) return null;
  const thread = THREAD_ID.exec(name)?.[0]?.toLowerCase();
  return {
    kind: "session",
    fileId: thread ?? name,
    session: thread ?? null,
    compressed: rollout?.[2] !== undefined,
  };
}
