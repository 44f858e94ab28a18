/** Owns the one question that is put to git itself: the first commit of a repository. */
import { runProcess } from "../platform/run-process.ts";
import type { GitFacts } from "./read-git-facts.ts";

const TIMEOUT_MS = 500;
const MAX_OUTPUT_BYTES = 64 * 1024;
const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

export interface AskGitOptions {
  readonly homeFolder: string;
  /** PATH to find git on; the usual folders when absent. */
  readonly searchPath: string | undefined;
}

/**
 * Hex id of the oldest commit without parents that HEAD reaches. Undefined for an empty or shallow repository, when
 * git is not there, refuses, or needs more than 500 ms. Nothing of the repository's configuration is run and nothing
 * is fetched.
 */
export function askRootCommit(facts: GitFacts, options: AskGitOptions): string | undefined {
  if (facts.shallow) return undefined;
  const result = runProcess({
    command: "git",
    args: [
      "--no-optional-locks",
      "-c",
      "core.fsmonitor=false",
      "-c",
      "core.hooksPath=/dev/null",
      "rev-list",
      "--max-parents=0",
      "HEAD",
      "--",
    ],
    cwd: facts.topLevel,
    env: {
      PATH: options.searchPath ?? USUAL_PATH,
      HOME: options.homeFolder,
      LC_ALL: "C",
      GIT_NO_LAZY_FETCH: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
      GIT_TERMINAL_PROMPT: "0",
    },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result.outcome !== "ok") return undefined;
  // Newest first: a history merged in later brings a root of its own, the oldest one stays last.
  const oldest = result.stdout.trim().split("\n").at(-1) ?? "";
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(oldest) ? oldest : undefined;
}
