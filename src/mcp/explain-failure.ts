/** Owns what a model is told when a call failed: what was wrong and what to send instead, or what a person has to do. */
import { VarveError } from "../core/errors.ts";
import { cutToChars } from "../core/cut-text.ts";
import { safeWords } from "./quote-text.ts";
import type { ToolSpec } from "./tool.ts";
import { translateSentence } from "./translate-call.ts";

const MOST_CHARS = 1_500;

/** One text. What is no error of ours says little: its words may be anybody's. */
export function explainFailure(tool: ToolSpec, error: unknown): string {
  if (error instanceof VarveError) {
    const say = (sentence: string): string => translateSentence(tool, sentence);
    return cutToChars(`${tool.name}: ${say(error.message)}\n${say(error.fix)}`, MOST_CHARS);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return cutToChars(
    `${tool.name} failed: ${safeWords(reason)}\nTry it once more; if it fails again, the person can run \`varve status\`.`,
    MOST_CHARS,
  );
}
