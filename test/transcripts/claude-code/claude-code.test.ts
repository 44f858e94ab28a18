import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Turn } from "../../../src/core/turn.ts";
import { claudeCode } from "../../../src/transcripts/claude-code/claude-code.ts";
import {
  describeTranscriptFormat,
  readSample,
  type ReadRecord,
  type ReadSetup,
  type TranscriptSample,
} from "../../contracts/transcript-format.ts";
import { FIXTURES, listSamples } from "./fixture-files.ts";

const CASES = [
  "whole-session",
  "host-noise",
  "queued",
  "branches",
  "helpers",
  "private",
  "own-child",
  "history",
  "damaged",
];
const allSamples = CASES.flatMap((name) => listSamples(join(FIXTURES, name)));

describeTranscriptFormat(
  claudeCode,
  allSamples.filter((sample) => sample.lines.length > 0),
);

function session(name: string): TranscriptSample {
  const sample = listSamples(join(FIXTURES, name)).find((file) => file.kind === "session");
  if (sample === undefined) throw new Error(`no session in fixture ${name}`);
  return sample;
}

function read(name: string, setup: ReadSetup = {}): ReadRecord {
  return readSample(claudeCode, session(name), setup);
}

function prompts(record: ReadRecord): readonly string[] {
  return record.turns.filter((turn) => turn.class === "prompt").map((turn) => turn.text);
}

function find(record: ReadRecord, word: string): readonly Turn[] {
  return record.turns.filter((turn) => turn.text.includes(word));
}

function title(record: ReadRecord): string | undefined {
  return record.facts.findLast((fact) => fact.title !== undefined)?.title;
}

describe("a whole session", () => {
  const record = read("whole-session");

  test("prompts are what the person typed", () => {
    expect(prompts(record)).toEqual([
      "Add a tide table to the harbour tool (gannetloom).",
      "Here is a picture of it (dunlinmole).",
      "This row lost its time (undatedskua).",
    ]);
  });

  test("every result shape is read, failures are errors with their exit status", () => {
    const results = record.turns.filter((turn) => turn.role === "tool");
    expect(
      results.map((turn) => [turn.class, turn.toolName, turn.exitStatus, turn.text.split("\n")[0]]),
    ).toEqual([
      ["result", "Read", null, "1\texport function render() {} // kelpbasin"],
      ["result", "Bash", 0, "12 passed (marlinquay)"],
      ["error", "Bash", 3, "Exit code 3"],
      ["result", "Edit", null, "The file has been updated."],
      ["result", "mcp__screen__capture", null, "one frame (pebblewharf)"],
      ["result", "ToolSearch", null, "a bare string (quaysedge)"],
      ["result", "Write", null, ""],
      ["error", "Bash", null, "Error: exit 1"],
    ]);
  });

  test("calls are readable, edits show both sides, paths are kept", () => {
    expect(find(record, "Bash: npm test")[0]?.text).toBe(
      "Bash: npm test\ndescription: Run the tests",
    );
    const [edit] = record.turns.filter((turn) => turn.class === "edit");
    expect(edit?.text).toBe(
      "Edit /home/user/code/harbour/src/render.ts\n- render() {}\n+ render() { return tides() }",
    );
    expect(edit?.files).toEqual(["/home/user/code/harbour/src/render.ts"]);
    expect(find(record, "sedgewren")).toHaveLength(1);
  });

  test("the structured copy of a result is not a second turn, pictures and thinking are no text", () => {
    expect(find(record, "kelpbasin")).toHaveLength(1);
    expect(
      record.turns.some(
        (turn) => turn.text.includes("iVBOR") || turn.text.includes("Where is the table"),
      ),
    ).toBe(false);
    const reasons = record.skips.map((skip) => [skip.reason, skip.detail].join(" ").trim());
    expect(reasons).toEqual(
      expect.arrayContaining([
        "thinking",
        "bookkeeping image",
        "unknown-type tide-table",
        "unknown-type block tide_block",
      ]),
    );
  });

  test("token usage is counted once per message", () => {
    const usages = record.turns.filter((turn) => turn.usage !== null).map((turn) => turn.line);
    expect(usages.filter((line) => line >= 7 && line <= 9)).toEqual([8]);
    expect(record.turns.find((turn) => turn.line === 8)?.usage).toEqual({
      input: 10,
      output: 20,
      cacheRead: 300,
      cacheWrite: 40,
    });
  });

  test("an error notice of the host is lifecycle without a model", () => {
    expect(find(record, "529 overloaded")[0]).toMatchObject({
      class: "lifecycle",
      role: "assistant",
      model: null,
    });
  });

  test("a row without time takes its neighbour's", () => {
    expect(find(record, "undatedskua")[0]).toMatchObject({
      time: "2026-05-04T10:02:05.250Z",
      timeInferred: true,
    });
  });

  test("title without markup; folder, branch and version from the rows", () => {
    expect(title(record)).toBe("Tide table renderer");
    expect(Object.assign({}, ...record.facts)).toMatchObject({
      session: "00000001-aaaa-4bbb-8ccc-000000000001",
      cwd: "/home/user/code/harbour",
      gitBranch: "main",
      hostVersion: "2.1.300",
      model: "claude-sonnet-4-5",
    });
  });
});

