/** Owns which files below Claude Code's folder are its transcripts, and how each is named. */
import type { ClassifiedPath } from "../reader.ts";

const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HELPER_FILE = /^(agent-[\w-]+)\.jsonl$/;
const HELPER_META = /^agent-[\w-]+\.meta\.json$/;

/**
 * Classifies a path relative to `~/.claude`. The project folder's name is never decoded: it is lossy, the rows hold
 * the folder. A `.jsonl` of any other name beside the sessions counts as a session whose rows must be recognised.
 */
export function classifyPath(relative: string): ClassifiedPath | null {
  if (relative === "history.jsonl") return file("history", "history", null);
  const parts = relative.split("/");
  if (parts[0] !== "projects" || parts.length < 3 || parts.includes("")) return null;
  const name = parts.at(-1) ?? "";
  if (parts.length === 3) return classifyProjectFile(name);
  const session = parts[2] ?? "";
  if (parts.length < 5) return null;
  if (parts[3] === "tool-results") return file("tool-result", `${session}/${name}`, session);
  if (parts[3] !== "subagents") return null;
  const helper = HELPER_FILE.exec(name)?.[1];
  if (helper !== undefined) return file("subagent", helper, session);
  return HELPER_META.test(name) ? file("meta", `${session}/${name}`, session) : null;
}

function classifyProjectFile(name: string): ClassifiedPath | null {
  const helper = HELPER_FILE.exec(name)?.[1];
  if (helper !== undefined) return file("subagent", helper, null);
  if (!name.endsWith(".jsonl")) return null;
  const stem = name.slice(0, -".jsonl".length);
  if (stem === "") return null;
  return file("session", stem, SESSION_ID.test(stem) ? stem : null);
}

function file(
  kind: ClassifiedPath["kind"],
  fileId: string,
  session: string | null,
): ClassifiedPath {
  return { kind, fileId, session, compressed: false };
}
