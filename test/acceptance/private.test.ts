/** What a person marks private is in no byte of the store and no output, in whatever row the host repeats it. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { runVarve, runVarveJson, type RunOptions } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { asBytes, placesOf, readStore } from "./scan-store.ts";

type Json = Record<string, unknown>;

const SESSION = "aaaa1111-1111-4111-8111-111111111111";
const THREAD = "019fa2c4-1d00-7c31-9a44-5b1e07c2d777";
const CWD = "/home/user/code/harbour";
const CLAUDE_FILE = join(".claude", "projects", "-home-user-code-harbour", `${SESSION}.jsonl`);
const CODEX_FILE = join(
  ".codex",
  "sessions",
  "2026",
  "10",
  "02",
  `rollout-2026-10-02T09-00-00-${THREAD}.jsonl`,
);

/** A word of its own for each row, so that a leak names the row it came from. */
function wordFor(place: string): string {
  return `Zq${place.replaceAll(/[^a-z]/gi, "")}secretword`;
}

/** The span around the word, in turn closed, spread over lines with quotes, nested, and never closed. */
function spanFor(place: string, index: number): string {
  const word = wordFor(place);
  const forms = [
    `say <private>${word}</private> again`,
    `say <private>"${word}"\nsecond line \\ 비밀번호는이것입니다 🐢🐢</private> again`,
    `say <private>a <private>${word}</private> b ${word}</private> again`,
    `say <private>${word} and all that follows`,
  ];
  return forms[index % forms.length] ?? "";
}

