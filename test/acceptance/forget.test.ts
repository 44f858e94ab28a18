/** What a person has forgotten is in no byte varve wrote, and stays out when the unchanged source is imported again. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { runVarve, runVarveJson, type RunOptions } from "../support/run-varve.ts";
import { readTree, temporaryFolder } from "../support/temp-home.ts";
import { asBytes, placesOf, readStore } from "./scan-store.ts";

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
const OF_A = [FIRST, SECOND, QUEUED, REPLY, OUTPUT, OFFLOADED, HELPER_TASK, HELPER_REPLY, META, TITLE];
const OF_FORK = "Wordforkown";
const OF_B = "Wordorchardtalk";
const OF_CODEX = "Wordcodextalk";
const OF_OTHERS = [OF_FORK, OF_B, OF_CODEX];

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const lines = (rows: readonly Json[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function rowsOf(session: string, cwd: string, day: number): (row: Json, uuid?: string) => Json {
  let number = 0;
  let parent: string | null = null;
  return (row, uuid) => {
    number += 1;
    const made: Json = {
      parentUuid: parent, isSidechain: false, userType: "external", cwd, sessionId: session, version: "2.1.332", gitBranch: "main",
      uuid: uuid ?? `${session.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 8, day, 9, 0, number)).toISOString(), ...row,
    };
    parent = String(made["uuid"]);
    return made;
  };
}

const user = (content: unknown, more: Json = {}): Json => ({ type: "user", message: { role: "user", content }, ...more });
const reply = (block: Json, id: string): Json => ({ type: "assistant", message: { id, role: "assistant", model: "claude-opus-4-6", content: [block] } });

/** A long prompt: its copies are told by their beginning. */
const firstText = `Please look at ${FIRST} and say why "it" fails\nin the second line 부두에 있는 배`;

