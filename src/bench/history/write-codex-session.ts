/** Owns one generated Codex session: a rollout with talk, shell commands, patches, errors and compactions. */
import { join } from "node:path";
import {
  codexId,
  writeCodexLine,
  writeCodexMessage,
  writeCompletedItem,
  writeResponseItem,
  writeTokenCount,
} from "./codex-rows.ts";
import type { CodexRollout } from "./codex-rows.ts";
import { composeCode } from "./compose-code.ts";
import { composeError, composeOutput, drawOutputSize } from "./compose-output.ts";
import { composePrompt, composeReply, composeSentence } from "./compose-talk.ts";
import { createSessionClock } from "./session-job.ts";
import type { SessionJob, WrittenSession } from "./session-job.ts";
import { createTranscriptFile } from "./transcript-file.ts";

const compactEveryPrompts = 12;
const commands = [
  "npm test --",
  "rg -n",
  "sed -n '1,200p'",
  "git diff --",
  "pytest -q",
  "go test ./...",
  "ls -la",
  "cat",
];

function writeOpening(at: CodexRollout): void {
  const { cwd, branch } = at.scene.project;
  writeCodexLine(at, "session_meta", {
    session_id: at.threadId,
    id: at.threadId,
    timestamp: new Date(at.clock.ms()).toISOString(),
    cwd,
    originator: "codex_cli_rs",
    cli_version: "0.171.0",
    source: "cli",
    thread_source: "user",
    model_provider: "openai",
    base_instructions: {
      text: "You are a coding agent running in a terminal.",
      provenance: { type: "model", model: at.model },
    },
    history_mode: "paginated",
    git: { commit_hash: at.scene.random.hex(40), branch },
  });
  writeCodexMessage(at, {
    role: "developer",
    text: "<permissions instructions>\nFiles below the working folder may be written.\n</permissions instructions>",
    kind: "permissions.instructions",
  });
  writeCodexMessage(at, {
    role: "user",
    text: `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n</environment_context>`,
    kind: "environments.environment_context",
  });
}

function writeShell(at: CodexRollout, job: SessionJob): void {
  const { scene } = at;
  const failed = scene.random.chance(0.12);
  const cmd = `${scene.random.pick(commands)} ${scene.path()}`;
  const callId = `call_${scene.random.hex(20)}`;
  const body = failed ? composeError(scene) : composeOutput(scene, drawOutputSize(scene));
  const output = `Chunk ID: ${scene.random.hex(6)}\nWall time: 0.${scene.random.int(9999)} seconds\nProcess exited with code ${failed ? 1 : 0}\nOriginal token count: ${Math.round(body.length / 4)}\nOutput:\n${body}\n`;
  job.counter.count(cmd);
  job.counter.count(output);
  writeResponseItem(at, {
    type: "function_call",
    status: "completed",
    id: `fc_${scene.random.hex(12)}`,
    name: "exec_command",
    arguments: JSON.stringify({ cmd }),
    call_id: callId,
  });
  writeCompletedItem(at, {
    type: "CommandExecution",
    id: callId,
    command: ["/bin/bash", "-lc", cmd],
    cwd: `file://${scene.project.cwd}`,
    source: "unified_exec_startup",
    status: failed ? "failed" : "completed",
    // The client's copy is shortened; the model's is the one above.
    aggregated_output: body.slice(0, 400),
    exit_code: failed ? 1 : 0,
    duration: { secs: 0, nanos: 1 + scene.random.int(900_000_000) },
  });
  writeResponseItem(at, {
    type: "function_call_output",
    id: `fco_${codexId(scene, at.clock.ms())}`,
    call_id: callId,
    output,
  });
}

