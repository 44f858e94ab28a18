/** Owns `varve read`. */
import { VarveError } from "../../core/errors.ts";
import { READ_BUDGET } from "../../core/budget.ts";
import { readReferences, type ReadLevel } from "../../engine/read-references.ts";
import { readUnredacted } from "../../engine/read-unredacted.ts";
import { LEVELS } from "../choices.ts";
import { argumentList, flagChoice, flagCount, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderRead } from "../render-read.ts";

export function run(context: CommandContext): Promise<number> {
  const references = argumentList(context, "ref");
  const level = flagChoice(context, "level", LEVELS) ?? "full";
  if (hasFlag(context, "unredacted")) return showUnredacted(context, references, level);
  return withEngine(context, { create: false }, (engine) => {
    const from = flagCount(context, "from");
    const form = pageForm(context, renderRead, READ_BUDGET);
    printAnswer(context, readReferences(engine, references, { level, from }, form), renderRead);
    return 0;
  });
}

/** Raw bytes leave only by `restore`, or to the eyes of a person at a terminal. */
function showUnredacted(
  context: CommandContext,
  references: readonly string[],
  level: ReadLevel,
): Promise<number> {
  if (level !== "raw")
    throw new VarveError(
      "usage",
      "--unredacted goes with --level raw",
      "varve read REF --level raw --unredacted",
    );
  if (!process.stdout.isTTY || context.output.isJson) {
    throw new VarveError(
      "refused",
      "unredacted text is shown at a terminal only",
      "use `varve restore` to write a transcript to a file",
    );
  }
  return withEngine(context, { create: false }, (engine) => {
    for (const line of readUnredacted(engine, references)) context.output.data(line);
    return 0;
  });
}
