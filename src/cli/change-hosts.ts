/** Owns the talk around a change of the agents' settings: the plan, the question, what was done. */
import { applySetup, planSetup, type CapturePlan } from "../engine/setup-capture.ts";
import { openStore } from "../engine/store.ts";
import { askYes } from "./ask.ts";
import { captureTarget } from "./capture-target.ts";
import { hasFlag } from "./flag-values.ts";
import type { CommandContext } from "./frame/command-spec.ts";
import { renderCount } from "../core/render-units.ts";

/** Exit code: 0 done or nothing to do, 1 the person said no, 2 a file was refused or could not be written. */
export async function changeHosts(
  context: CommandContext,
  direction: "install" | "uninstall",
): Promise<number> {
  const target = captureTarget(context);
  const capture = planSetup(target, direction);
  context.output.data(capture.text);
  const failed = capture.refused ? 2 : 0;
  for (const step of capture.plan.steps)
    if (step.action === "refuse")
      context.output.error(`${step.path} was left as it is: ${step.reason}`);
  if (capture.changes === 0 || hasFlag(context, "dry-run")) {
    context.output.json(describe(capture, false));
    return failed;
  }
  if (!(await askYes(context, `Change ${renderCount(capture.changes, "file")}?`))) return 1;
  // The hook spools into the store: it has to be there before the first event.
  if (direction === "install") openStore(target.varveHome, { create: true });
  const results = applySetup(capture);
  const undone = results.filter(
    ({ outcome }) =>
      outcome === "failed" || outcome === "changed-meanwhile" || outcome === "not-tried",
  );
  context.output.json({
    ...describe(capture, undone.length === 0),
    results: results.map(({ step, outcome, detail }) => ({ path: step.path, outcome, detail })),
  });
  for (const { step, outcome, detail } of undone)
    context.output.error(`${step.path}: ${outcome} ${detail}`);
  if (undone.length === 0)
    context.output.data(capture.refused ? "done, but for what was refused" : "done");
  return undone.length > 0 ? 2 : failed;
}

function describe({ plan }: CapturePlan, applied: boolean): Record<string, unknown> {
  return {
    plan: plan.steps.map(({ path, action, reason }) => ({ path, action, reason })),
    applied,
    notes: plan.notes,
  };
}
