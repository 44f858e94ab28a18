/** Owns a home in which secrets stand wherever an agent may write one: texts, inputs, names, branches, titles. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Canary } from "../canary/make-secrets.ts";

type Json = Record<string, unknown>;

/** Where a canary was planted, for the message of a failing test. */
export interface Plant {
  readonly canary: Canary;
  readonly place: string;
}

const SESSION = "11111111-1111-4111-8111-111111111111";
const OTHER_SESSION = "22222222-2222-4222-8222-222222222222";
const THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d999";
const HELPER = "agent-a1b2c3d4e5f60718";
const CWD = "/home/user/code/harbour";

/** True for a canary that is betrayed by its own shape and may stand in a file name or a branch. */
export function isNameSafe({ secret }: Canary): boolean {
  return (
    /^(?:gh[posr]_|glpat-|npm_|sk-ant-|xox[bp]-|AKIA|hf_|dckr_pat_|shpat_|AIza|sk-proj-)[\w-]+$/.test(
      secret,
    ) && secret.length < 120
  );
}

/**
 * Writes transcripts of both hosts. Each canary is said once in a talk of its own turn; those that may stand in a name
 * stand in names, branches, titles, folders and ids as well.
 */
export function plantCanaries(home: string, canaries: readonly Canary[]): Plant[] {
  const plants: Plant[] = [];
  const note = (canary: Canary, place: string): Canary => {
    plants.push({ canary, place });
    return canary;
  };
  const named = canaries.filter(isNameSafe);
  if (named.length === 0) throw new Error("no canary may stand in a name");
  let turn = 0;
  const name = (place: string): string => {
    turn += 1;
    return note(named[turn % named.length] as Canary, place).secret;
  };
  writeTalk(home, canaries, { note, name });
  writeNamed(home, name);
  writeCodex(home, canaries, { note, name });
  write(
    join(home, "plain", `${name("the name of a plain file")}.jsonl`),
    lines([
      {
        ts: "2026-10-03T09:00:00Z",
        role: "user",
        text: `plain ${name("a plain row")}`,
        id: name("the id of a plain row"),
        session: name("the session of a plain row"),
        cwd: `/home/user/${name("the folder of a plain row")}`,
        title: name("a plain title"),
        tool: name("a plain tool"),
      },
    ]),
  );
  return plants;
}

