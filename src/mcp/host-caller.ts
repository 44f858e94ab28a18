/** Owns who calls: the folder and the session of the agent, as its host tells them, each in a way of its own. */
import { isAbsolute, resolve } from "node:path";

import type { Caller } from "../engine/open-configured.ts";

export interface HostCaller {
  /** Absolute: the project of a question is the one of this folder. */
  readonly cwd: string;
  /** Id of the session that is calling; undefined where the host does not tell. */
  readonly session: string | undefined;
}

export interface CallFacts {
  /** `cwd` of the call's arguments. */
  readonly cwd: string | undefined;
  /** `_meta` of the call. */
  readonly meta: unknown;
}

/**
 * The folder: what the call says, else CLAUDE_PROJECT_DIR, else where the server runs (both hosts start it in the
 * project). The session: Codex sends it with each call, Claude Code sets CLAUDE_CODE_SESSION_ID.
 */
export function findHostCaller({ environment, cwd }: Caller, facts: CallFacts): HostCaller {
  const base = folderOf(environment.claudeProjectDir) ?? cwd;
  return {
    cwd: facts.cwd === undefined ? base : resolve(base, facts.cwd),
    session: codexSession(facts.meta) ?? environment.claudeSession,
  };
}

function folderOf(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

const TURN_METADATA = "x-codex-turn-metadata";

/** A helper's thread is not the session: the turn's metadata names the session itself. */
function codexSession(meta: unknown): string | undefined {
  const fields = asFields(meta);
  return textOf(asFields(fields[TURN_METADATA])["session_id"]) ?? textOf(fields["threadId"]);
}

/** The metadata may come as JSON text as well. */
function asFields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "string") {
    try {
      return asFields(JSON.parse(value) as unknown);
    } catch {
      return {};
    }
  }
  if (typeof value !== "object" || value === null) return {};
  return value as Readonly<Record<string, unknown>>;
}

const MOST_ID_CHARS = 200;

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= MOST_ID_CHARS
    ? value
    : undefined;
}