function sessionA(): Json[] {
  const row = rowsOf(A, HARBOUR, 1);
  return [
    row({ type: "queue-operation", operation: "enqueue", content: firstText }),
    row(user(firstText)),
    row(reply({ type: "text", text: `It is ${REPLY}` }, "m1")),
    row(reply({ type: "tool_use", id: "toolu_run1", name: "Bash", input: { command: "run it" } }, "m2")),
    row(user([{ type: "tool_result", tool_use_id: "toolu_run1", content: `printed ${OUTPUT}` }], { toolUseResult: { stdout: `printed ${OUTPUT}`, stderr: "" } })),
    row(reply({ type: "tool_use", id: "toolu_big1", name: "Bash", input: { command: "print a lot" } }, "m3")),
    row(
      user([{ type: "tool_result", tool_use_id: "toolu_big1", content: `<persisted-output>\nOutput too large (1MB). Full output saved to: /home/user/.claude/projects/-home-user-code-harbour/${A}/tool-results/big1.txt\n\nPreview (first 2KB):\npreview of it\n</persisted-output>` }], {
        toolUseResult: { stdout: "preview of it", persistedOutputPath: `/home/user/.claude/projects/-home-user-code-harbour/${A}/tool-results/big1.txt` },
      }),
    ),
    row(reply({ type: "tool_use", id: "toolu_task1", name: "Task", input: { description: "help", prompt: `Do the ${HELPER_TASK}` } }, "m4")),
    row(user([{ type: "tool_result", tool_use_id: "toolu_task1", content: [{ type: "text", text: `The helper found ${HELPER_REPLY} at the quay.` }] }])),
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
      helper(user(`Do the ${HELPER_TASK}`, { isSidechain: true }), "dddd2222-0000-4000-8000-000000000001"),
      helper({ ...reply({ type: "text", text: `The helper found ${HELPER_REPLY} at the quay.` }, "h1"), isSidechain: true }, "dddd2222-0000-4000-8000-000000000002"),
    ]),
  );
  write(join(folder, A, "subagents", "agent-h2.meta.json"), JSON.stringify({ agentType: "general-purpose", description: META }));
  write(join(folder, A, "tool-results", "big1.txt"), `line one\nline two ${OFFLOADED}\nno newline at the end`);
  // A fork copies the records with their uuids into a file of its own.
  const own = rowsOf(FORK, HARBOUR, 2);
  write(join(folder, `${FORK}.jsonl`), lines([...a.slice(0, 5).map((row) => ({ ...row, sessionId: FORK, forkedFrom: { sessionId: A, messageUuid: row["uuid"] } })), own(user(`But then ${OF_FORK}`))]));
  const b = rowsOf(B, ORCHARD, 3);
  write(join(home, PROJECTS, "-home-user-code-orchard", `${B}.jsonl`), lines([b(user(`Apples and ${OF_B}`)), b(reply({ type: "text", text: "pears" }, "b1"))]));
  const at = (ordinal: number): string => new Date(Date.UTC(2026, 8, 4, 9, 0, ordinal)).toISOString();
  write(
    join(home, ".codex", "sessions", "2026", "09", "04", `rollout-2026-09-04T09-00-00-${THREAD}.jsonl`),
    lines([
      { timestamp: at(0), ordinal: 0, type: "session_meta", payload: { id: THREAD, cwd: ORCHARD, cli_version: "0.171.0", git: { branch: "main" } } },
      { timestamp: at(1), ordinal: 1, type: "response_item", payload: { type: "message", role: "user", id: "msg_c1", content: [{ type: "input_text", text: `Codex says ${OF_CODEX}` }] } },
      { timestamp: at(2), ordinal: 2, type: "event_msg", payload: { type: "item_completed", item: { type: "UserMessage", id: "it1", content: [{ type: "text", text: `Codex says ${OF_CODEX}` }] } } },
      { timestamp: at(3), ordinal: 3, type: "response_item", payload: { type: "message", role: "assistant", id: "msg_c2", content: [{ type: "output_text", text: "Fine." }] } },
    ]),
  );
  write(
    join(home, ".claude", "history.jsonl"),
    lines([
      { display: firstText, pastedContents: {}, timestamp: Date.UTC(2026, 8, 1, 9), project: HARBOUR, sessionId: A },
      { display: `Now ${SECOND}`, pastedContents: {}, timestamp: Date.UTC(2026, 8, 1, 10), project: HARBOUR, sessionId: A },
      { display: `Apples and ${OF_B}`, pastedContents: {}, timestamp: Date.UTC(2026, 8, 3, 9), project: ORCHARD, sessionId: B },
    ]),
  );
  write(join(home, ".codex", "history.jsonl"), lines([{ session_id: THREAD, ts: Date.UTC(2026, 8, 4, 9) / 1000, text: `Codex says ${OF_CODEX}` }]));
}

interface ForgetAnswer {
  readonly matched: { readonly sessions: number; readonly turns: number; readonly lines: number; readonly bytes: number };
  readonly done: boolean;
  readonly unreachable: readonly { readonly path: string; readonly reason: string }[];
}

let imported = "";
beforeAll(() => {
  const base = mkdtempSync(join(tmpdir(), "varve-forget-"));
  imported = join(base, "home");
  mkdirSync(imported);
  plant(imported);
  runVarve(["import"], { home: imported });
  return () => rmSync(base, { recursive: true, force: true });
});

/** A home whose store holds everything already; a copy, because an import costs more. */
function importedHome(): RunOptions {
  const home = temporaryFolder("home");
  cpSync(imported, home, { recursive: true, preserveTimestamps: true });
  // The paths in the sidecars are those of the first home; a sync tells the store where the files lie now.
  runVarve(["import"], { home });
  return { home };
}

function forget(options: RunOptions, ...args: string[]): ForgetAnswer {
  const { code, value } = runVarveJson<ForgetAnswer>(["forget", ...args, "--purge", "--yes"], options);
  expect(code, JSON.stringify(value)).toBe(0);
  expect(value.done).toBe(true);
  return value;
}

