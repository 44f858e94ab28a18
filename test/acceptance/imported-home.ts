/** Owns asking an imported home what it kept, through the real CLI, for the acceptance tests. */
import { expect } from "vitest";

import { runVarve, runVarveJson, type RunOptions } from "../support/run-varve.ts";
import { readTree } from "../support/temp-home.ts";
import { NO_BUDGET } from "../../src/core/budget.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { withStore } from "./store-engine.ts";
import { join } from "node:path";

export interface ImportReport {
  readonly sources: number;
  readonly sessions: number;
  readonly turns: number;
  readonly bytes: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly changedFiles: number;
  readonly unknownTypes: Readonly<Record<string, number>>;
}

export interface ListedSession {
  readonly ref: string;
  readonly id: string;
  readonly source: string;
  readonly project: string;
  readonly title: string;
  readonly startedAt: string | null;
  readonly prompts: number;
  readonly turns: number;
  readonly parent: string | null;
  readonly relation: string | null;
  readonly helpers: readonly unknown[];
  readonly sourceGone: boolean;
}

export interface Hit {
  readonly ref: string;
  readonly title: string;
  readonly date: string | null;
  readonly project: string;
  readonly type: string;
  readonly role: string;
  readonly session: string;
  readonly snippet: string;
}

export interface SearchAnswer {
  readonly header: { readonly total: number; readonly outsideScope: number; readonly zone: string };
  readonly hits: readonly Hit[];
}

export interface Home {
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function options(home: Home): RunOptions {
  return {
    home: home.path,
    ...(home.env !== undefined && { env: home.env }),
    ...(home.cwd !== undefined && { cwd: home.cwd }),
  };
}

/** Runs `varve import`, which must succeed. */
export function importAll(home: Home, flags: readonly string[] = []): ImportReport {
  const { code, value } = runVarveJson<ImportReport>(["import", ...flags], options(home));
  expect({ code, value }).toMatchObject({ code: 0 });
  return value;
}

/** Every session of every project, newest first. */
export function listSessions(home: Home): readonly ListedSession[] {
  const { value } = runVarveJson<{ readonly sessions: readonly ListedSession[] }>(
    ["sessions", "--all-projects", "--limit", "500", "--all"],
    options(home),
  );
  return value.sessions;
}

/** One search over all projects unless the flags say otherwise. */
export function search(home: Home, query: string, flags: readonly string[] = ["-a"]): SearchAnswer {
  const result = runVarve(["search", "--json", "--all", ...flags, "--", query], options(home));
  expect(result).toMatchObject({ stderr: expect.not.stringContaining("rror") });
  const answer = JSON.parse(result.stdout) as SearchAnswer;
  expect(result.code).toBe(answer.hits.length > 0 ? 0 : 1);
  return answer;
}

/** The words the persons typed, as `search --class prompt` sees them: how many prompts hold the word. */
export function countPrompts(home: Home, word: string): number {
  return search(home, word, ["-a", "--class", "prompt"]).hits.filter((hit) =>
    hit.snippet.toLowerCase().includes(word.toLowerCase()),
  ).length;
}

/** Hits whose snippet shows the word itself. */
export function hitsOf(home: Home, word: string): readonly Hit[] {
  return search(home, word).hits.filter((hit) =>
    hit.snippet.toLowerCase().includes(word.toLowerCase()),
  );
}

/** The audit must be clean, and a second import must neither find nor change anything. */
export function expectSettled(home: Home): void {
  const audit = runVarveJson<{ readonly verdict: string; readonly findings: readonly unknown[] }>(
    ["audit"],
    options(home),
  );
  expect({
    code: audit.code,
    findings: audit.value.findings,
    verdict: audit.value.verdict,
  }).toEqual({ code: 0, findings: [], verdict: "clean" });
  const archive = join(home.path, ".varve", "archive");
  const before = readTree(archive);
  expect(importAll(home)).toMatchObject({ turns: 0, sessions: 0, bytes: 0, changedFiles: 0 });
  expect(readTree(archive)).toEqual(before);
}

/** Text output of a command, which must end with 0 or 1 and never with a stack trace. */
export function say(home: Home, args: readonly string[]): string {
  const result = runVarve(args, options(home));
  expect([0, 1]).toContain(result.code);
  expect(result.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  return result.stdout;
}

/**
 * Sessions that each query finds in all projects. In the long form each is a process; else one engine answers them
 * all, as the command would.
 */
export function findSessionsOf(
  home: Home,
  queries: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const ask = (answer: (query: string) => SearchAnswer): ReadonlyMap<string, readonly string[]> =>
    new Map(queries.map((query) => [query, answer(query).hits.map((hit) => hit.session)] as const));
  if (process.env["VARVE_TEST_FULL"] === "1") return ask((query) => search(home, query));
  return withStore(home.path, (engine) =>
    ask((query) => {
      const answer = searchTurns(
        engine,
        { query, cwd: home.path, allProjects: true, limit: 50 },
        { budget: NO_BUDGET, write: () => "" },
      );
      return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, title: hit.title ?? "" })) };
    }),
  );
}
