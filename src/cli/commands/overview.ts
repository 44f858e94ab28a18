/** Owns `varve overview`. */
import { describeSession } from "../../engine/overview.ts";
import { argumentText, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { printAnswer } from "../page-form.ts";
import { renderOverview } from "../render-overview.ts";

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, (engine) => {
    const overview = describeSession(engine, argumentText(context, "session"), {
      project: flagText(context, "project"),
      allProjects: hasFlag(context, "all-projects"),
      cwd: context.cwd,
    });
    printAnswer(context, overview, renderOverview);
    return 0;
  });
}
