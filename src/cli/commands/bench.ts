/** Owns `varve bench`. */
import { VarveError } from "../../core/errors.ts";
import { argumentText, flagCount, flagText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { captureTarget } from "../capture-target.ts";
import { runBench, type BenchName } from "../../bench/run-bench.ts";

const NAMES: readonly BenchName[] = ["import", "startup", "redactor"];

export async function run(context: CommandContext): Promise<number> {
  const wanted = argumentText(context, "what");
  const name = NAMES.find((known) => known === wanted);
  if (name === undefined)
    throw new VarveError(
      "usage",
      `there is no bench ${JSON.stringify(wanted.slice(0, 20))}`,
      NAMES.join(", "),
    );
  const result = await runBench({
    name,
    packageFolder: captureTarget(context).packageFolder,
    megabytes: flagCount(context, "size") ?? 64,
    seed: flagCount(context, "seed") ?? 1,
    plotFolder: flagText(context, "plot"),
    searchPath: context.environment.searchPath ?? "",
    onStep: (text) => context.output.talk(text),
  });
  context.output.json(result.json);
  context.output.data(result.markdown);
  return 0;
}
