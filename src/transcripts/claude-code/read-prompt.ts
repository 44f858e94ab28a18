/** Owns what happens when a person's words arrive: counted once, private spans masked, rewinds and wishes noticed. */
import { asText } from "../shared/json-fields.ts";
import { asksToExclude, opensOwnSession } from "../shared/prompt-marks.ts";
import type { PromptCarrier, WaitingPrompt } from "./queued-prompts.ts";
import {
  emitTurn,
  offerTitle,
  typedText,
  type RowContext,
  type SessionContext,
} from "./session-context.ts";

const WARM_UP = /^warm-?up$/i;
const HASH_DIGITS = 16;

export interface PromptParts {
  readonly block: number;
  readonly text: string;
  readonly titleText: string;
  readonly carrier: PromptCarrier;
}

/** Emits the prompt unless another copy of it was read; in a helper's transcript it is the task, not a prompt. */
export function readPrompt(context: SessionContext, at: RowContext, prompt: PromptParts): void {
  if (context.prompts === 0 && opensOwnSession(prompt.text)) {
    context.ownSession = true;
    return at.sink.skip("own-session", at.line);
  }
  if (at.sidechain) return readTask(context, at, prompt);
  const { first, undelivered } = context.queue.deliver(
    hashPrompt(context, prompt.text),
    prompt.carrier,
  );
  if (!first) return at.sink.skip("duplicate", at.line);
  emitUndelivered(context, at, undelivered);
  if (prompt.carrier === "row") noticeRewind(context, at);
  context.uuids.beginPrompt();
  if (asksToExclude(prompt.text)) at.sink.exclude(at.line);
  context.prompts += 1;
  offerTitle(context, at.sink, "prompt", prompt.titleText);
  emitTurn(context, at, {
    block: prompt.block,
    role: "user",
    class: "prompt",
    text: typedText(context, prompt.text),
  });
}

function readTask(context: SessionContext, at: RowContext, prompt: PromptParts): void {
  if (context.options.kind === "subagent") {
    if (WARM_UP.test(prompt.text)) context.warmUp = true;
    else offerTitle(context, at.sink, "prompt", prompt.titleText);
  }
  emitTurn(context, at, {
    block: prompt.block,
    role: "user",
    class: "lifecycle",
    text: typedText(context, prompt.text),
  });
}

/** A prompt whose parent lies behind the newest prompt drops what came in between; after a compaction there is none. */
function noticeRewind(context: SessionContext, at: RowContext): void {
  const parent = asText(at.row["parentUuid"]);
  if (parent !== undefined && context.uuids.place(parent) === "rewound")
    at.sink.rewind(parent, at.line, context.uuids.lineOf(parent));
}

/** Prompts that stayed in the host's queue: their own line is their identity. */
export function emitUndelivered(
  context: SessionContext,
  at: RowContext,
  prompts: readonly WaitingPrompt[],
): void {
  for (const prompt of prompts) {
    context.prompts += 1;
    const own = {
      ...at,
      line: prompt.line,
      entryId: `line:${prompt.line}`,
      firstBlock: 0,
      time: prompt.time,
      timeInferred: false,
    };
    emitTurn(context, own, {
      block: 0,
      role: "user",
      class: "prompt",
      text: { text: prompt.text, truncated: false },
    });
  }
}

/** Tells copies of one prompt apart from other prompts without keeping its words. */
export function hashPrompt(context: SessionContext, text: string): string {
  return context.options.keyedHash(`prompt:${text.trim()}`).slice(0, HASH_DIGITS);
}
