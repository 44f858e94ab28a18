import { expect, test } from "vitest";

import { codex } from "../../../src/transcripts/codex/codex.ts";

const ID = "0199aaaa-0000-7000-8000-000000000001";

test.each([
  [`sessions/2026/03/04/rollout-2026-03-04T08-00-00-${ID}.jsonl`, false],
  [`sessions/2026/03/04/rollout-2026-03-04T08-00-00-${ID}.jsonl.zst`, true],
  [`archived_sessions/rollout-2026-03-04T08-00-00-${ID}.jsonl`, false],
  [`archived_sessions/2026/03/04/rollout-2026-03-04T08-00-00-${ID}.jsonl.zst`, true],
  [`rollout-2026-03-04T08-00-00-${ID}.jsonl`, false],
])("%s is a session known by its thread id", (path, compressed) => {
  expect(codex.classify(path)).toEqual({ kind: "session", fileId: ID, session: ID, compressed });
});

test("a rollout without a thread id in its name keeps the name, and its session is left to its rows", () => {
  expect(codex.classify("sessions/rollout-old.jsonl")).toEqual({
    kind: "session",
    fileId: "rollout-old",
    session: null,
    compressed: false,
  });
});

test("the prompt history is one", () => {
  expect(codex.classify("history.jsonl")).toEqual({
    kind: "history",
    fileId: "history",
    session: null,
    compressed: false,
  });
});

test.each([
  "config.toml",
  "log/codex-tui.log",
  "sessions/2026/03/04/notes.jsonl",
  `other/rollout-${ID}.jsonl`,
  "sessions/history.jsonl",
  `sessions/rollout-${ID}.jsonl.tmp`,
])("%s is none of the transcripts", (path) => {
  expect(codex.classify(path)).toBeNull();
});