function writePatch(at: CodexRollout, job: SessionJob): void {
  const { scene } = at;
  const path = scene.path();
  const callId = `call_${scene.random.hex(20)}`;
  const before = composeCode(scene, 2 + scene.random.int(4)).split("\n");
  const after = composeCode(scene, 3 + scene.random.int(9)).split("\n");
  const body = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)].join("\n");
  const input = `*** Begin Patch\n*** Update File: ${path}\n@@ ${scene.identifier()}\n${body}\n*** End Patch\n`;
  const output = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${path}\n`;
  job.counter.count(input);
  job.counter.count(output);
  writeResponseItem(at, {
    type: "custom_tool_call",
    id: `ctc_${scene.random.hex(12)}`,
    status: "completed",
    call_id: callId,
    name: "apply_patch",
    input,
  });
  writeCompletedItem(at, {
    type: "FileChange",
    id: callId,
    changes: { [`${scene.project.cwd}/${path}`]: { type: "update", unified_diff: "" } },
    status: "completed",
    stdout: "Success.",
    stderr: "",
  });
  writeResponseItem(at, {
    type: "custom_tool_call_output",
    id: `ctco_${codexId(scene, at.clock.ms())}`,
    call_id: callId,
    output,
  });
}

function writeAnswer(at: CodexRollout, job: SessionJob, sentences: number): string {
  const text = composeReply(at.scene, sentences);
  job.counter.count(text);
  const id = `msg_${at.scene.random.hex(12)}`;
  writeCompletedItem(at, { type: "AgentMessage", id, content: [{ type: "Text", text }] });
  writeCodexMessage(at, { role: "assistant", text, kind: "unknown" });
  return text;
}

function writeCompaction(at: CodexRollout): void {
  const summary = composeReply(at.scene, 10);
  writeCodexLine(at, "compacted", {
    message: `Another language model started to solve this problem and left a summary of its work.\n${summary}`,
    replacement_history: [
      { type: "message", role: "user", content: [{ type: "input_text", text: summary }] },
    ],
    window_number: 1,
  });
  writeCompletedItem(at, { type: "ContextCompaction", id: codexId(at.scene, at.clock.ms()) });
}

function writePromptCycle(at: CodexRollout, job: SessionJob): void {
  const { scene } = at;
  at.turnId = codexId(scene, at.clock.ms());
  const prompt = composePrompt(scene);
  job.counter.count(prompt);
  writeCodexLine(at, "event_msg", {
    type: "task_started",
    turn_id: at.turnId,
    root_turn_id: at.turnId,
    started_at: Math.floor(at.clock.ms() / 1000),
    model_context_window: 258_400,
  });
  writeCodexLine(at, "turn_context", {
    turn_id: at.turnId,
    cwd: scene.project.cwd,
    approval_policy: "on-request",
    model: at.model,
    summary: "none",
    sandbox_policy: { type: "workspace-write" },
  });
  const id = writeCodexMessage(at, { role: "user", text: prompt, kind: "user.text" });
  writeCompletedItem(at, {
    type: "UserMessage",
    id,
    content: [{ type: "text", text: prompt, text_elements: [] }],
  });
  const calls = 1 + scene.random.int(8);
  for (let index = 0; index < calls; index += 1) {
    if (scene.random.chance(0.3))
      writeResponseItem(at, {
        type: "reasoning",
        id: `rs_${scene.random.hex(12)}`,
        summary: [{ type: "summary_text", text: composeSentence(scene) }],
        content: null,
        encrypted_content: scene.random.hex(120),
      });
    if (scene.random.chance(0.35)) writeAnswer(at, job, 1 + scene.random.int(3));
    if (scene.random.chance(0.3)) writePatch(at, job);
    else writeShell(at, job);
    writeTokenCount(at);
  }
  const last = writeAnswer(at, job, 6 + scene.random.int(20));
  writeCodexLine(at, "event_msg", {
    type: "task_complete",
    turn_id: at.turnId,
    root_turn_id: at.turnId,
    last_agent_message: last.slice(0, 400),
    duration_ms: 1000 + scene.random.int(90_000),
  });
}

/** Writes `.codex/sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`. */
export function writeCodexSession(job: SessionJob): WrittenSession {
  const { scene } = job;
  const threadId = codexId(scene, job.startMs);
  const stamp = new Date(job.startMs).toISOString().slice(0, 19);
  const [year = "", month = "", day = ""] = stamp.slice(0, 10).split("-");
  const name = `rollout-${stamp.replaceAll(":", "-")}-${threadId}.jsonl`;
  const file = createTranscriptFile(
    join(job.homeFolder, ".codex", "sessions", year, month, day, name),
  );
  const at: CodexRollout = {
    scene,
    file,
    clock: createSessionClock(scene, job.startMs),
    threadId,
    model: "gpt-5.5",
    turnId: threadId,
    ordinal: 0,
    sequence: 0,
    outputTokens: 0,
  };
  writeOpening(at);
  for (let prompts = 1; prompts === 1 || file.bytes() < job.targetBytes; prompts += 1) {
    writePromptCycle(at, job);
    if (prompts % compactEveryPrompts === 0) writeCompaction(at);
  }
  const bytes = file.bytes();
  file.close();
  return { files: 1, bytes };
}
