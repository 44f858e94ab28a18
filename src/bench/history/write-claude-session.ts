/** Owns one generated Claude Code session: its transcript, and the transcripts of its helpers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  recordsRequests,
  writeAssistantRow,
  writeAttachmentRow,
  writeLooseRow,
  writeMetaRow,
  writePromptRow,
  writeSystemRow,
  writeToolResultRow,
} from "./claude-rows.ts";
import type { ClaudeTranscript } from "./claude-rows.ts";
import { composeClaudeToolCall } from "./claude-tools.ts";
import type { ClaudeToolCall } from "./claude-tools.ts";
import { composePrompt, composeReply, composeSentence } from "./compose-talk.ts";
import { createSessionClock } from "./session-job.ts";
import type { SessionJob, WrittenSession } from "./session-job.ts";
import { createTranscriptFile } from "./transcript-file.ts";

const compactEveryPrompts = 12;
/** A real opening of this client is some 60 kB of system prompt and 35 kB of request shape; here about half. */
const SYSTEM_PROMPT_LINES = 500;
const SHAPE_NAMES = 1_200;
/** Every character outside letters and digits becomes a dash, as the client does. */
const slugOf = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]/gu, "-");

/** What the client writes before the first prompt. */
function writeOpening(at: ClaudeTranscript): void {
  const { scene } = at;
  writeLooseRow(at, { type: "mode", mode: "normal" });
  writeLooseRow(at, { type: "permission-mode", permissionMode: "default" });
  const names = Array.from({ length: 12 }, () => scene.identifier());
  writeAttachmentRow(
    at,
    { type: "deferred_tools_delta", addedNames: names, addedLines: names, removedNames: [] },
    names.join("\n"),
  );
  writeAttachmentRow(
    at,
    { type: "date", date: new Date(at.clock.ms()).toISOString().slice(0, 10) },
    "Today's date is in the attachment.",
  );
  if (!recordsRequests(at.version)) return;
  writeAttachmentRow(
    at,
    {
      type: "environment",
      snapshot: {
        workingDirectory: scene.project.cwd,
        isGitRepo: true,
        platform: "linux",
        shell: "bash",
      },
    },
    `# Environment\n - Primary working directory: ${scene.project.cwd}`,
  );
  writeAttachmentRow(at, {
    type: "prompt_snapshot",
    systemPrompt: Array.from(
      { length: SYSTEM_PROMPT_LINES },
      () => `When ${scene.identifier()} is asked for, use ${scene.path()}.`,
    ),
    reminderFold: false,
  });
  at.file.row({
    type: "api-request-shape",
    sessionId: at.sessionId,
    shapeHash: scene.random.hex(64),
    timestamp: at.clock.tick(5),
    version: at.version,
    shape: Array.from({ length: SHAPE_NAMES }, () => scene.identifier()),
  });
}

/** The client writes each request again, with what is new of its messages. */
function writeRequest(at: ClaudeTranscript, message: object): void {
  if (!recordsRequests(at.version)) return;
  const { random } = at.scene;
  at.file.row({
    type: "api-request-blob",
    sessionId: at.sessionId,
    hash: random.hex(64),
    message,
  });
  const tail = [random.hex(64)];
  at.file.row({
    type: "api-request",
    sessionId: at.sessionId,
    id: random.uuid(),
    timestamp: at.clock.tick(5),
    version: at.version,
    querySource: "repl",
    params: { model: at.model, max_tokens: 128_000 },
    tail,
  });
}

function writeCall(at: ClaudeTranscript, job: SessionJob, call: ClaudeToolCall): string {
  const { random } = at.scene;
  const messageId = `msg_${random.hex(24)}`;
  let blockIndex = 0;
  if (random.chance(0.15)) {
    const thinking = composeSentence(at.scene);
    writeAssistantRow(at, {
      messageId,
      block: { type: "thinking", thinking, signature: random.hex(40) },
      blockIndex,
      stopReason: "tool_use",
    });
    blockIndex += 1;
  }
  if (random.chance(0.5)) {
    const text = composeReply(at.scene, 1 + random.int(3));
    job.counter.count(text);
    writeAssistantRow(at, {
      messageId,
      block: { type: "text", text },
      blockIndex,
      stopReason: "tool_use",
    });
    blockIndex += 1;
  }
  const toolUseId = `toolu_${random.hex(24)}`;
  job.counter.count(Object.values(call.input).join("\n"));
  const assistantUuid = writeAssistantRow(at, {
    messageId,
    block: { type: "tool_use", id: toolUseId, name: call.name, input: call.input },
    blockIndex,
    stopReason: "tool_use",
  });
  job.counter.count(call.content);
  writeToolResultRow(at, {
    toolUseId,
    assistantUuid,
    content: call.content,
    isError: call.isError,
    structured: call.structured,
  });
  return toolUseId;
}

