/** Owns messages: which rows and events say the same thing, whose words they are, and the turn each becomes once. */
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { stripOwnBlocks } from "../shared/own-block.ts";
import { asksToExclude, opensOwnSession, titleOfPrompt } from "../shared/prompt-marks.ts";
import { emitTurn, hashText, isRepeatedId, skipBlock, type RolloutPlace } from "./emit-turn.ts";
import {
  originOf,
  withoutEditorPreamble,
  withoutSummaryPrefix,
  type TextOrigin,
} from "./host-text.ts";
import { hostId } from "./rollout-row.ts";
import { remember } from "./rollout-state.ts";

/** Rows of the model's history (`item`) and events for the screen (`event`) both hold each message. */
type Channel = "item" | "event";

const IMAGE_PART = /image/i;

/** Reads a `response_item` message. */
export function readMessageItem(place: RolloutPlace, item: JsonObject): void {
  const id = hostId(item["id"]);
  const role = item["role"];
  const parts = messageParts(item["content"]);
  if (parts === undefined) return skipBlock(place, "unknown-type", "response_item/message content");
  for (const type of otherParts(item["content"]))
    skipBlock(place, IMAGE_PART.test(type) ? "bookkeeping" : "unknown-type", `content/${type}`);
  if (role === "assistant") {
    const text = parts.map((part) => part.text).join("\n");
    return readReply(place, { id, text, channel: "item" });
  }
  if (role !== "user" && role !== "developer")
    return skipBlock(place, "unknown-type", `response_item/message ${String(role)}`);
  if (id !== undefined && isRepeatedId(place, id)) return skipBlock(place, "duplicate");
  const kinds = asList(
    asObject(item["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"],
  );
  const typed: TextPart[] = [];
  for (const part of parts) {
    const origin = originOf(part.text, role, asText(kinds[part.index]));
    if (origin === "person") typed.push(part);
    else
      readHostText(place, {
        id,
        part,
        origin,
        channel: "item",
        role: role === "user" ? "user" : "system",
      });
  }
  const first = typed[0];
  if (parts.length === 0) return skipBlock(place, "empty");
  if (first !== undefined)
    readPrompt(place, {
      id,
      block: first.index,
      text: typed.map((part) => part.text).join("\n"),
      channel: "item",
    });
}

/** Reads the event that repeats a user message; the only copy in some rollouts. */
export function readUserEvent(
  place: RolloutPlace,
  message: { readonly id: string | undefined; readonly content: unknown },
): void {
  const parts = messageParts(message.content);
  if (parts === undefined)
    return skipBlock(place, "unknown-type", "event_msg/user_message content");
  const text = parts.map((part) => part.text).join("\n");
  const origin = originOf(text, "user", undefined);
  if (origin === "person") readPrompt(place, { id: message.id, block: 0, text, channel: "event" });
  else
    readHostText(place, {
      id: message.id,
      part: { index: 0, text },
      origin,
      channel: "event",
      role: "user",
    });
}

/** Reads the event that repeats an agent message; the only copy of a commentary in some rollouts. */
export function readAgentEvent(
  place: RolloutPlace,
  message: { readonly id: string | undefined; readonly content: unknown },
): void {
  const parts = messageParts(message.content);
  if (parts === undefined)
    return skipBlock(place, "unknown-type", "event_msg/agent_message content");
  readReply(place, {
    id: message.id,
    text: parts.map((part) => part.text).join("\n"),
    channel: "event",
  });
}

/** Reads a compaction row: its summary, unless the row before it was that summary. An empty one is no turn. */
export function readCompacted(place: RolloutPlace, payload: JsonObject): void {
  const text = withoutSummaryPrefix(asText(payload["message"]) ?? "");
  const known = place.state.summaryHash;
  place.state.summaryHash = null;
  if (known !== null && known === hashText(place, text)) {
    place.state.announcing = "yes";
    return skipBlock(place, "duplicate");
  }
  emitTurn(place, { entryId: null, role: "system", class: "summary", text });
}

interface Message {
  readonly id: string | undefined;
  readonly text: string;
  readonly channel: Channel;
}

function readPrompt(place: RolloutPlace, message: Message & { readonly block: number }): void {
  const { state, sink, line } = place;
  const own = stripOwnBlocks(message.text);
  for (let i = 0; i < own.blocks; i += 1) skipBlock(place, "own-injection");
  const text = withoutEditorPreamble(own.text);
  if (text.trim() === "") return own.blocks > 0 ? undefined : skipBlock(place, "empty");
  if (isTwin(place, { channel: message.channel, role: "user", text }))
    return skipBlock(place, "duplicate");
  const entryId = message.id ?? null;
  // In a helper's rollout the words are the parent agent's task.
  if (state.isSubagent)
    return void emitTurn(place, {
      entryId,
      block: message.block,
      role: "user",
      class: "lifecycle",
      text,
    });
  if (state.prompts === 0 && opensOwnSession(text)) {
    state.isOwn = true;
    return skipBlock(place, "own-session");
  }
  if (asksToExclude(text)) sink.exclude(line);
  remember(state.beforePrompts, [state.lastEntry, state.lastLine] as const, "prompts");
  state.prompts += 1;
  const prompt = emitTurn(place, {
    entryId,
    block: message.block,
    role: "user",
    class: "prompt",
    text,
  });
  const title = state.isTitled || prompt === undefined ? "" : titleOfPrompt(prompt.text);
  if (title === "") return;
  sink.facts({ title });
  state.isTitled = true;
}

function readReply(place: RolloutPlace, message: Message): void {
  const { state } = place;
  const isRepeated = message.id !== undefined && isRepeatedId(place, message.id);
  const hasTwin = isTwin(place, {
    channel: message.channel,
    role: "assistant",
    text: message.text,
  });
  if (isRepeated || hasTwin) {
    // An event behind its row: in this rollout events announce nothing.
    state.announcing =
      message.channel === "item" && isRepeated ? "yes" : isRepeated ? "no" : state.announcing;
    return skipBlock(place, "duplicate");
  }
  const isSummary = message.channel === "item" && message.id !== undefined && isUnannounced(place);
  if (isSummary) state.summaryHash = hashText(place, message.text);
  emitTurn(place, {
    entryId: message.id ?? null,
    role: "assistant",
    class: isSummary ? "summary" : "reply",
    text: message.text,
  });
}

/**
 * Where an event announces each agent message, the one row without is the summary that the model wrote for the
 * compaction which follows. Two such rows in a row only mean that the events stopped.
 */
function isUnannounced(place: RolloutPlace): boolean {
  const { state } = place;
  if (state.announcing === "yes") {
    state.announcing = "doubted";
    return true;
  }
  if (state.announcing === "doubted") state.announcing = "no";
  return false;
}

interface HostText {
  readonly id: string | undefined;
  readonly part: TextPart;
  readonly origin: TextOrigin;
  readonly channel: Channel;
  readonly role: "user" | "system";
}

function readHostText(place: RolloutPlace, { id, part, origin, channel, role }: HostText): void {
  if (origin === "instructions") return skipBlock(place, "bookkeeping");
  if (isTwin(place, { channel, role: "host", text: part.text }))
    return skipBlock(place, "duplicate");
  const own = stripOwnBlocks(part.text);
  for (let i = 0; i < own.blocks; i += 1) skipBlock(place, "own-injection");
  if (own.blocks > 0 && own.text.trim() === "") return;
  emitTurn(place, {
    entryId: id ?? null,
    block: part.index,
    role: origin === "summary" ? "system" : role,
    class: origin === "summary" ? "summary" : "lifecycle",
    text: origin === "summary" ? withoutSummaryPrefix(own.text) : own.text,
  });
}

/** True, once, when the other stream already held this message; else notes it for its twin. */
function isTwin(
  place: RolloutPlace,
  message: {
    readonly channel: Channel;
    readonly role: "user" | "assistant" | "host";
    readonly text: string;
  },
): boolean {
  const { unpaired } = place.state;
  const hash = `${message.role}:${hashText(place, message.text)}`;
  const at = unpaired.indexOf(`${message.channel === "item" ? "event" : "item"}:${hash}`);
  if (at < 0) {
    remember(unpaired, `${message.channel}:${hash}`, "unpaired");
    return false;
  }
  unpaired.splice(at, 1);
  return true;
}

interface TextPart {
  readonly index: number;
  readonly text: string;
}

/** Text parts with their place in the content; pictures leave none. Undefined for a shape nobody knows. */
function messageParts(content: unknown): readonly TextPart[] | undefined {
  if (typeof content === "string") return [{ index: 0, text: content }];
  if (!Array.isArray(content)) return undefined;
  const parts: TextPart[] = [];
  asList(content).forEach((item, index) => {
    const text = typeof item === "string" ? item : asObject(item)?.["text"];
    if (typeof text === "string") parts.push({ index, text });
  });
  return parts;
}

/** Types of the parts that hold no text: pictures, and whatever a later version adds. */
function otherParts(content: unknown): readonly string[] {
  return asList(content).flatMap((item) => {
    const part = asObject(item);
    if (part === undefined) return typeof item === "string" ? [] : [typeof item];
    return typeof part["text"] === "string" ? [] : [asText(part["type"]) ?? "part without a type"];
  });
}
