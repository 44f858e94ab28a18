/**
 * Owns the ceiling of an answer: bytes, characters, estimated tokens, items and milliseconds at once. Everything that
 * is written for a person or a model passes one, and the first limit that is reached is named.
 */
import { estimateTokens } from "./estimate-tokens.ts";

export interface Budget {
  /** Of the answer as it is written, in UTF-8. */
  readonly bytes: number;
  /** UTF-16 units. */
  readonly chars: number;
  /** As {@link estimateTokens} counts. */
  readonly tokens: number;
  /** Hits, turns or lines, whatever the answer is a list of. */
  readonly items: number;
  /** Time for finding what goes into it. */
  readonly milliseconds: number;
}

export type BudgetLimit = keyof Budget;

/** One page of hits, turns or lines. */
export const PAGE_BUDGET: Budget = {
  bytes: 8_000,
  chars: 8_000,
  tokens: 4_000,
  items: 200,
  milliseconds: 900,
};

/** One page of text that a person asked to read. */
export const READ_BUDGET: Budget = {
  bytes: 32_000,
  chars: 32_000,
  tokens: 16_000,
  items: 2_000,
  milliseconds: 900,
};

/** For `--all`: the person has seen the count. */
export const NO_BUDGET: Budget = {
  bytes: Number.MAX_SAFE_INTEGER,
  chars: Number.MAX_SAFE_INTEGER,
  tokens: Number.MAX_SAFE_INTEGER,
  items: Number.MAX_SAFE_INTEGER,
  milliseconds: Number.MAX_SAFE_INTEGER,
};

const encoder = new TextEncoder();

/** The limit that `text` is over, null when it is within all. Tokens are only counted for text that is within the rest. */
export function exceededLimit(
  text: string,
  budget: Budget,
): Exclude<BudgetLimit, "items" | "milliseconds"> | null {
  if (text.length > budget.chars) return "chars";
  if (text.length > budget.bytes || encoder.encode(text).length > budget.bytes) return "bytes";
  // No text costs more than its bytes.
  if (budget.tokens >= budget.bytes) return null;
  return estimateTokens(text) > budget.tokens ? "tokens" : null;
}
