/** Owns `varve trace`. */
import { traceTarget } from "../../engine/trace.ts";
import { argumentText, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderTrace } from "../render-overview.ts";

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, (engine) => {
    const trace = traceTarget(
      engine,
      {
        target: argumentText(context, "target"),
        project: flagText(context, "project"),
        allProjects: hasFlag(context, "all-projects"),
        cwd: context.cwd,
      },
      pageForm(context, renderTrace),
    );
    printAnswer(context, trace, renderTrace);
    return trace.kind === "file" && trace.total === 0 ? 1 : 0;
  });
}
