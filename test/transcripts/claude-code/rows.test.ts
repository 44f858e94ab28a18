import { describe, expect, test } from "vitest";
import type { SourceFileKind } from "../../../src/core/source-file.ts";
import { claudeCode } from "../../../src/transcripts/claude-code/claude-code.ts";
import {
  isSkimmedBookkeeping,
  listRawUuids,
} from "../../../src/transcripts/claude-code/skim-line.ts";
import { readSample, type ReadRecord, type ReadSetup } from "../../contracts/transcript-format.ts";

type Row = Record<string, unknown>;

function readRows(
  rows: readonly Row[],
  kind: SourceFileKind = "session",
  setup: ReadSetup = {},
): ReadRecord {
  const lines = rows.map((row) => Buffer.from(JSON.stringify(row)));
  return readSample(
    claudeCode,
    { name: "made", kind, fileId: "export", session: null, lines },
    setup,
  );
}

function user(content: unknown, extra: Row = {}): Row {
  return {
    parentUuid: null,
    isSidechain: false,
    sessionId: "00000000-0000-4000-8000-00000000000a",
    type: "user",
    message: { role: "user", content },
    uuid: "11111111-0000-4000-8000-000000000001",
    ...extra,
  };
}

describe("classify", () => {
  test.each([
    [
      "projects/-home-user-x/0b9d8a10-1111-4222-8333-0123456789ab.jsonl",
      "session",
      "0b9d8a10-1111-4222-8333-0123456789ab",
    ],
    ["projects/-home-user-x/export.jsonl", "session", "export"],
    ["projects/-home-user-x/s/subagents/agent-1.jsonl", "subagent", "agent-1"],
    ["projects/-home-user-x/s/subagents/deeper/agent-1.jsonl", "subagent", "agent-1"],
    ["projects/-home-user-x/s/tool-results/hook-1.txt", "tool-result", "s/hook-1.txt"],
    ["history.jsonl", "history", "history"],
  ])("%s", (path, kind, fileId) =>
    expect(claudeCode.classify(path)).toMatchObject({ kind, fileId, compressed: false }),
  );

  test.each([
    "projects/x.jsonl",
    "projects/-home-user-x/memory/MEMORY.md",
    "settings.json",
    "projects/-home-user-x/notes.txt",
    "todos/a.jsonl",
    "projects/../s.jsonl/x",
    "",
  ])("%s is none of ours", (path) => {
    expect(claudeCode.classify(path)).toBeNull();
  });
});

test("a file of another name belongs to the session its first row names", () => {
  expect(readRows([user("Hello")], "session", { reopenEvery: 1 }).turns[0]?.session).toBe(
    "00000000-0000-4000-8000-00000000000a",
  );
});

describe("skimming", () => {
  const attachment =
    '{"parentUuid":"a","isSidechain":false,"cwd":"/x","attachment":{"type":"prompt_snapshot","systemPrompt":["x"]},"type":"attachment","uuid":"b"}';

  test.each([
    ['{"type":"api-request-blob","message":{"role":"user","content":"x"}}', true],
    [attachment, true],
    [`${attachment}\r`, true],
    [attachment.replace("prompt_snapshot", "queued_command"), false],
    ['{"type":"mode","mode":"normal"}{"type":"user","message":{}}', false],
    ['{"type":"mode","mode":"nor', false],
    ['{"type":"user","message":{"content":"{\\"type\\":\\"mode\\"}"}}', false],
    ['{"note":"a \\"b","attachment":{"type":"file"},"type":"user"}', false],
  ])("%s", (line, skimmed) => expect(isSkimmedBookkeeping(Buffer.from(line))).toBe(skimmed));

  test("the ids of skimmed rows are still known", () =>
    expect(listRawUuids(Buffer.from(attachment))).toEqual(["b"]));
});

describe("prompts", () => {
  test("a prompt whose host origin is no person is lifecycle", () => {
    const { turns } = readRows([user("Task finished", { origin: { kind: "task-notification" } })]);
    expect(turns.map((turn) => turn.class)).toEqual(["lifecycle"]);
  });

  test("inline helper rows are no prompts", () => {
    const { turns } = readRows([user("Do this", { isSidechain: true })]);
    expect(turns[0]).toMatchObject({ class: "lifecycle", sidechain: true, promptNumber: 0 });
  });

  test("a private span is masked in notices and summaries too", () => {
    const { turns } = readRows([
      user("Body with <private>pin 99</private> in a command", { isMeta: true }),
      user("They said <private>pin 99</private>", {
        isCompactSummary: true,
        uuid: "11111111-0000-4000-8000-000000000002",
      }),
    ]);
    expect(turns.map((turn) => turn.text)).toEqual([
      "Body with [private] in a command",
      "They said [private]",
    ]);
  });

  test("withheld bytes read as private and teach no stars", () => {
    const held = claudeCode.withhold(
      Buffer.from(JSON.stringify(user("Use <private>Wharfinger77</private> here"))),
    )?.line;
    const next = user("A rule: ********************", {
      uuid: "11111111-0000-4000-8000-000000000002",
    });
    const lines = [held ?? Buffer.alloc(0), Buffer.from(JSON.stringify(next))];
    const { turns } = readSample(claudeCode, {
      name: "held",
      kind: "session",
      fileId: "s",
      session: "s",
      lines,
    });
    expect(turns.map((turn) => turn.text)).toEqual([
      "Use [private] here",
      "A rule: ********************",
    ]);
  });

  test("only a whole line asks to be left out", () => {
    expect(readRows([user("Write `<varve-exclude/>` alone")]).excluded).toEqual([]);
    expect(readRows([user("x\n  <varve-exclude/>")]).excluded).toEqual([1]);
  });
});

test("a history row that asks to be left out takes its session's later rows with it", () => {
  const row = (display: string, sessionId: string): Row => ({
    display,
    pastedContents: {},
    timestamp: 1_777_888_800_000,
    project: "/home/user/x",
    sessionId,
  });
  const record = readRows(
    [row("one", "a"), row("<varve-exclude/>", "a"), row("two", "a"), row("three", "b")],
    "history",
    { reopenEvery: 1 },
  );
  expect(record.turns.map((turn) => turn.text)).toEqual(["one", "three"]);
  expect(record.excluded).toEqual([]);
});

test("titles: custom over ai over summary over prompt, later ones of a kind win, a weaker one never", () => {
  const titles = (rows: readonly Row[]): unknown =>
    readRows(rows).facts.findLast((fact) => fact.title !== undefined)?.title;
  const prompt = user(`${"long ".repeat(40)}<div> prompt`);
  expect(String(titles([prompt])).length).toBeLessThanOrEqual(80);
  expect(
    titles([prompt, { type: "ai-title", aiTitle: "A" }, { type: "ai-title", aiTitle: "B" }]),
  ).toBe("B");
  expect(
    titles([
      { type: "custom-title", customTitle: "C" },
      prompt,
      { type: "ai-title", aiTitle: "A" },
    ]),
  ).toBe("C");
});
