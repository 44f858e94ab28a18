import { describe, expect, test } from "vitest";
import { claudeCode } from "../../../src/transcripts/claude-code/claude-code.ts";
import { readSample, type TranscriptSample } from "../../contracts/transcript-format.ts";

function sample(rows: readonly unknown[]): TranscriptSample {
  return {
    name: "made",
    kind: "session",
    fileId: "s",
    session: "s",
    lines: rows.map((row) => Buffer.from(JSON.stringify(row))),
  };
}

function row(
  type: "user" | "assistant",
  uuid: string,
  parentUuid: string | null,
  content: unknown,
): Record<string, unknown> {
  return {
    parentUuid,
    isSidechain: false,
    sessionId: "s",
    type,
    message: { role: type, content },
    uuid,
    timestamp: "2026-05-04T10:00:00.000Z",
  };
}

describe("a very long session", () => {
  const rows: unknown[] = [
    row(
      "user",
      "p1",
      null,
      `Start <private>${Array.from({ length: 900 }, (_, i) => `wordnumber${i}`).join(" ")}</private>`,
    ),
  ];
  for (let i = 0; i < 9000; i += 1) {
    rows.push(
      row("assistant", `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`, null, [
        { type: "tool_use", id: `toolu_${i}`, name: "LongToolName".repeat(20), input: {} },
      ]),
    );
  }
  for (let i = 0; i < 30; i += 1)
    rows.push({
      type: "queue-operation",
      operation: "enqueue",
      content: "\u0001가".repeat(3000),
      sessionId: "s",
    });

  test("keeps its state below 64 KB", () => {
    const record = readSample(claudeCode, sample(rows));
    expect(record.turns.filter((turn) => turn.class === "call")).toHaveLength(9000);
    expect(Buffer.byteLength(record.state)).toBeLessThan(64 * 1024);
  });

  test("knows a rewind further back than it remembers", () => {
    const late = row("user", "p2", "00000000-0000-4000-8000-000000000005", "Go back");
    expect(readSample(claudeCode, sample([...rows, late])).rewinds).toEqual([
      { parent: "00000000-0000-4000-8000-000000000005", line: rows.length + 1 },
    ]);
  });
});

describe("large texts", () => {
  test("a prompt is cut above 300,000 characters, a call above 8 KB, and says so", () => {
    const record = readSample(
      claudeCode,
      sample([
        row("user", "a", null, "가".repeat(300_001)),
        row("assistant", "b", "a", [
          {
            type: "tool_use",
            id: "t",
            name: "Write",
            input: { file_path: "/x", content: "é".repeat(9000) },
          },
        ]),
        row("assistant", "c", "b", [
          {
            type: "tool_use",
            id: "u",
            name: "Edit",
            input: { file_path: "/x", old_string: "o".repeat(9000), new_string: "newword" },
          },
        ]),
        row("assistant", "d", "c", [{ type: "text", text: "short" }]),
      ]),
    );
    expect(record.turns.map((turn) => turn.textTruncated)).toEqual([true, true, true, false]);
    expect(record.turns[0]?.text).toHaveLength(300_000);
    for (const turn of record.turns.slice(1))
      expect(Buffer.byteLength(turn.text)).toBeLessThanOrEqual(8192);
    expect(record.turns[2]?.text).toContain("newword");
  });
});
