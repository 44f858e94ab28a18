import { describe, expect, test } from "vitest";

import { codex } from "../../../src/transcripts/codex/codex.ts";
import { countSkips, fixture, readTranscript, textsOf } from "./read-transcript.ts";

describe("each message once", () => {
  test.each(["items-events", "items-completed", "items", "events"])(
    "in a rollout of %s",
    (generation) => {
      const read = readTranscript(codex, fixture(`codex/generations/${generation}.jsonl`));
      expect(textsOf(read, "prompt")).toEqual([
        "Which apples ripen first (quincepoint)?",
        "continue",
        "continue",
      ]);
      expect(textsOf(read, "reply")).toEqual(["Summerred does (pearlstem).", "Done.", "Done."]);
      expect(read.turns.map((turn) => turn.promptNumber)).toEqual([1, 1, 2, 2, 3, 3]);
      expect(countSkips(read, "unknown-type")).toBe(0);
    },
  );

  test.each(["items-events", "items-completed", "items", "events"])(
    "in %s read one line at a time by new readers",
    (generation) => {
      const bytes = fixture(`codex/generations/${generation}.jsonl`);
      expect(readTranscript(codex, bytes, { reopenEvery: 1 }).turns).toEqual(
        readTranscript(codex, bytes).turns,
      );
    },
  );

  test("in the oldest rollouts, which have no envelopes", () => {
    const read = readTranscript(codex, fixture("codex/bare-items/rollout.jsonl"), {
      session: null,
    });
    expect(textsOf(read, "prompt")).toEqual(["Oldest words (bareask)."]);
    expect(textsOf(read, "reply")).toEqual(["Oldest answer (bareanswer)."]);
    expect(read.turns[0]).toMatchObject({
      session: "0199aaaa-0000-7000-8000-000000000130",
      time: "2025-05-01T08:00:00.000Z",
      timeInferred: true,
      entryId: "line:3",
    });
  });
});

test("only what a person typed is a prompt", () => {
  const read = readTranscript(codex, fixture("codex/host-blocks/rollout.jsonl"));
  expect(textsOf(read, "prompt")).toEqual([
    "Prune the old branches (mapleask).",
    "<settings>\n  <depth>3</depth>\n</settings>\nUse these (mapletag), and explain `<environment_context>` to me.",
    "<environment_context> is a tag I want explained (mapleopen).",
    "<environment_context>pasted on purpose (maplepaste)</environment_context>",
    "Compare this picture\nwith the last one (mapleimage).",
  ]);
  expect(textsOf(read, "lifecycle")).toHaveLength(4);
  expect(textsOf(read, "lifecycle").at(-1)).toContain("foreignhook");
  expect(countSkips(read, "own-injection")).toBe(1);
  expect(JSON.stringify(read)).not.toMatch(/recalled|iVBORw|lint/);
  expect(read.facts.title).toBe("Prune the old branches (mapleask).");
});

test("a helper's rollout has no prompts: its user text is the parent agent's task", () => {
  const read = readTranscript(codex, fixture("codex/subagent/rollout.jsonl"), {
    session: "0199aaaa-0000-7000-8000-000000000021",
  });
  expect(textsOf(read, "prompt")).toEqual([]);
  expect(textsOf(read, "lifecycle")).toEqual(["Count the trees (taskword)."]);
  expect(read.turns.every((turn) => turn.sidechain && turn.promptNumber === 0)).toBe(true);
  expect(textsOf(read, "result")).toEqual(["41 helperonly\n"]);
  expect(read.facts).toMatchObject({
    parent: "0199aaaa-0000-7000-8000-000000000020",
    relation: "subagent",
  });
});

