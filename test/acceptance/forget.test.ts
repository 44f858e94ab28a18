/** What a person has forgotten is in no byte varve wrote, and stays out when the unchanged source is imported again. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ForgetTargets } from "../../src/engine/forget-selection.ts";
import { planForget, purge, type ForgetResult } from "../../src/engine/forget.ts";
import { listSessions } from "../../src/engine/list-sessions.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { readTree, temporaryFolder } from "../support/temp-home.ts";
import { asBytes, placesOf, readStore } from "./scan-store.ts";
import { auditCounts, find, findings, rebuild, sync, withStore } from "./store-engine.ts";

type Json = Record<string, unknown>;

const A = "aaaa2222-1111-4111-8111-111111111111";
const FORK = "bbbb2222-1111-4111-8111-111111111111";
const B = "cccc2222-1111-4111-8111-111111111111";
const THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d666";
const HARBOUR = "/home/user/code/harbour";
const ORCHARD = "/home/user/code/orchard";
const PROJECTS = join(".claude", "projects");

/** One word per place; those of session A, those of its fork alone, and those of others. */
const FIRST = "Wordfirstprompt";
const SECOND = "Wordsecondprompt";
const QUEUED = "Wordqueuedprompt";
const REPLY = "Wordreplytext";
const OUTPUT = "Wordtooloutput";
const OFFLOADED = "Wordoffloadedresult";
const HELPER_TASK = "Wordhelpertask";
const HELPER_REPLY = "Wordhelperreply";
const META = "Wordmetadescription";
const TITLE = "Wordcustomtitle";
const OF_A = [
  FIRST,
  SECOND,
  QUEUED,
  REPLY,
  OUTPUT,
  OFFLOADED,
  HELPER_TASK,
  HELPER_REPLY,
  META,
  TITLE,
];
const OF_FORK = "Wordforkown";
const OF_B = "Wordorchardtalk";
const OF_CODEX = "Wordcodextalk";
const OF_OTHERS = [OF_FORK, OF_B, OF_CODEX];

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const lines = (rows: readonly Json[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function rowsOf(session: string, cwd: string, day: number): (row: Json, uuid?: string) => Json {
  let number = 0;
  let parent: string | null = null;
  return (row, uuid) => {
    number += 1;
    const made: Json = {
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId: session,
      version: "2.1.332",
      gitBranch: "main",
      uuid: uuid ?? `${session.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 8, day, 9, 0, number)).toISOString(),
      ...row,
    };
    parent = String(made["uuid"]);
    return made;
  };
}

const user = (content: unknown, more: Json = {}): Json => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});
const reply = (block: Json, id: string): Json => ({
  type: "assistant",
  message: { id, role: "assistant", model: "claude-opus-4-6", content: [block] },
});

/** A long prompt: its copies are told by their beginning. */
const firstText = `Please look at ${FIRST} and say why "it" fails\nin the second line 부두에 있는 배`;

function sessionA(): Json[] {
  const row = rowsOf(A, HARBOUR, 1);
  return [
    row({ type: "queue-operation", operation: "enqueue", content: firstText }),
    row(user(firstText)),
    row(reply({ type: "text", text: `It is ${REPLY}` }, "m1")),
    row(
      reply(
        { type: "tool_use", id: "toolu_run1", name: "Bash", input: { command: "run it" } },
        "m2",
      ),
    ),
    row(
      user([{ type: "tool_result", tool_use_id: "toolu_run1", content: `printed ${OUTPUT}` }], {
        toolUseResult: { stdout: `printed ${OUTPUT}`, stderr: "" },
      }),
    ),
    row(
      reply(
        { type: "tool_use", id: "toolu_big1", name: "Bash", input: { command: "print a lot" } },
        "m3",
      ),
    ),
    row(
      user(
        [
          {
            type: "tool_result",
            tool_use_id: "toolu_big1",
            content: `<persisted-output>\nOutput too large (1MB). Full output saved to: /home/user/.claude/projects/-home-user-code-harbour/${A}/tool-results/big1.txt\n\nPreview (first 2KB):\npreview of it\n</persisted-output>`,
          },
        ],
        {
          toolUseResult: {
            stdout: "preview of it",
            persistedOutputPath: `/home/user/.claude/projects/-home-user-code-harbour/${A}/tool-results/big1.txt`,
          },
        },
      ),
    ),
    row(
      reply(
        {
          type: "tool_use",
          id: "toolu_task1",
          name: "Task",
          input: { description: "help", prompt: `Do the ${HELPER_TASK}` },
        },
        "m4",
      ),
    ),
    row(
      user([
        {
          type: "tool_result",
          tool_use_id: "toolu_task1",
          content: [{ type: "text", text: `The helper found ${HELPER_REPLY} at the quay.` }],
        },
      ]),
    ),
    row(user(`Now ${SECOND}`)),
    row({ type: "queue-operation", operation: "enqueue", content: `later ${QUEUED}` }),
    row({ type: "custom-title", customTitle: `About ${TITLE}` }),
    row({ type: "last-prompt", lastPrompt: firstText, leafUuid: "x" }),
  ];
}

function plant(home: string): void {
  const a = sessionA();
  const folder = join(home, PROJECTS, "-home-user-code-harbour");
  write(join(folder, `${A}.jsonl`), lines(a));
  const helper = rowsOf(A, HARBOUR, 1);
  write(
    join(folder, A, "subagents", "agent-h2.jsonl"),
    lines([
      helper(
        user(`Do the ${HELPER_TASK}`, { isSidechain: true }),
        "dddd2222-0000-4000-8000-000000000001",
      ),
      helper(
        {
          ...reply({ type: "text", text: `The helper found ${HELPER_REPLY} at the quay.` }, "h1"),
          isSidechain: true,
        },
        "dddd2222-0000-4000-8000-000000000002",
      ),
    ]),
  );
  write(
    join(folder, A, "subagents", "agent-h2.meta.json"),
    JSON.stringify({ agentType: "general-purpose", description: META }),
  );
  write(
    join(folder, A, "tool-results", "big1.txt"),
    `line one\nline two ${OFFLOADED}\nno newline at the end`,
  );
  // A fork copies the records with their uuids into a file of its own.
  const own = rowsOf(FORK, HARBOUR, 2);
  write(
    join(folder, `${FORK}.jsonl`),
    lines([
      ...a.slice(0, 5).map((row) => ({
        ...row,
        sessionId: FORK,
        forkedFrom: { sessionId: A, messageUuid: row["uuid"] },
      })),
      own(user(`But then ${OF_FORK}`)),
    ]),
  );
  const b = rowsOf(B, ORCHARD, 3);
  write(
    join(home, PROJECTS, "-home-user-code-orchard", `${B}.jsonl`),
    lines([b(user(`Apples and ${OF_B}`)), b(reply({ type: "text", text: "pears" }, "b1"))]),
  );
  const at = (ordinal: number): string =>
    new Date(Date.UTC(2026, 8, 4, 9, 0, ordinal)).toISOString();
  write(
    join(
      home,
      ".codex",
      "sessions",
      "2026",
      "09",
      "04",
      `rollout-2026-09-04T09-00-00-${THREAD}.jsonl`,
    ),
    lines([
      {
        timestamp: at(0),
        ordinal: 0,
        type: "session_meta",
        payload: { id: THREAD, cwd: ORCHARD, cli_version: "0.171.0", git: { branch: "main" } },
      },
      {
        timestamp: at(1),
        ordinal: 1,
        type: "response_item",
        payload: {
          type: "message",
          role: "user",
          id: "msg_c1",
          content: [{ type: "input_text", text: `Codex says ${OF_CODEX}` }],
        },
      },
      {
        timestamp: at(2),
        ordinal: 2,
        type: "event_msg",
        payload: {
          type: "item_completed",
          item: {
            type: "UserMessage",
            id: "it1",
            content: [{ type: "text", text: `Codex says ${OF_CODEX}` }],
          },
        },
      },
      {
        timestamp: at(3),
        ordinal: 3,
        type: "response_item",
        payload: {
          type: "message",
          role: "assistant",
          id: "msg_c2",
          content: [{ type: "output_text", text: "Fine." }],
        },
      },
    ]),
  );
  write(
    join(home, ".claude", "history.jsonl"),
    lines([
      {
        display: firstText,
        pastedContents: {},
        timestamp: Date.UTC(2026, 8, 1, 9),
        project: HARBOUR,
        sessionId: A,
      },
      {
        display: `Now ${SECOND}`,
        pastedContents: {},
        timestamp: Date.UTC(2026, 8, 1, 10),
        project: HARBOUR,
        sessionId: A,
      },
      {
        display: `Apples and ${OF_B}`,
        pastedContents: {},
        timestamp: Date.UTC(2026, 8, 3, 9),
        project: ORCHARD,
        sessionId: B,
      },
    ]),
  );
  write(
    join(home, ".codex", "history.jsonl"),
    lines([
      { session_id: THREAD, ts: Date.UTC(2026, 8, 4, 9) / 1000, text: `Codex says ${OF_CODEX}` },
    ]),
  );
}

function plantedHome(): string {
  const home = temporaryFolder("home");
  plant(home);
  expect(sync(home).warnings).toEqual([]);
  return home;
}

function forget(home: string, targets: Partial<ForgetTargets>): ForgetResult {
  const all: ForgetTargets = {
    references: [],
    projects: [],
    match: undefined,
    before: undefined,
    ...targets,
  };
  return withStore(home, (engine) => {
    const plan = planForget(engine, all);
    const done = purge(engine, all, "asked in a test");
    expect(done.matched).toEqual(plan.matched);
    expect(done.done).toBe(true);
    return done;
  });
}

/** Where the words stand in anything the store wrote, archived bytes, sidecars, file names and vocabulary included. */
function remains(home: string, words: readonly string[]): string[] {
  const haystacks = readStore(join(home, ".varve"), { withArchived: true });
  return words.flatMap((word) => placesOf(word, haystacks).map((place) => `${word} in ${place}`));
}

/** Gone now, after the unchanged source was imported again, and after a rebuild; the others can all still be found. */
function expectGone(home: string, gone: readonly string[], kept: readonly string[]): void {
  expect(remains(home, gone)).toEqual([]);
  // A host that rewrites nothing may still touch its files: the same bytes come in again.
  for (const [path, bytes] of readTree(home))
    if (/^\.(?:claude|codex)/.test(path)) writeFileSync(join(home, path), bytes);
  expect(sync(home).turns).toBe(0);
  expect(remains(home, gone)).toEqual([]);
  rebuild(home);
  expect(remains(home, gone)).toEqual([]);
  for (const word of kept) expect(find(home, word), word).not.toEqual([]);
  for (const word of gone) expect(find(home, word), word).toEqual([]);
  expect(findings(home)).toEqual([]);
  expect(auditCounts(home)["forgottenLines"]).toBeGreaterThan(0);
}

const refIn = (home: string, session: string, words: string): string =>
  find(home, words).find((ref) => ref.startsWith(`t:${session}`)) ??
  `no turn of ${session} holds ${words}`;

describe("forget --purge", () => {
  test("a session goes with its helper, meta, off-loaded results, prompt history, titles and copies in a fork", () => {
    const home = plantedHome();
    const answer = forget(home, { references: [`s:${A}`] });
    expect(answer.matched.sessions).toBe(1);
    expectGone(home, OF_A, OF_OTHERS);
    const listed = answer.unreachable.map(({ path }) => path);
    for (const path of [
      `${A}.jsonl`,
      "agent-h2.jsonl",
      "agent-h2.meta.json",
      "big1.txt",
      `${FORK}.jsonl`,
      "history.jsonl",
    ]) {
      expect(
        listed.some((known) => known.endsWith(path) && existsSync(known)),
        path,
      ).toBe(true);
    }
    const sessions = withStore(home, (engine) =>
      listSessions(engine, { cwd: home, allProjects: true, limit: 50, offset: 0 }).sessions.map(
        ({ id }) => id,
      ),
    );
    expect(sessions).not.toContain(A);
    expect(sessions).toContain(FORK);
    expect(runVarve(["audit"], { home }).stdout).toMatch(/\d+ lines forgotten/);
    expect(runVarve(["restore", FORK, "--to", join(home, "fork.jsonl")], { home }).stdout).toMatch(
      /\d+ lines? forgotten/,
    );
    expect(() => forget(home, { references: [`s:${A}`] })).not.toThrow();
  });

  test("a prompt goes with its copies in the queue, the last prompt, the prompt history, the fork and the title", () => {
    const home = plantedHome();
    forget(home, { references: [refIn(home, A, FIRST)] });
    expectGone(home, [FIRST, "부두에"], [SECOND, REPLY, OUTPUT, ...OF_OTHERS]);
  });

  test("a short prompt takes only what repeats it as a whole", () => {
    const home = plantedHome();
    const rows = [
      rowsOf(A, HARBOUR, 9)(user("go on"), "eeee2222-0000-4000-8000-000000000001"),
      { type: "last-prompt", lastPrompt: "go on" },
      rowsOf(
        A,
        HARBOUR,
        9,
      )(user("we go on with Wordkeptprompt"), "eeee2222-0000-4000-8000-000000000002"),
    ];
    appendFileSync(join(home, PROJECTS, "-home-user-code-harbour", `${A}.jsonl`), lines(rows));
    sync(home);
    const answer = forget(home, {
      references: [find(home, "go on").find((ref) => ref.endsWith("#14")) ?? "none"],
    });
    expect(answer.matched.lines).toBe(2);
    expect(find(home, "Wordkeptprompt")).not.toEqual([]);
  });

  test("a tool result goes with the file it was off-loaded to", () => {
    const home = plantedHome();
    forget(home, { references: [refIn(home, A, "preview of it")] });
    expectGone(home, [OFFLOADED, "preview of it"], [FIRST, OUTPUT, ...OF_OTHERS]);
  });

  test("a helper's answer goes from the helper's transcript too", () => {
    const home = plantedHome();
    forget(home, { references: [refIn(home, A, HELPER_REPLY)] });
    expectGone(home, [HELPER_REPLY], [FIRST, HELPER_TASK, ...OF_OTHERS]);
  });

  test("a Codex prompt goes from the event that repeats it and from the prompt history", () => {
    const home = plantedHome();
    forget(home, { references: [refIn(home, THREAD, OF_CODEX)] });
    expectGone(home, [OF_CODEX], [FIRST, OF_B]);
  });

  test.each([
    ["a word", FIRST, FIRST],
    ["a word of a helper's description", META, META],
    ["a word of a title", TITLE, TITLE],
    ["text over two lines of an off-loaded result", `line one\nline two ${OFFLOADED}`, OFFLOADED],
    ["text over two lines, with quotes", `say why "it" fails\nin the second`, FIRST],
    ["Korean text, decomposed", "부두에 있는 배".normalize("NFD"), FIRST],
    ["a word in another letter case", FIRST.toUpperCase(), FIRST],
  ])("--match %s", (_, match, gone) => {
    const home = plantedHome();
    forget(home, { match });
    expectGone(home, [gone], OF_OTHERS);
  });

  test("--match finds text behind one and two levels of JSON escapes", () => {
    const home = temporaryFolder("home");
    const ask = JSON.stringify({ cmd: 'say "부두에 있는 배"' });
    const row = rowsOf(B, ORCHARD, 3)({ ...reply({ type: "text", text: ask }, "b1") });
    const ascii = JSON.stringify(row).replaceAll(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    expect(ascii).not.toContain("부두에");
    write(
      join(home, PROJECTS, "-home-user-code-orchard", `${B}.jsonl`),
      `${lines([rowsOf(B, ORCHARD, 2)(user(`Apples and ${OF_B}`), "ffff2222-0000-4000-8000-000000000001")])}${ascii}\n`,
    );
    sync(home);
    expect(forget(home, { match: 'say "부두에 있는 배"' }).matched.lines).toBe(1);
    expectGone(home, ["부두에"], [OF_B]);
  });

  test("--project takes every session of the project, and nothing of another", () => {
    const home = plantedHome();
    const slug = withStore(
      home,
      (engine) => engine.projects.list().find(({ name }) => name === "harbour")?.slug ?? "",
    );
    forget(home, { projects: [slug] });
    expectGone(home, [...OF_A, OF_FORK], [OF_B, OF_CODEX]);
  });

  test("--before takes the sessions that ended before the day", () => {
    const home = plantedHome();
    forget(home, { before: "2026-09-03T00:00:00.000Z" });
    expectGone(home, [...OF_A, OF_FORK], [OF_B, OF_CODEX]);
  });

  test("state files, logs, sidecars and the project list never hold a word of a session", () => {
    const home = plantedHome();
    forget(home, { match: FIRST });
    for (const command of ["import", "status"]) runVarve([command], { home });
    const texts = [...readTree(join(home, ".varve"))].filter(([name]) =>
      /^(?:state|logs)\/|\.jsonl$|\.json$/.test(name),
    );
    expect(texts.length).toBeGreaterThan(5);
    for (const [name, bytes] of texts)
      for (const word of [...OF_A, ...OF_OTHERS])
        expect(bytes.toString("latin1").includes(asBytes(word)), `${word} in ${name}`).toBe(false);
  });

  test("a text that stands in names varve keeps is listed with the files", () => {
    const home = plantedHome();
    const answer = forget(home, { match: "code/orchard" });
    expect(
      answer.unreachable.some(
        ({ path, reason }) => path.endsWith("projects.jsonl") && reason.includes("name"),
      ),
    ).toBe(true);
    expect(remains(home, [OF_B])).toEqual([]);
  });
});

test("the index of another version of varve beside this one's goes too", () => {
  const home = plantedHome();
  const folder = join(home, ".varve", "index");
  const database = readdirSync(folder).find((name) => name.endsWith(".db")) ?? "";
  copyFileSync(join(folder, database), join(folder, "0123456789-1.db"));
  forget(home, { match: FIRST });
  expect(remains(home, [FIRST])).toEqual([]);
});

describe("the command", () => {
  test("only counts without --purge, wants --yes where nobody can be asked, and then destroys", () => {
    const home = plantedHome();
    const before = readTree(join(home, ".varve", "archive"));
    const plan = runVarveJson<ForgetResult>(["forget", `s:${A}`], { home });
    expect(plan).toMatchObject({ code: 0, value: { done: false } });
    expect(plan.value.matched.lines).toBeGreaterThan(15);
    const refused = runVarve(["forget", `s:${A}`, "--purge"], { home });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/--yes/);
    expect(readTree(join(home, ".varve", "archive"))).toEqual(before);
    const done = runVarve(["forget", `s:${A}`, "--purge", "--yes"], { home });
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/^still there: .*\.jsonl/m);
    expect(remains(home, OF_A)).toEqual([]);
  });

  test("names what is wrong: nothing named, too short a text, a session nobody knows", () => {
    const home = plantedHome();
    for (const args of [
      [],
      ["--match", "short"],
      ["s:99999999"],
      ["--match", "no such text anywhere"],
    ]) {
      const { code, stderr } = runVarve(["forget", ...args, "--purge", "--yes"], { home });
      expect(code, args.join(" ")).toBe(2);
      expect(stderr).toMatch(/\n {2}\S/);
    }
  });
});
