/** Owns answering memory_forget: what was hidden, with its first words, and how a person takes it back. */
import { VarveError } from "../core/errors.ts";
import { hideTurns, type HiddenRef } from "../engine/hidden/hide-turns.ts";
import { QUOTE_NOTICE, quoteLine, safeWords } from "./quote-text.ts";
import { listArgument } from "./read-arguments.ts";
import { makeReferenceShortener } from "./short-reference.ts";
import type { ToolCall } from "./tool.ts";

/** Twenty of them stay within a page. */
const MOST_REASON_CHARS = 200;

export function answerForget({ arguments: given, engine }: ToolCall): string {
  // Looked up before: what is hidden has no short form any more.
  const shorten = makeReferenceShortener(engine);
  const { hidden, missing, turns, undo } = hideTurns(engine, {
    refs: listArgument(given, "ids"),
    by: "mcp",
  });
  const complaints = missing.map(
    ({ ref, reason }) =>
      `not hidden: ${safeWords(ref)}: ${safeWords(reason).slice(0, MOST_REASON_CHARS)}`,
  );
  if (hidden.length === 0)
    throw new VarveError(
      "not-found",
      `nothing was hidden; ${complaints.join("; ")}`,
      "find the references with memory_search",
    );
  const isNew = hidden.some(({ preview }) => preview !== null);
  return [
    `${hidden.length} of ${hidden.length + missing.length} hidden, ${turns} turns with their copies`,
    ...(undo === null ? [] : [`the person takes it back with: ${undo}`]),
    ...complaints,
    ...(isNew ? [QUOTE_NOTICE] : []),
    ...hidden.flatMap((one) => showHidden(one, shorten)),
  ].join("\n");
}

function showHidden(
  { ref, turns, preview }: HiddenRef,
  shorten: (reference: string) => string,
): readonly string[] {
  const count = `${turns} turn${turns === 1 ? "" : "s"}`;
  if (preview === null) return [`${shorten(ref)} (${count}, hidden before)`];
  return [`${shorten(ref)} (${count})`, ...(preview === "" ? [] : [quoteLine(preview)])];
}
