/** Owns a home whose sessions repeat one another, and asking every face of varve what it still says. */
import { join } from "node:path";

import {
  claudePath,
  replied,
  rolloutContext,
  rolloutMessage,
  rolloutMeta,
  rolloutPath,
  toolResult,
  typed,
  writeLines,
} from "../acceptance/made-sessions.ts";
import { runVarve } from "../support/run-varve.ts";

export const MAIN = "aaaa3333-0000-4000-8000-000000000001";
export const FORK = "bbbb3333-0000-4000-8000-000000000002";
export const OTHER = "cccc3333-0000-4000-8000-000000000003";
export const HELPER = "agent-h7";
export const THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d777";

/** Of the first prompt, its title, its queue row and its copy in the fork. */
export const SECRET = "Zimmerlinde";
const PROMPT = `Please water the ${SECRET} in the north room 부두에 있는 배`;

/** A row of a host's own that repeats a prompt. */
const queued = (session: string, content: string): string =>
  JSON.stringify({
    type: "queue-operation",
    operation: "enqueue",
    content,
    sessionId: session,
    timestamp: "2026-05-04T10:00:00.000Z",
  });

export function mainLines(): readonly string[] {
  return [
    queued(MAIN, PROMPT),
    typed({ id: 1, parent: null, session: MAIN }, PROMPT),
    replied({ id: 2, session: MAIN }, "Watered with half a litre, heron."),
    typed({ id: 3, session: MAIN }, "Which pot is the heron pot?"),
    toolResult({ id: 4, session: MAIN }, "pots: heron, osprey"),
    replied({ id: 5, session: MAIN }, "The blue one."),
  ];
}

/** The first lines are those of the main session, as Claude Code copies them. */
export function forkLines(): readonly string[] {
  const copies = mainLines()
    .slice(1, 3)
    .map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      const forkedFrom = { sessionId: MAIN, messageUuid: row["uuid"] };
      return JSON.stringify({ ...row, sessionId: FORK, forkedFrom });
    });
  return [...copies, typed({ id: 20, parent: 2, session: FORK }, "And the osprey pot?")];
}

export function plantHome(home: string): void {
  writeLines(claudePath(home, MAIN), mainLines());
  writeLines(claudePath(home, FORK), forkLines());
  writeLines(claudePath(home, OTHER), [
    typed({ id: 40, parent: null, session: OTHER }, "A heron of another session"),
    replied({ id: 41, session: OTHER }, "Noted."),
  ]);
  const sidechain = (line: string): string =>
    JSON.stringify({
      ...(JSON.parse(line) as Record<string, unknown>),
      isSidechain: true,
      agentId: "h7",
    });
  writeLines(join(claudePath(home, MAIN).replace(/\.jsonl$/, ""), "subagents", `${HELPER}.jsonl`), [
    sidechain(typed({ id: 60, parent: null, session: MAIN }, "Helper: count the Fensterbank")),
    sidechain(replied({ id: 61, session: MAIN }, "The Fensterbank has three pots.")),
  ]);
  writeLines(rolloutPath(home, THREAD), rolloutLines());
}

/** Without ids of their own: only their lines tell them apart. */
export function rolloutLines(): readonly string[] {
  return [
    rolloutMeta(THREAD),
    rolloutContext(1),
    withoutId(rolloutMessage(2, "user", "Where does the Wintergarten key hang?")),
    withoutId(rolloutMessage(3, "assistant", "Behind the door, says the kingfisher.")),
  ];
}

function withoutId(line: string): string {
  const row = JSON.parse(line) as { readonly payload: Readonly<Record<string, unknown>> };
  const { id: _, ...payload } = row.payload;
  return JSON.stringify({ ...row, payload });
}

/** Line of the first prompt in {@link mainLines} and in {@link forkLines}. */
export const MAIN_REF = `t:${MAIN}#2`;
export const FORK_REF = `t:${FORK}#1`;

const isFull = process.env["VARVE_TEST_FULL"] === "1";

/** Calls whose answer holds `word`, of all that read; `about` is what they ask for, which answers repeat. */
export function sayings(home: string, word: string, about: string): readonly string[] {
  const anywhere = ["--all-projects"];
  const calls = [
    ["search", about, ...anywhere],
    ["search", about, "--order", "time", ...anywhere],
    ["search", "--since", "2026-05-01", "--limit", "40", ...anywhere],
    ["logs", about, ...anywhere],
    ["logs", about, "--exact", ...anywhere],
    ["logs", about, "--regex", ...anywhere],
    ["logs", about, "--exact", "--all-bytes", ...anywhere],
    ["logs", about, "--regex", "--all-bytes", ...anywhere],
    ["sessions", ...anywhere],
    ["timeline", "2026-05-04", ...anywhere],
    ["timeline", "--session", MAIN],
    ["timeline", "--session", MAIN, "--outline"],
    ["timeline", `t:${MAIN}#3`],
    ["timeline", `t:${FORK}#3`],
    ["overview", `s:${MAIN}`],
    ["overview", `s:${FORK}`],
    ["overview", `s:${HELPER}`],
    ["trace", MAIN_REF],
    ["trace", `t:${MAIN}#3`],
    ["trace", FORK_REF],
    ["read", MAIN_REF, FORK_REF],
    ["read", MAIN_REF, "--level", "raw"],
    ["read", `s:${MAIN}`, `s:${FORK}`],
    ["read", `s:${MAIN}`, "--level", "raw"],
    ["read", `s:${MAIN}`, "--level", "abstract"],
    ["export", `s:${MAIN}`],
    ["export", `s:${FORK}`, "--format", "jsonl"],
  ];
  // Each is a process: the short form takes every third of them.
  return calls
    .filter((_, at) => isFull || at % 3 === 0)
    .flatMap((call) => {
      const { stdout, stderr } = runVarve([...call, "--json"], { home });
      return `${stdout}${stderr}`.includes(word) ? [call.join(" ")] : [];
    });
}