function writeAnswer(at: ClaudeTranscript, job: SessionJob): void {
  const text = composeReply(at.scene, 12 + at.scene.random.int(24));
  job.counter.count(text);
  writeAssistantRow(at, {
    messageId: `msg_${at.scene.random.hex(24)}`,
    block: { type: "text", text },
    blockIndex: 0,
    stopReason: "end_turn",
  });
}

/** A helper's own file beside the session, and the call that started it. */
function writeHelper(at: ClaudeTranscript, job: SessionJob, folder: string): number {
  const agentId = `a${at.scene.random.hex(16)}`;
  const prompt = composePrompt(at.scene);
  const path = join(folder, "subagents", `agent-${agentId}.jsonl`);
  const file = createTranscriptFile(path);
  const helper: ClaudeTranscript = { ...at, file, agentId, parentUuid: null };
  writeMetaRow(helper, prompt, { rowSource: "recorded" });
  const count = 2 + at.scene.random.int(5);
  for (let index = 0; index < count; index += 1)
    writeCall(helper, job, composeClaudeToolCall(at.scene));
  writeAnswer(helper, job);
  const bytes = file.bytes();
  file.close();
  const report = composeReply(at.scene, 3);
  const input = { description: at.scene.identifier(), prompt, subagent_type: "general-purpose" };
  const toolUseId = writeCall(at, job, {
    name: "Agent",
    input,
    content: report,
    isError: false,
    structured: { status: "completed", agentId, content: [{ type: "text", text: report }] },
  });
  writeFileSync(
    path.replace(/\.jsonl$/u, ".meta.json"),
    JSON.stringify({
      agentType: "general-purpose",
      description: input.description,
      toolUseId,
      spawnDepth: 1,
    }),
  );
  return bytes;
}

function writeCompaction(at: ClaudeTranscript): void {
  const last = at.parentUuid;
  at.parentUuid = null;
  writeSystemRow(at, {
    subtype: "compact_boundary",
    logicalParentUuid: last,
    content: "Conversation compacted",
    compactMetadata: {
      trigger: "auto",
      preTokens: 150_000 + at.scene.random.int(40_000),
      postTokens: 9000,
      durationMs: 21_000,
    },
  });
  const summary = composeReply(at.scene, 12);
  writeMetaRow(
    at,
    `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion.\n\nSummary:\n${summary}`,
    { isVisibleInTranscriptOnly: true, isCompactSummary: true },
  );
}

function writePromptCycle(at: ClaudeTranscript, job: SessionJob, folder: string): WrittenSession {
  const { random } = at.scene;
  const prompt = composePrompt(at.scene);
  let helpers = { files: 0, bytes: 0 };
  job.counter.count(prompt);
  writePromptRow(at, prompt);
  writeRequest(at, { role: "user", content: [{ type: "text", text: prompt }] });
  const calls = 1 + random.int(9);
  for (let index = 0; index < calls; index += 1)
    writeCall(at, job, composeClaudeToolCall(at.scene));
  if (random.chance(0.04)) helpers = { files: 1, bytes: writeHelper(at, job, folder) };
  writeAnswer(at, job);
  writeLooseRow(at, {
    type: "last-prompt",
    lastPrompt: prompt.slice(0, 200),
    leafUuid: at.parentUuid,
  });
  writeSystemRow(at, {
    subtype: "turn_duration",
    durationMs: 1000 + random.int(90_000),
    messageCount: calls * 2,
  });
  writeLooseRow(at, { type: "tools-used", tools: ["Bash", "Read", "Edit"] });
  return helpers;
}

/** Writes `.claude/projects/<slug>/<session>.jsonl`; returns how many files and bytes that took. */
export function writeClaudeSession(job: SessionJob): WrittenSession {
  const { random, project } = job.scene;
  const sessionId = random.uuid();
  const folder = join(job.homeFolder, ".claude", "projects", slugOf(project.cwd), sessionId);
  const file = createTranscriptFile(`${folder}.jsonl`);
  const isNew = random.chance(0.5);
  const at: ClaudeTranscript = {
    scene: job.scene,
    file,
    clock: createSessionClock(job.scene, job.startMs),
    sessionId,
    version: isNew ? "2.1.332" : "2.1.197",
    model: isNew ? "claude-opus-5-5" : "claude-opus-4-8",
    parentUuid: null,
    promptId: random.uuid(),
  };
  writeOpening(at);
  let helperFiles = 0;
  let helperBytes = 0;
  for (
    let prompts = 1;
    prompts === 1 || file.bytes() + helperBytes < job.targetBytes;
    prompts += 1
  ) {
    const helpers = writePromptCycle(at, job, folder);
    helperFiles += helpers.files;
    helperBytes += helpers.bytes;
    if (prompts % compactEveryPrompts === 0) writeCompaction(at);
  }
  const bytes = file.bytes();
  file.close();
  return { files: 1 + helperFiles, bytes: bytes + helperBytes };
}