test("a fork names the thread it came from", () => {
  const read = readTranscript(codex, fixture("codex/fork/rollout.jsonl"), {
    session: "0199aaaa-0000-7000-8000-000000000031",
  });
  expect(read.facts).toMatchObject({
    session: "0199aaaa-0000-7000-8000-000000000031",
    parent: "0199aaaa-0000-7000-8000-000000000030",
    relation: "fork",
    cwd: "/home/user/code/orchard",
    gitBranch: "harvest",
    model: "gpt-5.5",
    hostVersion: "0.100.0",
  });
});

test("a compaction gives one summary each and no empty message", () => {
  const read = readTranscript(codex, fixture("codex/compaction/rollout.jsonl"));
  expect(textsOf(read, "summary")).toEqual([
    "We spoke of reefs (reefsummary).",
    "Only the row tells this (reefother).",
  ]);
  expect(textsOf(read, "prompt")).toEqual(["Long talk (reefask)."]);
  expect(textsOf(read, "reply")).toEqual(["Long answer (reefanswer).", "After it (reefafter)."]);
  expect(countSkips(read, "empty")).toBe(1);
});

test("where agent events stop in the middle, replies stay replies", () => {
  const lines = fixture("codex/generations/items-completed.jsonl")
    .toString("utf8")
    .trimEnd()
    .split("\n");
  const reply = lines.filter((line) => line.includes('"role": "assistant"'))[0] ?? "";
  const later = ["w1", "w2", "w3"].map((id) =>
    reply.replace("msg_a1", id).replace("pearlstem", id),
  );
  const read = readTranscript(codex, Buffer.from([...lines, ...later, ""].join("\n")));
  expect(textsOf(read, "reply")).toContain("Summerred does (w2).");
  expect(textsOf(read, "reply")).toContain("Summerred does (w3).");
  expect(read.turns.filter((turn) => /\(w\d\)/.test(turn.text))).toHaveLength(3);
});

test("a rollback drops the prompts that were taken back", () => {
  const read = readTranscript(codex, fixture("codex/rollback/rollout.jsonl"));
  expect(read.rewinds).toEqual([
    { parent: "msg_a1", line: 15 },
    { parent: "line:0", line: 20 },
  ]);
});

test("a session that varve itself ran gives nothing", () => {
  const read = readTranscript(codex, fixture("codex/own-session/rollout.jsonl"), {
    reopenEvery: 1,
  });
  expect(read.turns).toEqual([]);
  expect(countSkips(read, "own-session")).toBe(2);
});

test("shapes nobody knows are counted by name, so that a rollout without messages is noticed", () => {
  const read = readTranscript(codex, fixture("codex/unknown-shapes/rollout.jsonl"));
  expect(read.turns).toEqual([]);
  const details = read.skips
    .filter((skip) => skip.reason === "unknown-type")
    .map((skip) => skip.detail);
  expect(details).toEqual([
    "response_item/message_v9",
    "response_item/message_v9",
    "response_item/message_v9",
    "event_msg/brand_new_thing",
    "new_row_type",
    "item_completed/NewItem",
    "response_item/message content",
    "response_item/message critic",
    "content/output_audio",
  ]);
});

test("the terminal's prompt history stands in sessions of its own", () => {
  const read = readTranscript(codex, fixture("codex/prompt-history/history.jsonl"), {
    kind: "history",
    session: null,
  });
  expect(
    read.turns.map((turn) => [turn.session, turn.entryId, turn.time, turn.class, turn.text]),
  ).toEqual([
    [
      "history-0199aaaa-0000-7000-8000-000000000001",
      "history:0199aaaa-0000-7000-8000-000000000001:1772611200",
      "2026-03-04T08:00:00.000Z",
      "prompt",
      "Which apples (historyask)?",
    ],
    [
      "history-0199aaaa-0000-7000-8000-000000000002",
      "history:0199aaaa-0000-7000-8000-000000000002:1772611260",
      "2026-03-04T08:01:00.000Z",
      "prompt",
      "a [private] b",
    ],
  ]);
  expect(read.skips.map((skip) => skip.reason)).toEqual(["empty", "damaged", "unknown-type"]);
});
