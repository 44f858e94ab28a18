/** Owns reading a rollout line by line: which kind of record goes to which rule. */
import type { ReaderOptions, ReadSink, RecordReader } from "../reader.ts";
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { openPrivateWords, type PrivateWords } from "../shared/private-words.ts";
import { bookkeepingLine } from "./bookkeeping-line.ts";
import { emitTurn, skipBlock, type RolloutPlace } from "./emit-turn.ts";
import { readToolEvent } from "./read-event-item.ts";
import { readAgentEvent, readCompacted, readMessageItem, readUserEvent } from "./read-message.ts";
import {
  readRollback,
  readSessionMeta,
  readThreadName,
  readTurnContext,
} from "./read-session-row.ts";
import { readCall, readCallOutput } from "./read-tool-item.ts";
import { decodeRollout, hostId, isRolloutRecord, type RolloutRow } from "./rollout-row.ts";
import { decodeState, encodeState, type RolloutState } from "./rollout-state.ts";

/** Blocks of a second record on one line are numbered from here. */
const BLOCKS_PER_RECORD = 100;

const BOOKKEEPING_ITEMS = new Set([
  "additional_tools",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
  "context_compaction",
  "compaction_trigger",
]);
const BOOKKEEPING_EVENTS = new Set([
  "token_count",
  "task_started",
  "task_complete",
  "turn_started",
  "turn_complete",
  "turn_aborted",
  "thread_settings_applied",
  "session_configured",
  "context_compacted",
  "entered_review_mode",
  "exited_review_mode",
  "stream_error",
  "warning",
  "background_event",
  "item_started",
  "plan_update",
  "turn_diff",
  "web_search_end",
  "view_image_tool_call",
  "thread_goal_updated",
  "shutdown_complete",
]);
/** Events that only announce or stream what another row holds whole. */
const STREAMING_EVENT = /_(?:begin|delta|requested|request|started)$|^hook_/;
const BOOKKEEPING_ROWS = new Set([
  "world_state",
  "token_usage_record",
  "inter_agent_communication",
]);
const BOOKKEEPING_EVENT_ITEMS = new Set([
  "Plan",
  "WebSearch",
  "ImageView",
  "ImageGeneration",
  "EnteredReviewMode",
  "ExitedReviewMode",
  "ContextCompaction",
  "CollabAgentToolCall",
  "HookPrompt",
  "DynamicToolCall",
  "Sleep",
]);

/** Opens a reader for the rollout of one thread. */
export function openRollout(options: ReaderOptions): RecordReader {
  const state = decodeState(options.state, options.session);
  const words = openPrivateWords(options.keyedHash, state.words);
  return {
    read: (line, number, sink) => readLine({ options, state, words, sink, line: number }, line),
    state: () => encodeState({ ...state, words: words.hashes() }),
  };
}

interface LinePlace {
  readonly options: ReaderOptions;
  readonly state: RolloutState;
  readonly words: PrivateWords;
  readonly sink: ReadSink;
  readonly line: number;
}

function readLine(at: LinePlace, line: Buffer): void {
  if (at.state.isOwn) return at.sink.skip("own-session", at.line);
  const cheap = bookkeepingLine(line);
  if (cheap !== undefined) return at.sink.skip(cheap, at.line);
  const { records, problem } = parseLine(line, isRolloutRecord);
  records.forEach((record, index) => {
    const row = decodeRollout(record);
    const place: RolloutPlace = {
      ...at,
      firstBlock: index * BLOCKS_PER_RECORD,
      timeInferred: row?.time == null && at.state.time !== null,
    };
    if (row === undefined)
      return skipBlock(place, "unknown-type", asText(record["type"]) ?? "record without a type");
    at.state.time = row.time ?? at.state.time;
    readRow(place, row);
  });
  if (problem !== null) at.sink.skip(problem, at.line);
}

function readRow(place: RolloutPlace, { type, payload }: RolloutRow): void {
  if (type === "response_item") readItem(place, payload);
  else if (type === "event_msg") readEvent(place, payload);
  else if (type === "session_meta") readSessionMeta(place, payload);
  else if (type === "turn_context") readTurnContext(place, payload);
  else if (type === "compacted") readCompacted(place, payload);
  else if (BOOKKEEPING_ROWS.has(type)) skipBlock(place, "bookkeeping");
  else skipBlock(place, "unknown-type", type);
}

function readItem(place: RolloutPlace, item: JsonObject): void {
  const type = asText(item["type"]) ?? "";
  if (type === "message") readMessageItem(place, item);
  else if (type === "reasoning") skipBlock(place, "thinking");
  else if (type.endsWith("_call")) readCall(place, item);
  else if (type.endsWith("_output")) readCallOutput(place, item);
  else if (BOOKKEEPING_ITEMS.has(type)) skipBlock(place, "bookkeeping");
  else skipBlock(place, "unknown-type", `response_item/${type}`);
}

function readEvent(place: RolloutPlace, event: JsonObject): void {
  const type = asText(event["type"]) ?? "";
  if (type === "item_completed") return readEventItem(place, asObject(event["item"]) ?? {});
  if (type === "user_message")
    return readUserEvent(place, { id: undefined, content: event["message"] });
  if (type === "agent_message")
    return readAgentEvent(place, { id: undefined, content: event["message"] });
  if (type.startsWith("agent_reasoning")) return skipBlock(place, "thinking");
  if (type === "thread_rolled_back") return readRollback(place, event);
  if (type === "thread_name_updated") return readThreadName(place, event);
  if (type === "exec_command_end") return readToolEvent(place, "command", event);
  if (type === "patch_apply_end") return readToolEvent(place, "files", event);
  if (type === "mcp_tool_call_end") return readToolEvent(place, "mcp", event);
  if (type === "error")
    return void emitTurn(place, {
      entryId: null,
      role: "system",
      class: "lifecycle",
      text: asText(event["message"]) ?? "",
    });
  if (BOOKKEEPING_EVENTS.has(type) || STREAMING_EVENT.test(type))
    return skipBlock(place, "bookkeeping");
  skipBlock(place, "unknown-type", `event_msg/${type}`);
}

function readEventItem(place: RolloutPlace, item: JsonObject): void {
  const type = asText(item["type"]) ?? "";
  const message = { id: hostId(item["id"]), content: asList(item["content"]) };
  if (type === "UserMessage") readUserEvent(place, message);
  else if (type === "AgentMessage") readAgentEvent(place, message);
  else if (type === "Reasoning") skipBlock(place, "thinking");
  else if (type === "CommandExecution") readToolEvent(place, "command", item);
  else if (type === "FileChange") readToolEvent(place, "files", item);
  else if (type === "McpToolCall") readToolEvent(place, "mcp", item);
  else if (BOOKKEEPING_EVENT_ITEMS.has(type)) skipBlock(place, "bookkeeping");
  else skipBlock(place, "unknown-type", `item_completed/${type}`);
}
