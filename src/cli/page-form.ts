/**
 * Owns printing an answer: the engine fits it into the budget in the very form that is printed here, so no command can
 * print more than the budget lets through.
 */
import { NO_BUDGET, PAGE_BUDGET, type Budget } from "../core/budget.ts";
import { toPlainText, toSafeJson } from "../core/plain-text.ts";
import { disarmInPlace, dropInvisible } from "../core/disarm-tags.ts";
import type { PageForm } from "../engine/fit-answer.ts";
import { hasFlag } from "./flag-values.ts";
import type { CommandContext } from "./frame/command-spec.ts";
import type { OutputText } from "./output.ts";

const LINE_ENDS = /[\n\u2028\u2029]+/g;

/** Lines of an answer, without line ends. */
export type RenderAnswer<A> = (answer: A) => readonly OutputText[];

/** The form that {@link printAnswer} prints: JSON or lines. Colour is not counted, which only a terminal gets. */
export function pageForm<A>(
  context: CommandContext,
  render: RenderAnswer<A>,
  budget: Budget = PAGE_BUDGET,
): PageForm<A> {
  return {
    budget: hasFlag(context, "all") ? NO_BUDGET : budget,
    write: context.output.isJson ? toSafeJson : (answer) => plainLines(render(answer)),
  };
}

/** The lines as they stand on a terminal, without their colours. */
export function plainLines(lines: readonly OutputText[]): string {
  return lines.map((line) => `${plainLine(disarmLine(line))}\n`).join("");
}

function plainLine(line: OutputText): string {
  if (typeof line === "string") return line;
  return line.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** An agent may read it: tags of hosts lose their effect, also those that a colour begins in the middle of. */
function disarmLine(line: OutputText): OutputText {
  if (typeof line === "string") return disarmInPlace(safe(line));
  const parts = line.map((part) =>
    typeof part === "string" ? safe(part) : { ...part, text: safe(part.text) },
  );
  const whole = disarmInPlace(plainLine(parts));
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += typeof part === "string" ? part.length : part.text.length;
    const text = whole.slice(from, at);
    return typeof part === "string" ? text : { ...part, text };
  });
}

/** A line stays one line, whatever a name or an id in it holds. */
function safe(text: string): string {
  return dropInvisible(toPlainText(text)).replace(LINE_ENDS, " ");
}

/** Prints an answer that was fitted with {@link pageForm}. */
export function printAnswer<A>(context: CommandContext, answer: A, render: RenderAnswer<A>): void {
  if (context.output.isJson) {
    context.output.json(answer);
    return;
  }
  for (const line of render(answer)) context.output.data(disarmLine(line));
}