describe("host noise", () => {
  const record = read("host-noise", { skipTools: new Set(["TodoWrite"]) });

  test("only the human part is a prompt; a quoted tag stays", () => {
    expect(prompts(record)).toEqual([
      "/plan move the <b>buoys</b> (spoonbill)",
      "Rename the flag (avocetline).",
      "What does `<system-reminder>` mean (curlewtag)?\n\nAnd the other `</system-reminder>`?",
      "Ship it (whimbrel).",
      "Which colour was it (phalarope)?",
    ]);
    const spoken = record.turns.filter((turn) => turn.class === "prompt" || turn.class === "reply");
    expect(spoken.some((turn) => /noise|ownfact/.test(turn.text))).toBe(false);
  });

  test("the title comes from the command's arguments, without markup", () =>
    expect(title(record)).toBe("move the buoys (spoonbill)"));

  test("our own blocks and tools, and skipped tools, become no turn", () => {
    expect(find(record, "ownfact")).toEqual([]);
    expect(find(record, "skippedtodo")).toEqual([]);
    expect(record.skips.filter((skip) => skip.reason === "own-injection")).toHaveLength(5);
    expect(record.skips.filter((skip) => skip.reason === "skipped-tool")).toHaveLength(2);
  });

  test("the preview of an off-loaded output is the result", () =>
    expect(find(record, "previewknot")[0]?.class).toBe("result"));
});