/** Where the words stand in anything the store wrote, archived bytes, sidecars, file names and vocabulary included. */
function remains(options: RunOptions, words: readonly string[]): string[] {
  const haystacks = readStore(join(options.home, ".varve"), { withArchived: true });
  return words.flatMap((word) => placesOf(word, haystacks).map((place) => `${word} in ${place}`));
}

/** Gone now, after the unchanged source was imported again, and after a rebuild; the others can all still be found. */
function expectGone(options: RunOptions, gone: readonly string[], kept: readonly string[]): void {
  expect(remains(options, gone)).toEqual([]);
  runVarve(["import"], options);
  // A host that rewrites nothing may still touch its files: the same bytes come in again.
  for (const path of readTree(options.home).keys()) {
    if (path.startsWith(".claude") || path.startsWith(".codex")) writeFileSync(join(options.home, path), readFileSync(join(options.home, path)));
  }
  expect(runVarveJson<{ turns: number }>(["import"], options).value.turns).toBe(0);
  expect(remains(options, gone)).toEqual([]);
  runVarve(["rebuild"], options);
  expect(remains(options, gone)).toEqual([]);
  for (const word of kept) expect(runVarveJson<{ header: { total: number } }>(["search", word, "--all-projects"], options).value.header.total, word).toBeGreaterThan(0);
  for (const word of gone) expect(runVarveJson<{ header: { total: number } }>(["search", word, "--all-projects"], options).value.header.total, word).toBe(0);
  const audit = runVarve(["audit"], options);
  expect(audit.code, audit.stdout + audit.stderr).toBe(0);
  expect(audit.stdout).toMatch(/forgotten/);
}