interface Planting {
  readonly note: (canary: Canary, place: string) => Canary;
  readonly name: (place: string) => string;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function lines(rows: readonly (Json | string)[]): string {
  return rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join("");
}

/** Rows of a Claude Code session: uuids, times and parents filled in. */
function claudeRows(
  session: string,
  more: Json = {},
  ids = session,
): { readonly rows: (Json | string)[]; push(row: Json): string } {
  const rows: (Json | string)[] = [];
  let parent: string | null = null;
  return {
    rows,
    push(row) {
      const at = String(rows.length + 1).padStart(12, "0");
      const uuid = `${ids.slice(0, 8)}-0000-4000-8000-${at}`;
      rows.push({
        parentUuid: parent,
        isSidechain: false,
        userType: "external",
        cwd: CWD,
        sessionId: session,
        version: "2.1.332",
        gitBranch: "main",
        uuid,
        timestamp: new Date(Date.UTC(2026, 9, 1, 9, 0, rows.length)).toISOString(),
        ...more,
        ...row,
      });
      parent = uuid;
      return uuid;
    },
  };
}

function user(content: unknown, more: Json = {}): Json {
  return { type: "user", message: { role: "user", content }, ...more };
}

function assistant(block: Json): Json {
  return {
    type: "assistant",
    message: {
      id: "msg_01",
      type: "message",
      role: "assistant",
      model: "claude-opus-4-6",
      content: [block],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  };
}

/** The ways a person or an agent may bring a secret into a session; the canaries take turns. */
const TALK: readonly {
  readonly place: string;
  readonly rows: (text: string, id: string) => readonly Json[];
}[] = [
  { place: "a prompt", rows: (text) => [user(`Why does it fail? ${text}`)] },
  {
    place: "a prompt in blocks",
    rows: (text) => [user([{ type: "text", text: `look:\n${text}\nplease` }])],
  },
  {
    place: "a reply",
    rows: (text) => [assistant({ type: "text", text: `I see\n${text}\nthere.` })],
  },
  {
    place: "a command",
    rows: (text, id) => [
      assistant({
        type: "tool_use",
        id,
        name: "Bash",
        input: { command: `deploy \\\n${text}\n`, description: "deploys" },
      }),
    ],
  },
  {
    place: "a result",
    rows: (text, id) => [
      assistant({ type: "tool_use", id, name: "Bash", input: { command: "env" } }),
      user([{ type: "tool_result", tool_use_id: id, content: `line one\n${text}\nline three` }], {
        toolUseResult: { stdout: text, stderr: text },
      }),
    ],
  },
  {
    place: "a result in blocks",
    rows: (text, id) => [
      assistant({ type: "tool_use", id, name: "Read", input: { file_path: `${CWD}/config.yml` } }),
      user([
        {
          type: "tool_result",
          tool_use_id: id,
          content: [{ type: "text", text: `     1\t${text}` }],
        },
      ]),
    ],
  },
  {
    place: "an edit",
    rows: (text, id) => [
      assistant({
        type: "tool_use",
        id,
        name: "Edit",
        input: { file_path: `${CWD}/a.ts`, old_string: "x", new_string: `// ${text}\n` },
      }),
    ],
  },
  {
    place: "a queued prompt",
    rows: (text) => [{ type: "queue-operation", operation: "enqueue", content: `later: ${text}` }],
  },
  {
    place: "an attached prompt",
    rows: (text) => [
      {
        type: "attachment",
        attachment: { type: "queued_command", prompt: `also ${text}`, commandMode: "prompt" },
      },
    ],
  },
  {
    place: "a notice",
    rows: (text) => [{ type: "system", subtype: "informational", content: `notice ${text}` }],
  },
];

function writeTalk(home: string, canaries: readonly Canary[], { note, name }: Planting): void {
  const folder = join(home, ".claude", "projects", "-home-user-code-harbour");
  const session = claudeRows(SESSION);
  canaries.forEach((canary, index) => {
    if (index % 4 === 3) return; // Codex has these
    const way = TALK[index % TALK.length] ?? TALK[0];
    for (const row of way?.rows(note(canary, way.place).text, `toolu_${index}`) ?? [])
      session.push(row);
  });
  session.push({ type: "custom-title", customTitle: `title ${name("a custom title")}` });
  session.push({ type: "ai-title", aiTitle: `title ${name("an ai title")}` });
  session.push({ type: "summary", summary: `sum ${name("a summary")}`, leafUuid: "nobody" });
  session.push({ type: "last-prompt", lastPrompt: `last ${name("a last prompt")}` });
  session.push({ type: name("the name of an unknown record type") });
  session.push({ ...user("branch talk"), gitBranch: `fix/${name("a branch")}` });
  session.push(
    assistant({
      type: "tool_use",
      id: name("the id of a call"),
      name: name("the name of a tool"),
      input: { file_path: `${CWD}/${name("a path in an input")}.ts` },
    }),
  );
  session.push({
    type: "assistant",
    isApiErrorMessage: true,
    message: {
      id: "m",
      role: "assistant",
      model: name("a model"),
      content: [{ type: "text", text: `API Error: ${name("an API error")}` }],
    },
  });
  session.push({ ...user("row ids"), uuid: name("the uuid of a row") });
  session.rows.push(`{"type":"user","message":{"role":"user","content":"${name("a torn row")}`);
  session.rows.push(`\0\0\0{"type":"user","message":{"content":"${name("a row behind NULs")}"}}`);
  write(join(folder, `${SESSION}.jsonl`), lines(session.rows));

  const helper = claudeRows(SESSION, { isSidechain: true, agentId: HELPER.slice(6) }, "44444444");
  helper.push(user(`task ${name("a helper's task")}`));
  helper.push(assistant({ type: "text", text: `did ${name("a helper's reply")}` }));
  write(join(folder, SESSION, "subagents", `${HELPER}.jsonl`), lines(helper.rows));
  write(
    join(folder, SESSION, "subagents", `${HELPER}.meta.json`),
    JSON.stringify({ agentType: "general", description: name("a helper's description") }),
  );
  const other = claudeRows(SESSION, { isSidechain: true }, "55555555");
  other.push(user("another task"));
  const off = name("the name of an off-loaded result");
  write(
    join(folder, SESSION, "tool-results", `${off}.txt`),
    `out\n${name("an off-loaded result")}\n`,
  );
  write(
    join(
      folder,
      SESSION,
      "subagents",
      `agent-${name("the name of a helper's file").replaceAll(/[^\w-]/g, "")}.jsonl`,
    ),
    lines(other.rows),
  );
  write(
    join(home, ".claude", "history.jsonl"),
    lines([
      {
        display: `prompt ${name("a row of the prompt history")}`,
        pastedContents: { 1: { id: 1, type: "text", content: name("a paste") } },
        timestamp: 1790000000000,
        project: CWD,
        sessionId: SESSION,
      },
      {
        display: "more",
        pastedContents: {},
        timestamp: 1790000001000,
        project: `/home/user/${name("a folder of the prompt history")}`,
        sessionId: OTHER_SESSION,
      },
    ]),
  );
}

/** A session whose folder, file and working folder are named after secrets. */
function writeNamed(home: string, name: (place: string) => string): void {
  const cwd = `/home/user/code/${name("a working folder")}`;
  const session = claudeRows(OTHER_SESSION, { cwd });
  session.push(user("where am I?"));
  session.push(assistant({ type: "text", text: "in a folder" }));
  write(
    join(
      home,
      ".claude",
      "projects",
      `-home-user-${name("a folder of the host")}`,
      `${OTHER_SESSION}.jsonl`,
    ),
    lines(session.rows),
  );
  const odd = claudeRows(name("the session id of a row"), { cwd }, "66666666");
  odd.push(user("an odd file"));
  write(
    join(
      home,
      ".claude",
      "projects",
      "-home-user-odd",
      `${name("the name of a transcript")}.jsonl`,
    ),
    lines(odd.rows),
  );
}

const CODEX: readonly {
  readonly place: string;
  readonly payload: (text: string, id: string) => Json & { readonly as?: string };
}[] = [
  {
    place: "a Codex prompt",
    payload: (text) => ({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: `fix it: ${text}` }],
    }),
  },
  {
    place: "a Codex reply",
    payload: (text) => ({
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: `I used\n${text}\n` }],
    }),
  },
  {
    place: "Codex arguments",
    payload: (text, id) => ({
      type: "function_call",
      name: "exec_command",
      arguments: JSON.stringify({ cmd: `run \\\n${text}\n` }),
      call_id: id,
    }),
  },
  {
    place: "a Codex output",
    payload: (text, id) => ({
      type: "function_call_output",
      call_id: id,
      output: `Process exited with code 0\nOutput:\n${text}\n`,
    }),
  },
  {
    place: "a Codex patch",
    payload: (text, id) => ({
      type: "custom_tool_call",
      name: "apply_patch",
      call_id: id,
      input: `*** Begin Patch\n*** Add File: a.txt\n+${text.replaceAll("\n", "\n+")}\n*** End Patch\n`,
    }),
  },
];

