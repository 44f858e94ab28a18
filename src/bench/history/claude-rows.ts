/** Owns the rows of a generated Claude Code transcript, in the shapes of versions 2.1.197 and 2.1.332. */
import type { SessionClock } from "./session-job.ts";
import type { Scene } from "./scene.ts";
import type { TranscriptFile } from "./transcript-file.ts";

export interface ClaudeTranscript {
  readonly scene: Scene;
  readonly file: TranscriptFile;
  readonly clock: SessionClock;
  readonly sessionId: string;
  readonly version: string;
  readonly model: string;
  /** Set in a helper's own file. */
  readonly agentId?: string;
  parentUuid: string | null;
  promptId: string;
}

/** True for clients that also record the request itself. */
export const recordsRequests = (version: string): boolean => version === "2.1.332";

function tail(at: ClaudeTranscript): object {
  return {
    userType: "external",
    entrypoint: "cli",
    cwd: at.scene.project.cwd,
    sessionId: at.sessionId,
    version: at.version,
    gitBranch: at.scene.project.branch,
  };
}

const head = (at: ClaudeTranscript): object => ({
  parentUuid: at.parentUuid,
  isSidechain: at.agentId !== undefined,
  ...(at.agentId === undefined ? {} : { agentId: at.agentId }),
});

/** Writes a row with its own uuid and makes it the parent of the next. */
function chain(at: ClaudeTranscript, fields: (uuid: string) => object): string {
  const uuid = at.scene.random.uuid();
  at.file.row({ ...head(at), ...fields(uuid), ...tail(at) });
  at.parentUuid = uuid;
  return uuid;
}

export function writePromptRow(at: ClaudeTranscript, text: string): void {
  at.promptId = at.scene.random.uuid();
  chain(at, (uuid) => ({
    promptId: at.promptId,
    type: "user",
    message: { role: "user", content: text },
    uuid,
    timestamp: at.clock.tick(90_000),
    permissionMode: "default",
    ...(recordsRequests(at.version)
      ? { promptSource: "typed", sentAtMs: at.clock.ms(), rowSource: "local", turnOrigin: "user" }
      : { promptSource: "typed" }),
  }));
}

/** A row that the client wrote in the person's name: not a prompt. */
export function writeMetaRow(
  at: ClaudeTranscript,
  text: string,
  flags: object = { isMeta: true },
): void {
  chain(at, (uuid) => ({
    promptId: at.promptId,
    type: "user",
    message: { role: "user", content: text },
    ...flags,
    uuid,
    timestamp: at.clock.tick(200),
  }));
}

export function writeAttachmentRow(
  at: ClaudeTranscript,
  attachment: object,
  rendered?: string,
): void {
  chain(at, (uuid) => ({
    attachment,
    type: "attachment",
    uuid,
    timestamp: at.clock.tick(20),
    ...(rendered === undefined || !recordsRequests(at.version)
      ? {}
      : {
          rendered: [{ content: `<system-reminder>\n${rendered}\n</system-reminder>` }],
          renderedRole: "system",
        }),
  }));
}

function usage(at: ClaudeTranscript): object {
  const { random } = at.scene;
  return {
    input_tokens: 1 + random.int(40),
    cache_creation_input_tokens: random.int(4000),
    cache_read_input_tokens: 8000 + random.int(120_000),
    output_tokens: 20 + random.int(900),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  };
}

export type ClaudeBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: object;
    };

export interface AssistantRow {
  /** Rows of one answer share it. */
  readonly messageId: string;
  readonly block: ClaudeBlock;
  readonly blockIndex: number;
  readonly stopReason: "tool_use" | "end_turn";
}

/** One row per content block, as the client writes them. Returns its uuid. */
export function writeAssistantRow(at: ClaudeTranscript, row: AssistantRow): string {
  return chain(at, (uuid) => ({
    message: {
      id: row.messageId,
      type: "message",
      role: "assistant",
      model: at.model,
      content: [row.block],
      stop_reason: row.stopReason,
      stop_sequence: null,
      usage: usage(at),
    },
    ...(recordsRequests(at.version)
      ? { apiBlockIndex: row.blockIndex, requestedModel: at.model }
      : {}),
    requestId: `req_${at.scene.random.hex(20)}`,
    type: "assistant",
    uuid,
    timestamp: at.clock.tick(6000),
    ...(recordsRequests(at.version) ? { effort: "medium", madeBy: "model" } : {}),
  }));
}

export interface ToolResultRow {
  readonly toolUseId: string;
  readonly assistantUuid: string;
  readonly content: string;
  readonly isError: boolean;
  /** The client's own structured copy. */
  readonly structured: object | string;
}

export function writeToolResultRow(at: ClaudeTranscript, row: ToolResultRow): void {
  chain(at, (uuid) => ({
    promptId: at.promptId,
    type: "user",
    message: {
      role: "user",
      content: [
        {
          tool_use_id: row.toolUseId,
          type: "tool_result",
          content: row.content,
          is_error: row.isError,
        },
      ],
    },
    uuid,
    timestamp: at.clock.tick(4000),
    toolUseResult: row.structured,
    sourceToolAssistantUUID: row.assistantUuid,
  }));
}

export function writeSystemRow(at: ClaudeTranscript, fields: object): void {
  chain(at, (uuid) => ({
    type: "system",
    ...fields,
    level: "info",
    timestamp: at.clock.tick(50),
    uuid,
    isMeta: false,
  }));
}

/** Bookkeeping rows stand outside the chain and carry no uuid. */
export function writeLooseRow(at: ClaudeTranscript, fields: object): void {
  at.file.row({ ...fields, sessionId: at.sessionId });
}
