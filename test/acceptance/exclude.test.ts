/** Projects, folders and chats that a person leaves out are in no byte of the store, whenever that becomes known. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { EngineSettings } from "../../src/engine/engine.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { placesOf, readStore } from "./scan-store.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { find, findings, rebuild, sync, withStore } from "./store-engine.ts";

type Json = Record<string, unknown>;

const SECRET_CWD = "/home/user/code/hushhush";
const OPEN_CWD = "/home/user/code/harbour";
const SECRET = "aaaa3333-1111-4111-8111-111111111111";
const OPEN = "bbbb3333-1111-4111-8111-111111111111";
const THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d555";
const HELPER_THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d556";
/** Words of the session that is left out, one for each file it may stand in. */
const WORDS = [
  "Wordleftprompt",
  "Wordlefthelper",
  "Wordleftresult",
  "Wordleftmeta",
  "Wordlefthistory",
];
const CODEX_WORDS = ["Wordleftrollout", "Wordleftsubrollout", "Wordleftcodexhistory"];
const KEPT = "Wordkepttalk";

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const lines = (rows: readonly Json[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function row(session: string, cwd: string, number: number, content: string, more: Json = {}): Json {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId: session,
    version: "2.1.332",
    gitBranch: "main",
    type: "user",
    uuid: `${session.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 8, 1, 9, 0, number)).toISOString(),
    message: { role: "user", content },
    ...more,
  };
}

const secretFile = (home: string): string =>
  join(home, ".claude", "projects", "-home-user-code-hushhush", `${SECRET}.jsonl`);

function plant(home: string, first: string): void {
  write(secretFile(home), lines([row(SECRET, SECRET_CWD, 1, `Talk of Wordleftprompt ${first}`)]));
  const folder = secretFile(home).replace(".jsonl", "");
  write(
    join(folder, "subagents", "agent-h3.jsonl"),
    lines([
      row(SECRET, SECRET_CWD, 5, "Help with Wordlefthelper", {
        uuid: "cccc3333-0000-4000-8000-000000000001",
        isSidechain: true,
      }),
    ]),
  );
  write(
    join(folder, "subagents", "agent-h3.meta.json"),
    JSON.stringify({ description: "Wordleftmeta" }),
  );
  write(join(folder, "tool-results", "one.txt"), "a result Wordleftresult\n");
  write(
    join(home, ".claude", "projects", "-home-user-code-harbour", `${OPEN}.jsonl`),
    lines([row(OPEN, OPEN_CWD, 1, `Talk of ${KEPT}`)]),
  );
  write(
    join(home, ".claude", "history.jsonl"),
    lines([
      {
        display: "I said Wordlefthistory",
        pastedContents: {},
        timestamp: 1788253200000,
        project: SECRET_CWD,
        sessionId: SECRET,
      },
      {
        display: `I said ${KEPT}`,
        pastedContents: {},
        timestamp: 1788253201000,
        project: OPEN_CWD,
        sessionId: OPEN,
      },
    ]),
  );
}

function plantCodex(home: string, first: string): void {
  const at = (ordinal: number): string =>
    new Date(Date.UTC(2026, 8, 4, 9, 0, ordinal)).toISOString();
  const rollout = (id: string, meta: Json, said: string): string =>
    lines([
      {
        timestamp: at(0),
        ordinal: 0,
        type: "session_meta",
        payload: { id, cwd: SECRET_CWD, cli_version: "0.171.0", ...meta },
      },
      {
        timestamp: at(1),
        ordinal: 1,
        type: "response_item",
        payload: {
          type: "message",
          role: "user",
          id: `msg_${id}`,
          content: [{ type: "input_text", text: said }],
        },
      },
    ]);
  const folder = join(home, ".codex", "sessions", "2026", "09", "04");
  write(
    join(folder, `rollout-2026-09-04T09-00-00-${THREAD}.jsonl`),
    rollout(THREAD, {}, `Talk of Wordleftrollout ${first}`),
  );
  write(
    join(folder, `rollout-2026-09-04T09-01-00-${HELPER_THREAD}.jsonl`),
    rollout(
      HELPER_THREAD,
      { thread_source: "subagent", parent_thread_id: THREAD, session_id: THREAD },
      "Help with Wordleftsubrollout",
    ),
  );
  write(
    join(home, ".codex", "history.jsonl"),
    lines([{ session_id: THREAD, ts: 1788510000, text: "I said Wordleftcodexhistory" }]),
  );
}

function remains(home: string, words: readonly string[]): string[] {
  const haystacks = readStore(join(home, ".varve"), { withArchived: true });
  return words.flatMap((word) => placesOf(word, haystacks).map((place) => `${word} in ${place}`));
}

/** Out of every byte now, after another sync of touched files, after a rebuild and when more is said. */
function expectOut(
  home: string,
  words: readonly string[],
  settings: Partial<EngineSettings> = {},
): void {
  expect(remains(home, words)).toEqual([]);
  appendFileSync(secretFile(home), lines([row(SECRET, SECRET_CWD, 50, "More of Wordleftprompt")]));
  appendFileSync(
    join(home, ".claude", "history.jsonl"),
    lines([
      {
        display: "more Wordlefthistory",
        pastedContents: {},
        timestamp: 1788253209000,
        project: SECRET_CWD,
        sessionId: SECRET,
      },
    ]),
  );
  write(
    join(secretFile(home).replace(".jsonl", ""), "tool-results", "two.txt"),
    "another Wordleftresult\n",
  );
  sync(home, settings);
  expect(remains(home, words)).toEqual([]);
  rebuild(home, settings);
  sync(home, settings);
  expect(remains(home, words)).toEqual([]);
  expect(findings(home, settings)).toEqual([]);
  expect(find(home, KEPT)).not.toEqual([]);
}

const RULES: readonly (readonly [string, EngineSettings["exclude"]])[] = [
  ["exclude.projects", { projects: ["hushhush"], paths: [] }],
  ["exclude.paths with the folder", { projects: [], paths: [SECRET_CWD] }],
  ["exclude.paths with a pattern", { projects: [], paths: ["/home/user/**/hush*"] }],
];

describe.each(RULES)("%s", (_, exclude) => {
  test("keeps a project out of both hosts' files and the prompt histories from the start", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    plantCodex(home, "");
    const report = sync(home, { exclude });
    expect(report.skipped.get("excluded")).toBeGreaterThanOrEqual(5);
    expectOut(home, [...WORDS, ...CODEX_WORDS], { exclude });
  });

  test("takes out what was archived before the rule was written", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    plantCodex(home, "");
    sync(home);
    expect(remains(home, [...WORDS, ...CODEX_WORDS]).length).toBeGreaterThan(8);
    expect(sync(home, { exclude }).skipped.get("excluded")).toBeGreaterThanOrEqual(2);
    expectOut(home, [...WORDS, ...CODEX_WORDS], { exclude });
  });

  test("a run that no person started takes nothing in and nothing out, and says so", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    sync(home);
    const before = remains(home, WORDS);
    appendFileSync(secretFile(home), lines([row(SECRET, SECRET_CWD, 50, "More of Wordlater")]));
    const report = withStore(home, (engine) => syncSources(engine, { purgesByRule: false }), {
      exclude,
    });
    expect(report.warnings.map(({ message }) => message).join()).toContain("varve sync");
    expect(remains(home, WORDS)).toEqual(before);
    expect(remains(home, ["Wordlater"])).toEqual([]);
    sync(home, { exclude });
    expectOut(home, WORDS, { exclude });
  });

  test("a session left out comes in when the rule is gone", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    sync(home, { exclude });
    appendFileSync(secretFile(home), lines([row(SECRET, SECRET_CWD, 50, "More to say")]));
    sync(home);
    expect(find(home, "Wordleftprompt")).not.toEqual([]);
  });
});

describe("a line <varve-exclude/> alone in a message", () => {
  test("keeps the chat out when it stands there at the first import, with all that belongs to it", () => {
    const home = temporaryFolder("home");
    plant(home, "\n<varve-exclude/>\nplease");
    sync(home);
    expectOut(home, WORDS);
  });

  test("found late, it takes the session out back to its first line", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    sync(home);
    expect(remains(home, WORDS).length).toBeGreaterThan(5);
    appendFileSync(secretFile(home), lines([row(SECRET, SECRET_CWD, 2, "  <varve-exclude/>  ")]));
    sync(home);
    expectOut(home, WORDS);
  });

  test("in the middle of a large import it takes out that session alone", () => {
    const home = temporaryFolder("home");
    plant(home, "\n<varve-exclude/>");
    for (let number = 10; number < 40; number += 1) {
      const id = `dddd33${number}-1111-4111-8111-111111111111`;
      write(
        join(home, ".claude", "projects", "-home-user-code-harbour", `${id}.jsonl`),
        lines([row(id, OPEN_CWD, 1, `Talk number${number} of many`)]),
      );
    }
    sync(home);
    expect(remains(home, WORDS)).toEqual([]);
    expect(find(home, "many")).toHaveLength(30);
    expect(findings(home)).toEqual([]);
  });

  test("in Codex it takes the sub-agents' rollouts and the prompt history along", () => {
    const home = temporaryFolder("home");
    plant(home, "");
    plantCodex(home, "");
    sync(home);
    const file = join(
      home,
      ".codex",
      "sessions",
      "2026",
      "09",
      "04",
      `rollout-2026-09-04T09-00-00-${THREAD}.jsonl`,
    );
    appendFileSync(
      file,
      lines([
        {
          timestamp: "2026-09-04T10:00:00Z",
          ordinal: 9,
          type: "response_item",
          payload: {
            type: "message",
            role: "user",
            id: "msg_x",
            content: [{ type: "input_text", text: "<varve-exclude/>" }],
          },
        },
      ]),
    );
    sync(home);
    expect(remains(home, CODEX_WORDS)).toEqual([]);
    rebuild(home);
    sync(home);
    expect(remains(home, CODEX_WORDS)).toEqual([]);
    expect(find(home, "Wordleftprompt")).not.toEqual([]);
    expect(findings(home)).toEqual([]);
  });

  test("in the prompt history alone it takes the session's rows out", () => {
    const home = temporaryFolder("home");
    write(
      join(home, ".claude", "history.jsonl"),
      lines([
        {
          display: "I said Wordlefthistory",
          pastedContents: {},
          timestamp: 1788253200000,
          project: SECRET_CWD,
          sessionId: SECRET,
        },
        {
          display: "<varve-exclude/>",
          pastedContents: {},
          timestamp: 1788253201000,
          project: SECRET_CWD,
          sessionId: SECRET,
        },
        {
          display: `I said ${KEPT}`,
          pastedContents: {},
          timestamp: 1788253202000,
          project: OPEN_CWD,
          sessionId: OPEN,
        },
      ]),
    );
    sync(home);
    expect(remains(home, ["Wordlefthistory"])).toEqual([]);
    expect(find(home, KEPT)).not.toEqual([]);
  });

  test("within a sentence, or said by the agent, it is only text", () => {
    const home = temporaryFolder("home");
    plant(home, "what does <varve-exclude/> do?");
    appendFileSync(
      secretFile(home),
      lines([
        {
          ...row(SECRET, SECRET_CWD, 2, ""),
          type: "assistant",
          message: {
            id: "m",
            role: "assistant",
            model: "m",
            content: [{ type: "text", text: "write\n<varve-exclude/>\nalone" }],
          },
        },
      ]),
    );
    sync(home);
    expect(find(home, "Wordleftprompt")).not.toEqual([]);
  });
});

test("the commands say what was left out, and a session left out cannot be read or restored", () => {
  const home = temporaryFolder("home");
  plant(home, "\n<varve-exclude/>");
  const { value } = runVarveJson<{ skipped: Record<string, number> }>(["import"], { home });
  expect(value.skipped["excluded"]).toBeGreaterThanOrEqual(1);
  expect(runVarve(["audit"], { home }).stdout).toMatch(/1 session excluded/);
  for (const args of [
    ["read", `s:${SECRET}`],
    ["export", SECRET],
    ["sessions", "--all-projects"],
    ["search", "Wordleftprompt", "--all-projects"],
  ]) {
    expect(runVarve(args, { home }).stdout, args.join(" ")).not.toMatch(
      /Talk of Wordleft|I said Wordleft/,
    );
  }
  expect(runVarve(["sessions", "--all-projects", "--json"], { home }).stdout).not.toContain(SECRET);
  expect(readFileSync(secretFile(home), "utf8")).toContain("Wordleftprompt");
});
