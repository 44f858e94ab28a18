import { expect, test } from "vitest";

import { codex } from "../../../src/transcripts/codex/codex.ts";
import { patchFiles } from "../../../src/transcripts/codex/patch-files.ts";
import { countSkips, fixture, readTranscript } from "./read-transcript.ts";

const tools = readTranscript(codex, fixture("codex/tool-shapes/rollout.jsonl"));
const ofCall = (id: string) => tools.turns.find((turn) => turn.entryId === id);

test.each([
  ["call_t1", "result", "headerout\n", 0],
  ["call_t2", "error", "jsonout\n", 3],
  ["call_t3", "result", "objectout", 0],
  ["call_t4", "result", "listout", null],
  ["call_t5", "result", "plainout", null],
  ["call_t7", "result", "(no output)", 0],
  ["call_t8", "result", "patchout\n", 0],
  ["call_t9", "error", "hunk failed\n", 1],
  ["call_t10", "result", "localout", null],
  ["call_t11", "result", "mcpout", null],
])("the output of %s is read as a %s", (id, turnClass, text, exitStatus) => {
  expect(ofCall(`${id}:out`)).toMatchObject({
    class: turnClass,
    text,
    exitStatus,
    role: "tool",
    toolCallId: id,
    toolName: ofCall(id)?.toolName,
  });
});

test.each([
  ["call_t1", "exec_command: cat a"],
  ["call_t2", "shell: cat b"],
  ["call_t3", "shell: cat c"],
  ["call_t5", 'plain_tool: deep: {"a":1}'],
  ["call_t6", "null_tool"],
  ["call_t10", "local_shell: cat e"],
  ["ws_1", "web_search: type: search\nquery: apple webword"],
  ["call_t11", "mcp__other__recall: query: x"],
])("%s reads as its name and input", (id, text) => {
  expect(ofCall(id)).toMatchObject({ class: "call", text, role: "assistant" });
});

test("a patch is an edit of the files it names, also through the shell", () => {
  expect(ofCall("call_t8")).toMatchObject({ class: "edit", files: ["src/old.ts", "src/new.ts"] });
  expect(ofCall("call_t9")).toMatchObject({
    class: "edit",
    files: ["a.txt", "b.txt"],
    toolName: "apply_patch",
  });
  expect(patchFiles("no patch at all")).toEqual([]);
});

test("calls of varve's own tools and what they returned are no turns, a repeated record is one turn", () => {
  expect(JSON.stringify(tools)).not.toContain("ownrecall");
  expect(countSkips(tools, "own-injection")).toBe(2);
  expect(countSkips(tools, "duplicate")).toBe(2);
});

test("tools to skip leave neither call nor result", () => {
  const read = readTranscript(codex, fixture("codex/tool-shapes/rollout.jsonl"), {
    skipTools: ["exec_command"],
  });
  expect(read.turns.some((turn) => turn.toolName === "exec_command")).toBe(false);
  expect(countSkips(read, "skipped-tool")).toBe(6);
});

test("in code mode each nested call is one turn, and the script's output adds only what they did not say", () => {
  const read = readTranscript(codex, fixture("codex/code-mode/rollout.jsonl"), { reopenEvery: 1 });
  const nested = read.turns.filter((turn) => turn.entryId.startsWith("exec-"));
  expect(nested).toMatchObject([
    {
      class: "error",
      toolName: "exec_command",
      exitStatus: 2,
      text: "$ make test\n2 failed (nestedout)\n",
    },
    { class: "edit", toolName: "apply_patch", files: ["/home/user/code/orchard/Makefile"] },
  ]);
  const all = read.turns.map((turn) => turn.text).join("\n");
  expect(all.split("nestedout")).toHaveLength(2);
  expect(all.split("plainout")).toHaveLength(2);
  expect(all).not.toContain("recalledword");
  expect(read.turns.find((turn) => turn.entryId === "call_c2:out")?.text).toBe(
    "patched and counted (scriptown)",
  );
  expect(read.turns.find((turn) => turn.entryId === "call_c4:out")).toMatchObject({
    class: "error",
    text: "Script error:\nSyntaxError: brokenword",
  });
});

test("a large output is cut to head, errors and tail", () => {
  const output = `${"filler line\n".repeat(2000)}fatal: the one that matters\n${"filler line\n".repeat(2000)}last words`;
  const row = (payload: object): string =>
    JSON.stringify({ timestamp: "2026-03-04T08:00:00.000Z", type: "response_item", payload });
  const read = readTranscript(
    codex,
    Buffer.from(`${row({ type: "function_call_output", call_id: "c", output })}\n`),
  );
  expect(read.turns[0]?.textTruncated).toBe(true);
  expect(read.turns[0]?.text).toContain("fatal: the one that matters");
  expect(read.turns[0]?.text).toContain("last words");
  expect(Buffer.byteLength(read.turns[0]?.text ?? "")).toBeLessThan(5000);
});