describe("forget --purge", () => {
  test("a session goes with its helper, meta, off-loaded results, prompt history, titles and copies in a fork", () => {
    const options = importedHome();
    const answer = forget(options, `s:${A}`);
    expect(answer.matched.sessions).toBe(1);
    expectGone(options, OF_A, OF_OTHERS);
    const listed = answer.unreachable.map(({ path }) => path);
    for (const path of [`${A}.jsonl`, "agent-h2.jsonl", "agent-h2.meta.json", "big1.txt", `${FORK}.jsonl`, "history.jsonl"]) {
      expect(listed.some((known) => known.endsWith(path) && existsSync(known)), path).toBe(true);
    }
    const sessions = runVarveJson<{ sessions: { id: string }[] }>(["sessions", "--all-projects"], options).value.sessions.map(({ id }) => id);
    expect(sessions).not.toContain(A);
    expect(sessions).toContain(FORK);
    const restored = runVarve(["restore", FORK, "--to", join(options.home, "fork.jsonl")], options);
    expect(restored.stdout).toMatch(/\d+ lines? forgotten/);
  });

  test("a prompt goes with its copies in the queue, the last prompt, the prompt history, the fork and the title", () => {
    const options = importedHome();
    const hit = runVarveJson<{ hits: { ref: string }[] }>(["search", FIRST, "--all-projects"], options).value.hits.find(({ ref }) => ref.startsWith(`t:${A}`));
    forget(options, hit?.ref ?? "");
    expectGone(options, [FIRST, "부두에"], [SECOND, REPLY, OUTPUT, ...OF_OTHERS]);
  });

  test("a tool result goes with the file it was off-loaded to", () => {
    const options = importedHome();
    const big = runVarveJson<{ hits: { ref: string }[] }>(["search", "preview of it", "--all-projects", "--class", "result"], options).value.hits[0];
    forget(options, big?.ref ?? "");
    expectGone(options, [OFFLOADED, "preview of it"], [FIRST, OUTPUT, ...OF_OTHERS]);
  });

  test("a helper's answer goes from the helper's transcript too", () => {
    const options = importedHome();
    const hits = runVarveJson<{ hits: { ref: string }[] }>(["search", HELPER_REPLY, "--all-projects"], options).value.hits;
    forget(options, hits.find(({ ref }) => ref.startsWith(`t:${A}`))?.ref ?? "");
    expectGone(options, [HELPER_REPLY], [FIRST, HELPER_TASK, ...OF_OTHERS]);
  });

  test("a Codex prompt goes from the event that repeats it and from the prompt history", () => {
    const options = importedHome();
    const hit = runVarveJson<{ hits: { ref: string }[] }>(["search", OF_CODEX, "--all-projects"], options).value.hits[0];
    forget(options, hit?.ref ?? "");
    expectGone(options, [OF_CODEX], [FIRST, OF_B]);
  });

  test.each([
    ["a word", FIRST],
    ["a word of a helper's description", META],
    ["a word of a title", TITLE],
    ["a word of an off-loaded result", OFFLOADED],
    ["text over two lines, with quotes", `say why "it" fails\nin the second`],
    ["Korean text", "부두에 있는 배"],
    ["a word in another letter case", FIRST.toUpperCase()],
  ])("--match %s", (_, text) => {
    const options = importedHome();
    forget(options, "--match", text);
    const gone = [META, TITLE, OFFLOADED].includes(text) ? text : FIRST;
    expectGone(options, [gone], OF_OTHERS);
  });

  test("--project takes every session of the project, and nothing of another", () => {
    const options = importedHome();
    const projects = runVarveJson<{ projects: { slug: string; name: string }[] }>(["project", "list"], options).value.projects;
    forget(options, "--project", projects.find(({ name }) => name === "harbour")?.slug ?? "");
    expectGone(options, [...OF_A, OF_FORK], [OF_B, OF_CODEX]);
  });

  test("--before takes the sessions that ended before the day", () => {
    const options = importedHome();
    forget(options, "--before", "2026-09-03");
    expectGone(options, [...OF_A, OF_FORK], [OF_B, OF_CODEX]);
  });

  test("state files, logs and the project list never hold a word of a session", () => {
    const options = importedHome();
    forget(options, "--match", FIRST);
    runVarve(["import"], options);
    runVarve(["status"], options);
    const texts = [...readTree(join(options.home, ".varve"))].filter(([name]) => /^(?:state|logs)\/|^projects\.jsonl$|\.jsonl$|\.json$/.test(name));
    expect(texts.length).toBeGreaterThan(5);
    for (const [name, bytes] of texts) for (const word of [...OF_A, ...OF_OTHERS]) expect(bytes.toString("latin1").includes(asBytes(word)), `${word} in ${name}`).toBe(false);
  });
});

describe("forget is refused or only counts", () => {
  test("without --purge nothing changes; with it and no terminal it wants --yes", () => {
    const options = importedHome();
    const before = readTree(join(options.home, ".varve", "archive"));
    const plan = runVarveJson<ForgetAnswer>(["forget", `s:${A}`], options);
    expect(plan.code).toBe(0);
    expect(plan.value.done).toBe(false);
    expect(plan.value.matched.lines).toBeGreaterThan(15);
    const refused = runVarve(["forget", `s:${A}`, "--purge"], options);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/--yes/);
    expect(readTree(join(options.home, ".varve", "archive"))).toEqual(before);
  });

  test("nothing named, too short a text, a session nobody knows", () => {
    const options = importedHome();
    for (const args of [[], ["--match", "short"], ["s:99999999"], ["--match", "no such text anywhere"]]) {
      const { code, stderr } = runVarve(["forget", ...args, "--purge", "--yes"], options);
      expect(code, args.join(" ")).toBe(2);
      expect(stderr).toMatch(/\n {2}\S/);
    }
  });

  test("a text that stands in names varve keeps is listed with the files", () => {
    const options = importedHome();
    const answer = forget(options, "--match", "code/orchard");
    expect(answer.unreachable.some(({ path }) => path.endsWith("projects.jsonl"))).toBe(true);
    expect(remains(options, [OF_B, OF_CODEX])).toEqual([]);
  });
});
