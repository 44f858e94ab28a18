/**
 * Owns counting a prompt once that was typed while the agent worked. The host writes up to three copies: a
 * `queue-operation` row when it is typed, then a user row or a `queued_command` attachment when it is delivered. The
 * delivered copy becomes the turn. A prompt that was never delivered becomes one as soon as that is certain: when
 * another prompt comes from outside the queue, or when the caller says that the file is at its end.
 */
import { cutToBytes } from "../shared/clean-text.ts";

const MAX_WAITING = 8;
const MAX_WAITING_BYTES = 1000;
const MAX_DELIVERED = 8;

export interface WaitingPrompt {
  readonly hash: string;
  /** Redacted and masked, cut to 1,000 bytes; empty for notices and commands, which only keep their place in the queue. */
  readonly text: string;
  readonly line: number;
  readonly time: string | null;
}

export type PromptCarrier = "row" | "attachment";

export interface SavedQueue {
  readonly waiting: readonly WaitingPrompt[];
  /** Hashes of prompts that left the queue and are about to be delivered. */
  readonly left: readonly string[];
  readonly delivered: readonly (readonly [hash: string, carrier: PromptCarrier])[];
}

export interface QueuedPrompts {
  enqueue(prompt: WaitingPrompt): void;
  /** The host took the prompt (undefined: its oldest) out of the queue, to deliver it or to hand it back to the person. */
  leave(hash: string | undefined): void;
  /**
   * A prompt was delivered. `first` is false when another carrier brought the same words already; `undelivered` are
   * queued prompts that can no longer be delivered.
   */
  deliver(
    hash: string,
    carrier: PromptCarrier,
  ): { readonly first: boolean; readonly undelivered: readonly WaitingPrompt[] };
  /** Takes the prompts that were never delivered; their words count as brought from now on. */
  takeUndelivered(): readonly WaitingPrompt[];
  save(): SavedQueue;
}

/** Goes on from what `save` returned. */
export function openQueuedPrompts(saved: SavedQueue | undefined): QueuedPrompts {
  const waiting: WaitingPrompt[] = [...(saved?.waiting ?? [])];
  const left: string[] = [...(saved?.left ?? [])];
  const delivered: (readonly [string, PromptCarrier])[] = [...(saved?.delivered ?? [])];

  function remember(hash: string, carrier: PromptCarrier): void {
    delivered.push([hash, carrier]);
    if (delivered.length > MAX_DELIVERED) delivered.shift();
  }

  function takeUndelivered(): readonly WaitingPrompt[] {
    const taken = waiting.splice(0).filter((prompt) => prompt.text !== "");
    for (const prompt of taken) remember(prompt.hash, "attachment");
    return taken;
  }

  function wasQueued(hash: string): boolean {
    const index = left.indexOf(hash);
    if (index !== -1) return left.splice(index, 1).length > 0;
    const place = waiting.findIndex((prompt) => prompt.hash === hash);
    return place !== -1 && waiting.splice(place, 1).length > 0;
  }

  return {
    enqueue(prompt) {
      waiting.push({ ...prompt, text: cutToBytes(prompt.text, MAX_WAITING_BYTES) });
      if (waiting.length > MAX_WAITING) waiting.shift();
    },
    leave(hash) {
      const index = hash === undefined ? 0 : waiting.findIndex((prompt) => prompt.hash === hash);
      const prompt = index === -1 ? undefined : waiting.splice(index, 1)[0];
      if (prompt !== undefined) left.push(prompt.hash);
      if (left.length > MAX_WAITING) left.shift();
    },
    deliver(hash, carrier) {
      if (wasQueued(hash)) {
        remember(hash, carrier);
        return { first: true, undelivered: [] };
      }
      const twin = delivered.findIndex(([known, by]) => known === hash && by !== carrier);
      if (twin !== -1) {
        delivered.splice(twin, 1);
        return { first: false, undelivered: [] };
      }
      // A prompt from outside the queue can only be typed when the host is idle, and then its queue is empty.
      const undelivered = carrier === "row" ? takeUndelivered() : [];
      remember(hash, carrier);
      return { first: true, undelivered };
    },
    takeUndelivered,
    save: () => ({ waiting, left, delivered }),
  };
}
