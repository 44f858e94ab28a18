/** Owns `varve demo`: the main job on sample sessions in a temporary home, told step by step. */
import { join } from "node:path";

import { runDemo, type DemoStep } from "../../engine/demo.ts";
import { captureTarget } from "../capture-target.ts";
import type { CommandContext } from "../frame/command-spec.ts";

export function run(context: CommandContext): Promise<number> {
  const steps: DemoStep[] = [];
  const ok = runDemo(join(captureTarget(context).packageFolder, "fixtures", "demo"), (step) => {
    steps.push(step);
    context.output.data([{ text: step.title, style: "bold" }]);
    for (const line of step.lines) context.output.data(`  ${line}`);
  });
  context.output.json({ ok, steps });
  return Promise.resolve(ok ? 0 : 1);
}
