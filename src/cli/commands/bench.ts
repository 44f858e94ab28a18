/** Owns `varve bench`. */
import { resolve } from "node:path";

import { VarveError } from "../../core/errors.ts";
import type { RetrievalSources } from "../../bench/retrieval/bench-retrieval.ts";
import { argumentText, flagCount, flagText, hasFlag } from "../flag-values.ts";
import { benchSurfaces } from "../bench-surfaces.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { captureTarget } from "../capture-target.ts";
import { withEngine } from "../open-engine.ts";
import { runBench, type BenchName } from "../../bench/run-bench.ts";

const NAMES: readonly BenchName[] = [
  "import",
  "startup",
  "redactor",
  "search",
  "logs",
  "output",
  "retrieval",
];

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
    turns: flagCount(context, "size") ?? 100_000,
    seed: flagCount(context, "seed") ?? 1,
    plotFolder: flagText(context, "plot"),
    searchPath: context.environment.searchPath ?? "",
    surfaces: benchSurfaces(),
    retrieval: retrievalSources(context),
    onStep: (text) => context.output.talk(text),
  });
  context.output.json(result.json);
  context.output.data(result.markdown);
  return 0;
}

function retrievalSources(context: CommandContext): RetrievalSources {
  const pathOf = (flag: string): string | undefined => {
    const path = flagText(context, flag);
    return path === undefined ? undefined : resolve(context.cwd, path);
  };
  return {
    locomo: pathOf("locomo"),
    longMemEval: pathOf("longmemeval"),
    file: pathOf("file"),
    mine: hasFlag(context, "mine"),
    cwd: context.cwd,
    withOwnStore: (work) => withEngine(context, { create: false }, work),
  };
}
