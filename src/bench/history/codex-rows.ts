/** Owns the lines of a generated Codex rollout, in the shapes of version 0.171. */
import type { SessionClock } from "./session-job.ts";
import type { Scene } from "./scene.ts";
import type { TranscriptFile } from "./transcript-file.ts";

export interface CodexRollout {
  readonly scene: Scene;
  readonly file: TranscriptFile;
  readonly clock: SessionClock;
  readonly threadId: string;
  readonly model: string;
  turnId: string;
  ordinal: number;
  sequence: number;
  outputTokens: number;
}

/** Time-ordered ids, as the client makes them. */
export function codexId(scene: Scene, ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  const { random } = scene;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`;
}

export function writeCodexLine(
  at: CodexRollout,
  type: string,
  payload: object,
  metadata?: object,
): void {
  at.file.row({
    timestamp: at.clock.tick(900),
    ordinal: at.ordinal,
    type,
    payload,
    ...(metadata === undefined ? {} : { metadata }),
  });
  at.ordinal += 1;
}

/** A `response_item`: what the model saw. */
export function writeResponseItem(at: CodexRollout, payload: object): void {
  at.sequence += 1;
  writeCodexLine(
    at,
    "response_item",
    { ...payload, internal_chat_message_metadata_passthrough: { turn_id: at.turnId } },
    {
      history_sequence: at.sequence,
      sampled_through_sequence: at.sequence - 1,
      client_authored: false,
    },
  );
}

export interface CodexMessage {
  readonly role: "developer" | "user" | "assistant";
  readonly text: string;
  /** Where the text comes from: `user.text` is what a person typed. */
  readonly kind: string;
}

export function writeCodexMessage(at: CodexRollout, message: CodexMessage): string {
  const id = `msg_${codexId(at.scene, at.clock.ms())}`;
  at.sequence += 1;
  const isAnswer = message.role === "assistant";
  writeCodexLine(
    at,
    "response_item",
    {
      type: "message",
      ...(isAnswer ? { status: "completed" } : {}),
      id,
      role: message.role,
      content: [
        isAnswer
          ? { type: "output_text", text: message.text, annotations: [] }
          : { type: "input_text", text: message.text },
      ],
      internal_chat_message_metadata_passthrough: {
        turn_id: at.turnId,
        content_item_kinds: [message.kind],
        content_item_metadata: [
          { provenance: { type: message.kind === "user.text" ? "user" : "harness", hook: false } },
        ],
      },
    },
    {
      history_sequence: at.sequence,
      sampled_through_sequence: at.sequence - 1,
      client_authored: false,
    },
  );
  return id;
}

/** The same event once more, as the client's own item. */
export function writeCompletedItem(at: CodexRollout, item: object): void {
  const ms = at.clock.ms();
  writeCodexLine(at, "event_msg", {
    type: "item_completed",
    thread_id: at.threadId,
    turn_id: at.turnId,
    item,
    started_at_ms: ms,
    completed_at_ms: ms,
  });
}

export function writeTokenCount(at: CodexRollout): void {
  const { random } = at.scene;
  const output = 20 + random.int(700);
  at.outputTokens += output;
  const usage = {
    input_tokens: 9000 + random.int(90_000),
    cached_input_tokens: 8000,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: 9000 + output,
  };
  writeCodexLine(at, "event_msg", {
    type: "token_count",
    info: { last_token_usage: usage, model_context_window: 258_400 },
    rate_limits: null,
  });
}