describe("queued prompts", () => {
  test("each once, the one that was never delivered too", () => {
    const record = read("queued", { finish: true });
    expect(prompts(record).map((text) => /smew\w+|yes/.exec(text)?.[0])).toEqual([
      "smewone",
      "smewtwo",
      "smewthree",
      "smewfour",
      "yes",
      "yes",
      "smewfive",
      "smewsix",
      "smewseven",
    ]);
    expect(
      record.turns.filter((turn) => turn.class === "prompt").map((turn) => turn.promptNumber),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(find(record, "smewfive")[0]).toMatchObject({ entryId: "line:26", line: 26 });
  });

  test("a prompt reported at the end is not reported again when it is delivered later", () => {
    const sample = session("queued");
    const turns: Turn[] = [];
    const sink = {
      turn: (turn: Turn) => turns.push(turn),
      skip() {},
      facts() {},
      rewind() {},
      exclude() {},
    };
    const options = {
      kind: "session" as const,
      fileId: "f",
      session: "f",
      redactor: { redact: (t: string) => t, counts: () => ({}) },
      keyedHash: (t: string) => Buffer.from(t).toString("hex").slice(-40),
      skipTools: new Set<string>(),
    };
    let reader = claudeCode.open(options);
    sample.lines.forEach((line, index) => reader.read(line, index + 1, sink));
    reader.finish?.(sink);
    reader = claudeCode.open({ ...options, state: reader.state() });
    const late = {
      type: "user",
      parentUuid: null,
      uuid: "late",
      sessionId: "f",
      message: { role: "user", content: "Still waiting at the end (smewseven)." },
    };
    reader.read(Buffer.from(JSON.stringify(late)), 99, sink);
    expect(turns.filter((turn) => turn.text.includes("smewseven"))).toHaveLength(1);
  });
});

describe("branches", () => {
  const record = read("branches");

  test("a prompt that continues from before the newest one is a rewind; a compaction and a foreign parent are not", () => {
    expect(record.rewinds).toEqual([{ parent: parentOf(5), line: 7 }]);
  });

  test("a repeated row is one turn, its summary no prompt", () => {
    expect(find(record, "eiderfive")).toHaveLength(1);
    expect(record.skips).toContainEqual({ reason: "duplicate", line: 14, detail: undefined });
    expect(find(record, "ghostpreference")[0]).toMatchObject({ class: "summary", role: "system" });
  });

  test("a fork names its origin; a custom title wins over a foreign summary", () => {
    expect(record.facts).toContainEqual({
      parent: "00000001-aaaa-4bbb-8ccc-000000000001",
      relation: "fork",
    });
    expect(title(record)).toBe("Eider branches");
  });

  function parentOf(line: number): string {
    const row = JSON.parse(session("branches").lines[line - 1]?.toString() ?? "") as {
      parentUuid: string;
    };
    return row.parentUuid;
  }
});

describe("helpers", () => {
  const samples = listSamples(join(FIXTURES, "helpers"));
  const records = new Map(
    samples.map((sample) => [sample.fileId, readSample(claudeCode, sample)] as const),
  );

  test("files are told apart by path", () => {
    expect(samples.map((sample) => [sample.kind, sample.fileId, sample.session])).toEqual([
      ["session", "00000005-aaaa-4bbb-8ccc-000000000005", "00000005-aaaa-4bbb-8ccc-000000000005"],
      ["subagent", "agent-a1b2c3", "00000005-aaaa-4bbb-8ccc-000000000005"],
      [
        "meta",
        "00000005-aaaa-4bbb-8ccc-000000000005/agent-a1b2c3.meta.json",
        "00000005-aaaa-4bbb-8ccc-000000000005",
      ],
      [
        "tool-result",
        "00000005-aaaa-4bbb-8ccc-000000000005/toolu_grep.txt",
        "00000005-aaaa-4bbb-8ccc-000000000005",
      ],
      ["subagent", "agent-000000", null],
      ["subagent", "agent-9f8e7d", null],
    ]);
  });

  test("a helper's task is no prompt, its work is found under its parent", () => {
    const turns = records.get("agent-a1b2c3")?.turns ?? [];
    expect(
      turns.map((turn) => [turn.class, turn.sidechain, turn.promptNumber, turn.session]),
    ).toEqual([
      ["lifecycle", true, 0, "agent-a1b2c3"],
      ["call", true, 0, "agent-a1b2c3"],
      ["result", true, 0, "agent-a1b2c3"],
      ["reply", true, 0, "agent-a1b2c3"],
    ]);
    expect(records.get("agent-a1b2c3")?.facts).toContainEqual({
      parent: "00000005-aaaa-4bbb-8ccc-000000000005",
      relation: "subagent",
    });
  });

  test("a warm-up has no talk and no title; an off-loaded output no turn of its own", () => {
    expect(new Set(records.get("agent-9f8e7d")?.turns.map((turn) => turn.class))).toEqual(
      new Set(["lifecycle"]),
    );
    expect(records.get("agent-9f8e7d")?.facts.some((fact) => fact.title !== undefined)).toBe(false);
    expect(records.get("00000005-aaaa-4bbb-8ccc-000000000005/toolu_grep.txt")?.turns).toEqual([]);
  });
});

describe("what a person marked", () => {
  const record = read("private");

  test("private spans and their words are gone from every turn and title; a file's or a quoted tag is not a mark", () => {
    const everything = JSON.stringify([record.turns, record.facts, record.state]).toLowerCase();
    for (const word of ["wharfinger", "4471", "lobsterpot"]) expect(everything).not.toContain(word);
    expect(find(record, "sandpiper")[0]?.text).toBe("Deploy with [private] please (sandpiper).");
    expect(find(record, "from a file")).toHaveLength(1);
    expect(find(record, "turnstone")[0]?.text).toBe("Explain the `<private>` tag (turnstone).");
  });

  test("the wish to be left out is reported with its line", () =>
    expect(record.excluded).toEqual([11]));

  test("every copy of the span is withheld, tool results are not", () => {
    const held = session("private").lines.map((line) => claudeCode.withhold(line)?.line);
    const bytes = Buffer.concat(
      session("private").lines.map((line, index) => held[index] ?? line),
    ).toString();
    for (const word of ["4471", "Lobsterpot99", "token Wharfinger"])
      expect(bytes).not.toContain(word);
    expect(bytes).toContain("<private>from a file</private>");
    expect(bytes).toContain("<private>kept</private>");
    expect(bytes).toContain("`<private>` tag (turnstone)");
    expect(held.filter((line) => line !== undefined)).toHaveLength(5);
  });
});

test("our own child's session is not read", () => {
  const record = read("own-child");
  expect(record.turns).toEqual([]);
  expect(record.skips.filter((skip) => skip.reason === "own-session")).toHaveLength(3);
  expect(record.facts.some((fact) => fact.title !== undefined)).toBe(false);
});

test("the prompt history: sessions of its own, commands are no prompts, pastes are found, private stays private", () => {
  const [sample] = listSamples(join(FIXTURES, "history"));
  if (sample === undefined) throw new Error("no history fixture");
  const record = readSample(claudeCode, sample);
  expect(
    record.turns.map((turn) => [turn.session.slice(0, 16), turn.class, turn.promptNumber]),
  ).toEqual([
    ["history-00000008", "prompt", 1],
    ["history-00000008", "lifecycle", 1],
    ["history-00000008", "prompt", 2],
    ["history-00000009", "prompt", 1],
    ["history-00000009", "prompt", 2],
    ["history-unknown", "prompt", 1],
  ]);
  expect(record.turns[0]).toMatchObject({
    entryId: "history:00000008-aaaa-4bbb-8ccc-000000000008:1777888800123",
    time: "2026-05-04T10:00:00.123Z",
    cwd: "/home/user/code/harbour",
  });
  expect(find(record, "historyegret")).toHaveLength(1);
  expect(JSON.stringify(record)).not.toContain("Cormorant");
  expect(
    Buffer.concat(sample.lines.map((line) => claudeCode.withhold(line)?.line ?? line)).toString(),
  ).not.toContain("<private>Cormorant");
});

test("damaged lines: whole records are kept, halves are not, every loss is counted", () => {
  const record = read("damaged");
  expect(record.turns.map((turn) => /petrel\w+/.exec(turn.text)?.[0])).toEqual([
    "petrelone",
    "petreltwo",
    "petrelthree",
    "petrelfour",
    "petrelfive",
    "petrelsix",
    "petrelseven",
  ]);
  const counts: Record<string, number> = {};
  for (const skip of record.skips) counts[skip.reason] = (counts[skip.reason] ?? 0) + 1;
  expect(counts).toEqual({ damaged: 7, blank: 1, "nul-run": 1, bookkeeping: 1, empty: 2 });
});
