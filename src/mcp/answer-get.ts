/** Owns answering memory_get: texts under their references, and what is wrong with references that mean nothing. */
import { PAGE_BUDGET, READ_BUDGET, type Budget } from "../core/budget.ts";
import { VarveError } from "../core/errors.ts";
import { readReferences, type ReadAnswer, type ReadLevel } from "../engine/read-references.ts";
import { READ_LEVELS } from "./answer-levels.ts";
import { explainFailure } from "./explain-failure.ts";
import { QUOTE_NOTICE, quoteText, safeWords } from "./quote-text.ts";
import { choiceArgument, countArgument, listArgument } from "./read-arguments.ts";
import { makeReferenceShortener } from "./short-reference.ts";
import type { ToolCall } from "./tool.ts";
import { translateCall } from "./translate-call.ts";

/** Words for a wrong reference beside texts; longer ones would be a page. */
const MOST_COMPLAINT_CHARS = 300;

export function answerGet(call: ToolCall): string {
  const { arguments: given, engine } = call;
  const asked = choiceArgument(given, "level", READ_LEVELS);
  const level = asked ?? "full";
  const budget = asked === "full" || asked === "raw" ? READ_BUDGET : PAGE_BUDGET;
  const ids = [...new Set(listArgument(given, "ids"))];
  const from = countArgument(given, "from");
  try {
    return read(call, { ids, level, from, budget, complaints: [] });
  } catch (error) {
    if (!(error instanceof VarveError) || ids.length === 1) throw error;
    const { good, complaints } = sortOut(call, ids);
    if (good.length === 0 || engine.index("read") === undefined) throw error;
    return read(call, { ids: good, level, from, budget, complaints });
  }
}

interface Reading {
  readonly ids: readonly string[];
  readonly level: ReadLevel;
  readonly from: number | undefined;
  readonly budget: Budget;
  /** Lines about references that could not be read. */
  readonly complaints: readonly string[];
}

function read(call: ToolCall, { ids, level, from, budget, complaints }: Reading): string {
  const shorten = makeReferenceShortener(call.engine);
  const write = (answers: readonly ReadAnswer[]): string =>
    [
      `${answers.length} of ${ids.length + complaints.length} read, level ${level}`,
      ...showNext(call, answers),
      ...complaints,
      QUOTE_NOTICE,
      ...answers.flatMap((answer) => showAnswer(answer, shorten)),
    ].join("\n");
  return write(readReferences(call.engine, ids, { level, from }, { budget, write }));
}

/** Which of several can be read, and for each other one why not. */
function sortOut(
  { tool, engine }: ToolCall,
  ids: readonly string[],
): { readonly good: readonly string[]; readonly complaints: readonly string[] } {
  const form = { budget: PAGE_BUDGET, write: () => "" };
  const complaints: string[] = [];
  const good = ids.filter((id) => {
    try {
      readReferences(engine, [id], { level: "abstract" }, form);
      return true;
    } catch (error) {
      const why = explainFailure(tool, error).split("\n")[0] ?? "";
      complaints.push(`not read: ${safeWords(id)}: ${why.slice(0, MOST_COMPLAINT_CHARS)}`);
      return false;
    }
  });
  return { good, complaints };
}

/** Reads on in the first that has more; the others are named by their own lines. */
function showNext({ tool }: ToolCall, answers: readonly ReadAnswer[]): readonly string[] {
  const [first, ...others] = answers.filter(({ next }) => next !== null);
  if (first === undefined) return [];
  const call = translateCall(tool, first.next ?? "");
  return [`next: ${call}${others.length === 0 ? "" : ` (${others.length} others have more, too)`}`];
}

function showAnswer(
  { ref, level, text, from, length, deeper, truncated }: ReadAnswer,
  shorten: (reference: string) => string,
): readonly string[] {
  const part =
    text === "" || (from === 0 && text.length === length)
      ? `${text === "" ? "none of " : ""}${length} characters`
      : `characters ${from + 1} to ${from + text.length} of ${length}`;
  const more = truncated && deeper !== null ? `, ${deeper.level}: ${deeper.bytes} bytes` : "";
  return [`${shorten(ref)} (${level}, ${part}${more})`, ...quoteText(text)];
}
