import { describe, expect, test } from "vitest";

import type { Redactor } from "../../../src/core/redactor.ts";
import { codex } from "../../../src/transcripts/codex/codex.ts";
import { splitLines } from "../../contracts/transcript-format.ts";
import { countSkips, fixture, readTranscript, textsOf } from "./read-transcript.ts";

test("a bad first line hides nothing: id from the file name, folder from a later row", () => {
  const read = readTranscript(codex, fixture("codex/damaged/rollout.jsonl"), {
    session: "by-name",
  });
  expect(read.turns.map((turn) => turn.session)).toEqual([
    "by-name",
    "by-name",
    "by-name",
    "by-name",
  ]);
  expect(read.facts.cwd).toBe("/home/user/code/orchard");
  expect(textsOf(read, "prompt")).toEqual(["First words (brambleask)."]);
  expect(textsOf(read, "reply")).toEqual([
    "Second words (brambleanswer).",
    "Before the power cut (bramblenul).",
    "No time \ufffd of its own (brambletime).",
  ]);
  expect(read.turns.at(-1)).toMatchObject({ timeInferred: true, time: read.turns.at(-2)?.time });
  expect(countSkips(read, "damaged")).toBe(3);
  expect(countSkips(read, "nul-run")).toBe(1);
});

test("turns of two records on one line do not share a place", () => {
  const read = readTranscript(codex, fixture("codex/damaged/rollout.jsonl"));
  const places = read.turns.map((turn) => `${turn.line}.${turn.block}`);
  expect(new Set(places).size).toBe(places.length);
});

test("a bookkeeping row that a torn append ran into gives up the message behind it", () => {
  const counter =
    '{"timestamp":"2026-03-04T08:00:00.000Z","type":"event_msg","payload":{"type":"token_count","info":{"to';
  const message =
    '{"timestamp":"2026-03-04T08:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"still here"}]}}';
  for (const first of [counter, `${counter}tal":1}}}`]) {
    expect(textsOf(readTranscript(codex, Buffer.from(`${first}${message}\n`)), "prompt")).toEqual([
      "still here",
    ]);
  }
});

describe("private spans", () => {
  const bytes = fixture("codex/private/rollout.jsonl");

  test("and their words leave no turn, title or state", () => {
    const read = readTranscript(codex, bytes, { reopenEvery: 1 });
    expect(JSON.stringify(read)).not.toMatch(/hunter-gatherer7|dawn-chorus|비밀|open-ended/);
    expect(textsOf(read, "prompt")[0]).toBe("Use [private] to log in (secretask).");
    expect(textsOf(read, "prompt")[1]).toBe("An unclosed [private]");
    expect(textsOf(read, "result")).toEqual(["welcome [private]"]);
  });

  test("are withheld from every copy the host writes, at the same length, and the line stays JSON", () => {
    let withheld = 0;
    for (const line of splitLines(bytes)) {
      const result = codex.withhold(line);
      if (result === undefined) continue;
      withheld += 1;
      expect(result.line.length).toBe(line.length);
      expect(() => JSON.parse(result.line.toString("utf8")) as unknown).not.toThrow();
      expect(result.line.toString("utf8")).not.toMatch(
        /hunter-gatherer7|dawn-chorus|비밀|open-ended/,
      );
      const restored = Buffer.from(result.line);
      for (const span of result.spans) span.bytes.copy(restored, span.at);
      expect(restored.equals(line)).toBe(true);
    }
    expect(withheld).toBe(5);
  });

  test("that an agent wrote are not withheld", () => {
    const line = splitLines(bytes).find((candidate) =>
      candidate.includes("kept as the agent wrote it"),
    );
    expect(line).toBeDefined();
    expect(codex.withhold(line ?? Buffer.alloc(0))).toBeUndefined();
  });

  test("are withheld from a line that is no whole record", () => {
    const line = Buffer.from(
      '{"type":"response_item","payload":{"type":"message","role":"user","content":[{"text":"a <private>torn secret',
    );
    expect(codex.withhold(line)?.line.toString("utf8")).not.toContain("torn secret");
    const two = Buffer.from(
      '{"type":"event_msg","payload":{"type":"token_count"}}{"type":"event_msg","payload":{"type":"user_message","message":"<private>second secret</private>"}}',
    );
    expect(codex.withhold(two)?.line.toString("utf8")).not.toContain("second secret");
  });

  test("are withheld from the prompt history", () => {
    const lines = splitLines(fixture("codex/prompt-history/history.jsonl"));
    expect(
      lines.map(
        (line) => codex.withhold(line)?.line.toString("utf8").includes("hidden word") ?? null,
      ),
    ).toEqual([null, false, null, null, null]);
  });
});

