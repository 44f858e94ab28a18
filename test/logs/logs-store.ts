/** Owns a store of made-up sessions for the tests of logs, and asking it. */
import { join } from "node:path";

import { PAGE_BUDGET, type Budget } from "../../src/core/budget.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import type { LogHit, LogsAnswer } from "../../src/engine/logs/logs-answer.ts";
import type { LogsQuery } from "../../src/engine/logs/read-logs-question.ts";
import { searchLogs } from "../../src/engine/logs/search-logs.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import { claudePath, typed, writeLines } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

export const SESSION = "11111111-aaaa-4bbb-8ccc-000000000001";

/** A thinking row of Claude Code: archived, never a turn. */
export function thought(id: number, text: string): string {
  const base = JSON.parse(typed({ id, session: SESSION }, "")) as Record<string, unknown>;
  const content = [{ type: "thinking", thinking: text, signature: "c2lnbmF0dXJl" }];
  return JSON.stringify({ ...base, type: "assistant", message: { role: "assistant", content } });
}

/** A call of a tool of Claude Code. */
export function called(id: number, name: string, input: unknown): string {
  const base = JSON.parse(typed({ id, session: SESSION }, "")) as Record<string, unknown>;
  const content = [{ type: "tool_use", id: `toolu_${id + 1}`, name, input }];
  return JSON.stringify({ ...base, type: "assistant", message: { role: "assistant", content } });
}

/** One turn per text, in one session, a second apart. Another session needs other ids: equal ones are copies of a fork. */
export function prompts(
  texts: readonly string[],
  session: string = SESSION,
  firstId = 1,
): readonly string[] {
  return texts.map((text, at) =>
    typed({ id: firstId + at, session, ...(at === 0 && { parent: null }) }, text),
  );
}

/** A home whose sessions are taken in already. */
export function openLogs(sessions: Readonly<Record<string, readonly string[]>>): Engine {
  const home = temporaryFolder();
  for (const [session, lines] of Object.entries(sessions))
    writeLines(claudePath(home, session), lines);
  const engine = openTestEngine(home, { now: () => new Date("2026-11-30T00:00:00Z") });
  syncSources(engine);
  return engine;
}

export type Ask = Partial<LogsQuery> & { readonly budget?: Partial<Budget> };

export function ask(engine: Engine, query: string, more: Ask = {}): Promise<LogsAnswer> {
  const { budget, ...request } = more;
  return searchLogs(
    engine,
    {
      query,
      cwd: join(engine.options.userHome, "nowhere"),
      allProjects: request.project === undefined,
      calendar: localCalendar("UTC"),
      ...request,
    },
    { budget: { ...PAGE_BUDGET, ...budget }, write: (answer) => JSON.stringify(answer) },
  );
}

/** Every page. A cursor that leads nowhere ends the test. */
export async function askAll(
  engine: Engine,
  query: string,
  more: Ask = {},
): Promise<readonly LogHit[]> {
  const hits: LogHit[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 2_000; page += 1) {
    const answer = await ask(engine, query, { ...more, cursor });
    hits.push(...answer.hits);
    if (answer.cursor === null) return hits;
    cursor = answer.cursor;
  }
  throw new Error(`no end after 2,000 pages of ${JSON.stringify(query)}`);
}

export function refsOf(hits: readonly LogHit[]): readonly string[] {
  return hits.map(({ ref }) => ref);
}