function writeCodex(home: string, canaries: readonly Canary[], { note, name }: Planting): void {
  let ordinal = 0;
  const row = (type: string, payload: Json): Json => ({
    timestamp: new Date(Date.UTC(2026, 9, 2, 9, 0, ordinal)).toISOString(),
    ordinal: ordinal++,
    type,
    payload,
  });
  const rows: Json[] = [
    row("session_meta", {
      id: THREAD,
      session_id: THREAD,
      cwd: `/home/user/${name("a Codex folder")}`,
      cli_version: "0.150.0",
      originator: "cli",
      source: "cli",
      git: { branch: name("a Codex branch"), commit_hash: "0" },
      forked_from_id: name("the origin of a fork"),
    }),
    row("turn_context", { cwd: CWD, model: name("a Codex model") }),
  ];
  canaries.forEach((canary, index) => {
    if (index % 4 !== 3) return;
    const way = CODEX[((index - 3) / 4) % CODEX.length] ?? CODEX[0];
    if (way !== undefined)
      rows.push(row("response_item", way.payload(note(canary, way.place).text, `call_${index}`)));
  });
  rows.push(
    row("event_msg", {
      type: "item_completed",
      item: {
        type: "CommandExecution",
        id: "c1",
        command: ["bash", "-lc", `x ${name("a Codex command event")}`],
        aggregated_output: name("a Codex output event"),
        exit_code: 0,
      },
    }),
  );
  rows.push(
    row("event_msg", {
      type: "item_completed",
      item: {
        type: "McpToolCall",
        id: "c2",
        server: "s",
        tool: name("a Codex tool"),
        arguments: { q: name("Codex MCP arguments") },
        result: { content: [{ type: "text", text: name("a Codex MCP result") }] },
      },
    }),
  );
  rows.push(
    row("event_msg", {
      type: "item_completed",
      item: {
        type: "FileChange",
        id: "c3",
        changes: { [`/home/user/${name("a Codex file")}`]: { type: "add", content: "x" } },
      },
    }),
  );
  rows.push(
    row("compacted", {
      message: `sum ${name("a Codex summary")}`,
      replacement_history: [
        {
          type: "message",
          role: "user",
          content: [{ type: "input_text", text: name("a carried-on prompt") }],
        },
      ],
    }),
  );
  rows.push(row(name("an unknown Codex type"), { type: name("an unknown Codex payload") }));
  rows.push(row("event_msg", { type: name("an unknown Codex event") }));
  write(
    join(
      home,
      ".codex",
      "sessions",
      "2026",
      "10",
      "02",
      `rollout-2026-10-02T09-00-00-${THREAD}.jsonl`,
    ),
    lines(rows),
  );
  write(
    join(
      home,
      ".codex",
      "sessions",
      "2026",
      "10",
      "02",
      `rollout-${name("the name of a rollout")}.jsonl`,
    ),
    lines([
      row("session_meta", {
        id: name("a thread id"),
        cwd: CWD,
        cli_version: "0.150.0",
        thread_source: "subagent",
        parent_thread_id: name("a parent's thread id"),
      }),
      row("response_item", {
        type: "message",
        id: name("the id of an item"),
        role: "user",
        content: [{ type: "input_text", text: "odd" }],
      }),
      row("response_item", {
        type: "function_call",
        name: "exec_command",
        arguments: "{}",
        call_id: name("the id of a Codex call"),
      }),
    ]),
  );
  write(
    join(home, ".codex", "history.jsonl"),
    lines([
      {
        session_id: THREAD,
        ts: 1790000000,
        text: `ask ${name("a row of Codex's prompt history")}`,
      },
      { session_id: name("a session id of Codex's prompt history"), ts: 1790000001, text: "more" },
    ]),
  );
}
