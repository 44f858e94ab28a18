import { describe, expect, test } from "vitest";

import { plainJsonl } from "../../../src/transcripts/plain-jsonl/plain-jsonl.ts";
import { plainInstant } from "../../../src/transcripts/plain-jsonl/plain-row.ts";
import { splitLines } from "../../contracts/transcript-format.ts";
import { countSkips, fixture, readTranscript, textsOf } from "../codex/read-transcript.ts";

test("every .jsonl path is a session named by its path", () => {
  expect(plainJsonl.classify("exports/2026/talk.jsonl")).toEqual({
    kind: "session",
    fileId: "exports/2026/talk",
    session: "exports/2026/talk",
    compressed: false,
  });
  expect(plainJsonl.classify("talk.json")).toBeNull();
});

test("roles, times and fields of the rows", () => {
  const read = readTranscript(plainJsonl, fixture("plain-jsonl/basic/talk.jsonl"), {
    session: "talk",
  });
  expect(read.turns.map((turn) => [turn.role, turn.class, turn.time, turn.text])).toEqual([
    ["user", "prompt", "2026-03-04T08:00:00.000Z", "How deep is the well (wellask)?"],
    ["assistant", "reply", "2026-03-04T08:01:01.000Z", "Twelve metres (wellanswer)."],
    ["tool", "result", "2026-03-04T08:01:02.500Z", "depth=12"],
    ["system", "lifecycle", "2026-03-04T08:01:03.000Z", "model changed"],
    ["user", "prompt", "2026-03-04T08:01:03.000Z", "No time of its own (welltime)."],
    ["assistant", "reply", "2026-03-04T08:01:05.000Z", "Noted."],
  ]);
  expect(read.turns[0]).toMatchObject({
    entryId: "m1",
    session: "talk",
    cwd: "/home/user/code/well",
    promptNumber: 1,
    source: "jsonl",
  });
  expect(read.turns[2]).toMatchObject({ entryId: "line:3", toolName: "gauge" });
  expect(read.turns[4]).toMatchObject({ timeInferred: true, promptNumber: 2 });
  expect(read.facts).toMatchObject({
    session: "talk",
    cwd: "/home/user/code/well",
    title: "How deep is the well (wellask)?",
  });
  expect(read.skips).toEqual([
    { reason: "unknown-type", line: 7, detail: "role/critic" },
    { reason: "unknown-type", line: 8, detail: "row without role and text" },
    { reason: "empty", line: 9, detail: undefined },
    { reason: "damaged", line: 10, detail: undefined },
  ]);
});

test("rows that name a session stand in it, and its prompts are counted on their own", () => {
  const bytes = fixture("plain-jsonl/mixed-sessions/talk.jsonl");
  const read = readTranscript(plainJsonl, bytes, { reopenEvery: 1 });
  expect(read.turns.map((turn) => [turn.session, turn.promptNumber, turn.cwd])).toEqual([
    ["a", 1, null],
    ["b", 1, "/home/user/b"],
    ["a", 2, null],
    ["a", 2, null],
  ]);
  expect(read.turns).toEqual(readTranscript(plainJsonl, bytes).turns);
});

test.each([
  [1772611200, "2026-03-04T08:00:00.000Z"],
  [1772611200123, "2026-03-04T08:00:00.123Z"],
  ["1772611200", "2026-03-04T08:00:00.000Z"],
  ["2026-03-04T17:00:00+09:00", "2026-03-04T08:00:00.000Z"],
  ["yesterday", null],
  [Number.NaN, null],
  [1e300, null],
  [null, null],
  [{}, null],
])("%j is the instant %s", (value, instant) => {
  expect(plainInstant(value)).toBe(instant);
});

describe("what a person marked private", () => {
  const bytes = fixture("plain-jsonl/private/talk.jsonl");

  test("leaves no turn and no state", () => {
    const read = readTranscript(plainJsonl, bytes, { reopenEvery: 1 });
    expect(textsOf(read, "prompt")[0]).toBe("My [private] key");
    expect(JSON.stringify(read)).not.toContain("garden-gate-42");
    expect(read.excluded).toEqual([3]);
    expect(countSkips(read, "own-injection")).toBe(1);
  });

  test("is withheld from user rows only", () => {
    const kept = splitLines(bytes).map((line) => textOrNull(plainJsonl.withhold(line)?.line));
    expect(kept).toEqual([expect.not.stringContaining("garden-gate-42"), null, null, null]);
  });
});

function textOrNull(line: Buffer | undefined): string | null {
  return line?.toString("utf8") ?? null;
}

test("a log is not recognised", () => {
  for (const line of splitLines(fixture("plain-jsonl/log/talk.jsonl")))
    expect(plainJsonl.recognises(line)).toBe(false);
  expect(plainJsonl.recognises(Buffer.from('{"ts":1772611200,"role":"user","text":"x"}'))).toBe(
    true,
  );
  expect(
    plainJsonl.recognises(
      Buffer.from('{"timestamp":"2026-03-04T08:00:00Z","role":"ai","content":"x"}'),
    ),
  ).toBe(true);
  expect(plainJsonl.recognises(Buffer.from('{"role":"user","text":"no time"}'))).toBe(false);
  expect(plainJsonl.recognises(Buffer.from('{"ts":1,"role":"constructor","text":"x"}'))).toBe(
    false,
  );
});