function claudeRow(row: Json, number: number): Json {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: CWD,
    sessionId: SESSION,
    version: "2.1.332",
    gitBranch: "main",
    uuid: `aaaa1111-0000-4000-8000-${String(number).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 9, 1, 9, 0, number)).toISOString(),
    ...row,
  };
}

const user = (content: unknown, more: Json = {}): Json => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});

/** Every row of Claude Code in which a person's words may stand. */
const CLAUDE: Readonly<Record<string, (text: string) => Json>> = {
  prompt: (text) => user(text),
  "prompt in blocks": (text) =>
    user([
      { type: "text", text: "first" },
      { type: "text", text },
    ]),
  "meta row": (text) => user(text, { isMeta: true }),
  summary: (text) => user(`This session is being continued. ${text}`, { isCompactSummary: true }),
  command: (text) =>
    user(`<command-name>/review</command-name>\n<command-args>${text}</command-args>`),
  answer: (text) =>
    user([{ type: "tool_result", tool_use_id: "toolu_q", content: `User has answered: ${text}` }], {
      toolUseResult: { questions: [], answers: { which: text } },
    }),
  "refused call": (text) =>
    user(
      [
        {
          type: "tool_result",
          tool_use_id: "toolu_r",
          is_error: true,
          content: `The user said: ${text}`,
        },
      ],
      { toolDenialKind: "user", toolUseResult: `Error: ${text}` },
    ),
  enqueued: (text) => ({ type: "queue-operation", operation: "enqueue", content: text }),
  dequeued: (text) => ({ type: "queue-operation", operation: "dequeue", content: text }),
  "last prompt": (text) => ({ type: "last-prompt", lastPrompt: text, leafUuid: "x" }),
  "custom title": (text) => ({ type: "custom-title", customTitle: text }),
  "ai title": (text) => ({ type: "ai-title", aiTitle: text }),
  "queued command": (text) => ({
    type: "attachment",
    attachment: { type: "queued_command", prompt: text, commandMode: "prompt" },
    rendered: [{ type: "text", text }],
  }),
  "hook output": (text) => ({
    type: "attachment",
    attachment: {
      type: "hook_success",
      hookEvent: "UserPromptSubmit",
      stdout: text,
      content: text,
    },
  }),
  "request blob": (text) => ({
    type: "api-request-blob",
    hash: "h",
    message: { role: "user", content: [{ type: "text", text }] },
  }),
  "request shape": (text) => ({
    type: "api-request-shape",
    messages: [{ role: "user", content: text }],
  }),
  request: (text) => ({
    type: "api-request",
    body: { messages: [{ role: "user", content: [{ type: "text", text }] }] },
  }),
  "system row": (text) => ({
    type: "system",
    subtype: "local_command",
    content: `<command-args>${text}</command-args>`,
  }),
  "row of a later version": (text) => ({ type: "prompt-echo", echo: { deep: [text] } }),
};

function codexRow(type: string, payload: Json, ordinal: number): Json {
  return {
    timestamp: new Date(Date.UTC(2026, 9, 2, 9, 0, ordinal)).toISOString(),
    ordinal,
    type,
    payload,
  };
}

const said = (text: string): Json => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

/** Every row of Codex in which a person's words may stand. */
const CODEX: Readonly<Record<string, (text: string) => readonly [string, Json]>> = {
  item: (text) => ["response_item", said(text)],
  "completed item": (text) => [
    "event_msg",
    {
      type: "item_completed",
      item: { type: "UserMessage", id: "i", content: [{ type: "text", text }] },
    },
  ],
  "user event": (text) => ["event_msg", { type: "user_message", message: text }],
  "thread name": (text) => ["event_msg", { type: "thread_name_updated", thread_name: text }],
  "event of a later version": (text) => ["event_msg", { type: "prompt_echo", echo: text }],
  "item of a later version": (text) => [
    "event_msg",
    { type: "item_completed", item: { type: "PromptEcho", text } },
  ],
  compaction: (text) => [
    "compacted",
    {
      message: `sum ${text}`,
      replacement_history: [said(text)],
      retained_context: { user_messages: [{ text }] },
    },
  ],
};

interface Planted {
  readonly words: readonly string[];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** One file for each host with every row, the prompt histories, and talk that repeats the words outside the spans. */
function plant(home: string, layout: (row: Json) => string): Planted {
  const places = [
    ...Object.keys(CLAUDE),
    ...Object.keys(CODEX),
    "history",
    "paste",
    "codex history",
  ];
  const words = places.map(wordFor);
  const claude = Object.entries(CLAUDE).map(([place, row], index) =>
    claudeRow(row(spanFor(place, index)), index + 1),
  );
  const said = words.join(" and ");
  claude.push(
    claudeRow(
      {
        type: "assistant",
        message: {
          id: "m",
          role: "assistant",
          model: "claude-opus-4-6",
          content: [{ type: "text", text: "Done with it, harborlight." }],
        },
      },
      90,
    ),
  );
  write(join(home, CLAUDE_FILE), claude.map((row) => `${layout(row)}\n`).join(""));
  const codex = [
    codexRow(
      "session_meta",
      { id: THREAD, cwd: CWD, cli_version: "0.171.0", git: { branch: "main" } },
      0,
    ),
  ];
  Object.entries(CODEX).forEach(([place, row], index) =>
    codex.push(codexRow(...row(spanFor(place, index)), index + 1)),
  );
  write(join(home, CODEX_FILE), codex.map((row) => `${layout(row)}\n`).join(""));
  const history = {
    display: spanFor("history", 0),
    pastedContents: { 1: { id: 1, type: "text", content: spanFor("paste", 1) } },
    timestamp: 1790000000000,
    project: CWD,
    sessionId: SESSION,
  };
  write(join(home, ".claude", "history.jsonl"), `${layout(history)}\n`);
  write(
    join(home, ".codex", "history.jsonl"),
    `${layout({ session_id: THREAD, ts: 1790000000, text: spanFor("codex history", 3) })}\n`,
  );
  expect(said).toContain("secretword");
  return { words: [...words, "비밀번호는이것입니다"] };
}

/** JSON as Python writes it: every character outside ASCII, and the angle brackets, as escapes. */
function escaped(row: Json): string {
  return JSON.stringify(row).replaceAll(
    /[<>\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The words as they are and as JSON escapes. */
function leaks(store: string, words: readonly string[]): string[] {
  const haystacks = readStore(store, { withArchived: true });
  return words.flatMap((word) =>
    [word, escaped({ word }).slice(9, -2)].flatMap((form) =>
      placesOf(form, haystacks).map((place) => `${word} in ${place}`),
    ),
  );
}

describe.each([
  ["as the hosts write JSON", (row: Json) => JSON.stringify(row)],
  ["with every character escaped", escaped],
])("private spans %s", (_, layout) => {
  test("leave no byte in the archive, the index or an output, also after a rebuild", () => {
    const home = temporaryFolder("home");
    const store = join(home, ".varve");
    const options: RunOptions = { home };
    const { words } = plant(home, layout);
    const imported = runVarveJson<{ withheldBytes: number; warnings: unknown[] }>(
      ["import"],
      options,
    ).value;
    expect(imported.withheldBytes).toBeGreaterThan(500);
    expect(imported.warnings).toEqual([]);
    expect(leaks(store, words)).toEqual([]);
    expect(runVarveJson<{ changedFiles: number }>(["import"], options).value.changedFiles).toBe(0);
    runVarve(["rebuild"], options);
    expect(leaks(store, words)).toEqual([]);
    const outputs = [
      ...["markdown", "jsonl"].map((format) =>
        runVarve(["export", SESSION, "--format", format], options),
      ),
      runVarve(["export", THREAD], options),
      runVarve(["read", `s:${SESSION}`, "--level", "raw", "--all"], options),
      runVarve(["read", `s:${SESSION}`, "--level", "full", "--all"], options),
      runVarve(["sessions", "--all-projects"], options),
      runVarve(["search", "say again", "--all-projects", "--limit", "50"], options),
    ].map(({ stdout, stderr }) => stdout + stderr);
    for (const word of words)
      for (const output of outputs) expect(output.toLowerCase()).not.toContain(word.toLowerCase());
  });
});

describe("what else of a private span", () => {
  test("restore keeps every length, changes only the spans, and says how much was withheld", () => {
    const home = temporaryFolder("home");
    plant(home, (row) => JSON.stringify(row));
    const { withheldBytes } = runVarveJson<{ withheldBytes: number }>(["import"], { home }).value;
    const original = readFileSync(join(home, CLAUDE_FILE));
    const to = join(home, "back.jsonl");
    const restored = runVarve(["restore", SESSION, "--to", to], { home });
    expect(restored.stdout).toMatch(/\d+ bytes withheld \(private\)/);
    const back = readFileSync(to);
    expect(back.length).toBe(original.length);
    let changed = 0;
    for (let at = 0; at < back.length; at += 1) {
      if (back[at] === original[at]) continue;
      changed += 1;
      expect(back[at]).toBe(0x2a);
    }
    expect(changed).toBeGreaterThan(100);
    for (const line of back.toString("utf8").trim().split("\n")) JSON.parse(line);
    const audit = runVarve(["audit"], { home });
    expect(audit.stdout).toMatch(/\d+ bytes withheld/);
    expect(audit.code, audit.stdout).toBe(0);
    const sum = [SESSION, THREAD]
      .flatMap(
        (id) =>
          runVarveJson<{ files: { withheldBytes: number }[] }>(["restore", id, "--list"], { home })
            .value.files,
      )
      .reduce((total, file) => total + file.withheldBytes, 0);
    expect(sum).toBeGreaterThan(changed);
    expect(sum).toBeLessThan(withheldBytes); // the prompt histories hold the rest
  });

  test("its words of eight letters or more are masked in what is said later, also by a helper and after a rebuild", () => {
    const home = temporaryFolder("home");
    const rows = [
      claudeRow(user("The host is <private>Kingfisher-2049 비밀프로젝트이름 short</private>."), 1),
      claudeRow(
        {
          type: "assistant",
          message: {
            id: "m",
            role: "assistant",
            model: "m",
            content: [
              {
                type: "text",
                text: "I reached kingfisher-2049 (비밀프로젝트이름), short and plain harborlight.",
              },
            ],
          },
        },
        2,
      ),
      claudeRow(
        {
          type: "assistant",
          message: {
            id: "n",
            role: "assistant",
            model: "m",
            content: [
              {
                type: "tool_use",
                id: "toolu_1",
                name: "Bash",
                input: { command: "ssh Kingfisher-2049" },
              },
            ],
          },
        },
        3,
      ),
      claudeRow(
        user([
          { type: "tool_result", tool_use_id: "toolu_1", content: "connected to Kingfisher-2049" },
        ]),
        4,
      ),
    ];
    write(join(home, CLAUDE_FILE), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const helper = [
      {
        ...claudeRow(user("Look at Kingfisher-2049 in the helper"), 5),
        isSidechain: true,
        agentId: "h1",
      },
    ];
    write(
      join(home, CLAUDE_FILE.replace(".jsonl", ""), "subagents", "agent-h1.jsonl"),
      helper.map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    const check = (): void => {
      const text =
        runVarve(["export", SESSION, "--format", "jsonl"], { home }).stdout +
        runVarve(["export", "agent-h1", "--format", "jsonl"], { home }).stdout;
      expect(text).toContain("harborlight");
      expect(text).toContain("in the helper");
      expect(text).not.toMatch(/kingfisher/i);
      expect(text).not.toContain("비밀프로젝트이름");
      expect(
        runVarveJson<{ header: { total: number } }>(["search", "kingfisher", "--all-projects"], {
          home,
        }).value.header.total,
      ).toBe(0);
      expect(
        runVarveJson<{ header: { total: number } }>(["search", "harborlight", "--all-projects"], {
          home,
        }).value.header.total,
      ).toBe(1);
      const outside = readStore(join(home, ".varve"), { withArchived: false });
      expect(placesOf("kingfisher", outside)).toEqual([]);
    };
    runVarve(["import"], { home });
    check();
    // The archive holds only blanks now: what to mask is known from keyed hashes alone.
    rmSync(join(home, ".claude"), { recursive: true });
    rmSync(join(home, ".varve", "index"), { recursive: true });
    runVarve(["rebuild"], { home });
    check();
  });

  test("a live session: what comes in a later sync is masked by what was private in an earlier one", () => {
    const home = temporaryFolder("home");
    const line = (row: Json, number: number): string =>
      `${JSON.stringify(claudeRow(row, number))}\n`;
    write(join(home, CLAUDE_FILE), line(user("Use <private>Wharfinger77</private> here"), 1));
    runVarve(["import"], { home });
    appendFileSync(
      join(home, CLAUDE_FILE),
      line(
        {
          type: "assistant",
          message: {
            id: "m",
            role: "assistant",
            model: "m",
            content: [{ type: "text", text: "I used wharfinger77 as told" }],
          },
        },
        2,
      ),
    );
    runVarve(["sync"], { home });
    expect(
      placesOf("wharfinger77", readStore(join(home, ".varve"), { withArchived: false })),
    ).toEqual([]);
    expect(runVarve(["export", SESSION], { home }).stdout).toContain("as told");
  });

  test("tags in code, in tool results and in documents are no wish of a person: the bytes stay", () => {
    const home = temporaryFolder("home");
    const rows = [
      claudeRow(
        user(
          "How does `<private>inlineword</private>` work?\n```\n<private>fencedword</private>\n```\nend",
        ),
        1,
      ),
      claudeRow(
        {
          type: "assistant",
          message: {
            id: "m",
            role: "assistant",
            model: "m",
            content: [{ type: "text", text: "Write <private>modelword</private>" }],
          },
        },
        2,
      ),
      claudeRow(
        user([{ type: "tool_result", tool_use_id: "t", content: "docs: <private>resultword" }], {
          toolUseResult: { stdout: "<private>outputword" },
        }),
        3,
      ),
      claudeRow(
        { type: "attachment", attachment: { type: "file", content: "<private>fileword" } },
        4,
      ),
    ];
    write(join(home, CLAUDE_FILE), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(runVarveJson<{ withheldBytes: number }>(["import"], { home }).value.withheldBytes).toBe(
      0,
    );
    const to = join(home, "back.jsonl");
    expect(runVarve(["restore", SESSION, "--to", to], { home }).stdout).toContain("byte-identical");
    expect(readFileSync(to).equals(readFileSync(join(home, CLAUDE_FILE)))).toBe(true);
  });

  test("archive.private = keep: the archive holds the words, nothing else does", () => {
    const home = temporaryFolder("home");
    plant(home, (row) => JSON.stringify(row));
    write(join(home, ".varve", "config.toml"), '[archive]\nprivate = "keep"\n');
    expect(runVarveJson<{ withheldBytes: number }>(["import"], { home }).value.withheldBytes).toBe(
      0,
    );
    const to = join(home, "back.jsonl");
    runVarve(["restore", SESSION, "--to", to], { home });
    expect(readFileSync(to).equals(readFileSync(join(home, CLAUDE_FILE)))).toBe(true);
    const outside = readStore(join(home, ".varve"), { withArchived: false });
    for (const place of [
      "prompt",
      "prompt in blocks",
      "enqueued",
      "queued command",
      "custom title",
    ])
      expect(placesOf(wordFor(place), outside), place).toEqual([]);
    for (const place of ["item", "completed item", "user event", "thread name"])
      expect(placesOf(wordFor(place), outside), place).toEqual([]);
    expect(outside.some(({ text }) => text.includes(asBytes("harborlight")))).toBe(true);
  });
});