test("the exclusion marker counts alone on a line only, and once", () => {
  expect(readTranscript(codex, fixture("codex/private/rollout.jsonl")).excluded).toEqual([14]);
});

test("every string that leaves the reader went through the redactor", () => {
  const shout: Redactor = { redact: (text) => text.toUpperCase(), counts: () => ({}) };
  for (const name of ["tool-shapes", "code-mode", "host-blocks", "compaction", "unknown-shapes"]) {
    const read = readTranscript(codex, fixture(`codex/${name}/rollout.jsonl`), { redactor: shout });
    for (const turn of read.turns) {
      for (const text of [
        turn.text,
        turn.toolName,
        turn.cwd,
        turn.gitBranch,
        turn.model,
        ...turn.files,
      ]) {
        expect(text?.replace(/characters not indexed|lines with errors/g, "") ?? "").not.toMatch(
          /[a-z]{3}/,
        );
      }
    }
    const { session: _session, relation: _relation, parent: _parent, ...facts } = read.facts;
    expect(JSON.stringify(Object.values(facts))).not.toMatch(/[a-z]{3}/);
    expect(read.skips.map((skip) => skip.detail ?? "").join()).not.toMatch(/[a-z]{3}/);
  }
});

test("the state stays small and holds none of the session's words, whatever the rollout holds", () => {
  const rows: string[] = [];
  const row = (payload: object, type = "response_item"): number =>
    rows.push(JSON.stringify({ timestamp: "2026-03-04T08:00:00.000Z", type, payload }));
  for (let i = 0; i < 3000; i += 1) {
    row({
      type: "message",
      role: "user",
      id: `msg_${i}`,
      content: [{ type: "input_text", text: `spoken ${i} <private>hidden-word-${i}</private>` }],
    });
    row({
      type: "function_call",
      name: `tool_${"x".repeat(500)}`,
      arguments: "{}",
      call_id: `call_${i}_${"y".repeat(150)}`,
    });
    row({ type: "user_message", message: `event spoken ${i}` }, "event_msg");
  }
  row({ cwd: `/home/user/${"z".repeat(100_000)}`, model: "m".repeat(100_000) }, "turn_context");
  const { state } = readTranscript(codex, Buffer.from(`${rows.join("\n")}\n`));
  expect(Buffer.byteLength(state)).toBeLessThan(64 * 1024);
  expect(state).not.toMatch(/spoken|hidden/);
});

test("hostile rows never throw and yield sound text", () => {
  const hostile = [
    "null",
    "7",
    '"x"',
    "{}",
    '{"type":"response_item"}',
    '{"type":"response_item","payload":null}',
    '{"type":"response_item","payload":{}}',
    '{"type":"response_item","payload":{"type":"message","role":"user","content":[null,1,{"text":7},{"type":"input_text","text":"\\u0000\\ud800"}]}}',
    '{"type":"response_item","payload":{"type":"function_call","arguments":7,"call_id":9,"name":{}}}',
    '{"type":"response_item","payload":{"type":"function_call","arguments":"{\\"cmd\\":","call_id":"a","name":"x"}}',
    '{"type":"response_item","payload":{"type":"function_call_output","output":[[[[]]]]}}',
    '{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","changes":{"a":null,"b":{"update":{"unified_diff":"+x"}}}}}}',
    '{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":-3}}',
    '{"type":"compacted","payload":{"message":{},"replacement_history":7}}',
    '{"type":"session_meta","payload":{"id":[],"source":{"subagent":"review"},"git":7}}',
    '{"__proto__":{"type":"compacted"},"type":"constructor","payload":{"message":"x"}}',
  ];
  const read = readTranscript(codex, Buffer.from(`${hostile.join("\n")}\n`));
  expect(read.turns.every((turn) => turn.text.isWellFormed() && !turn.text.includes("\0"))).toBe(
    true,
  );
  expect(
    new Set([...read.turns.map((turn) => turn.line), ...read.skips.map((skip) => skip.line)]).size,
  ).toBe(hostile.length);
});

test("a 20 MB prompt is one turn, cut for the index, and found again in its event", () => {
  const text = "many words ".repeat(2_000_000);
  const time = "2026-03-04T08:00:00.000Z";
  const item = {
    timestamp: time,
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
  };
  const event = {
    timestamp: time,
    type: "event_msg",
    payload: { type: "user_message", message: text },
  };
  const read = readTranscript(
    codex,
    Buffer.from(`${JSON.stringify(item)}\n${JSON.stringify(event)}\n`),
  );
  expect(read.turns.map((turn) => [turn.class, turn.text.length, turn.textTruncated])).toEqual([
    ["prompt", 300_000, true],
  ]);
});
