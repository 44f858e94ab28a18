/** Owns `varve prune`. */
import { VarveError } from "../../core/errors.ts";
import { planPrune, prune, type PruneResult } from "../../engine/prune.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { askYes } from "../ask.ts";
import { KINDS } from "../choices.ts";
import { flagChoices, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderBytes, renderCount } from "../../core/render-units.ts";

const WAIT_MS = 60_000;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };
const SHOWN_SESSIONS = 20;

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, async (engine) => {
    const age = flagText(context, "older-than");
    const kinds = flagChoices(context, "class", KINDS);
    const rules = {
      before:
        age === undefined
          ? undefined
          : new Date(engine.now().getTime() - readAge(age) * 86_400_000).toISOString(),
      kinds: kinds.length === 0 ? undefined : kinds,
    };
    const plan = planPrune(engine, rules);
    if (plan.matched.entries === 0 || hasFlag(context, "dry-run")) {
      context.output.json(plan);
      context.output.data(
        plan.matched.entries === 0 ? "nothing is that old" : `would remove ${describe(plan)}`,
      );
      return plan.matched.entries === 0 ? 1 : 0;
    }
    for (const session of plan.sessions.slice(0, SHOWN_SESSIONS))
      context.output.talk(`  keep a copy: varve restore ${session} --to ${session}.jsonl`);
    context.output.talk(
      `about to remove ${describe(plan)} from the archive; this cannot be undone`,
    );
    if (!(await askYes(context, "Remove it?"))) return 1;
    const done = withWorkerLock(engine, { waitMs: WAIT_MS }, () => prune(engine, rules));
    context.output.json(done);
    context.output.data(`removed ${describe(done)}`);
    return 0;
  });
}

function readAge(text: string): number {
  const match = /^(\d{1,5})([dwmy])$/.exec(text);
  if (match === null)
    throw new VarveError(
      "usage",
      `--older-than ${JSON.stringify(text.slice(0, 20))} is no age`,
      "write 180d, 26w, 6m or 2y",
    );
  return Number(match[1]) * (DAYS[match[2] ?? "d"] ?? 1);
}

function describe({ matched }: PruneResult): string {
  return `${renderCount(matched.sessions, "session")} (${renderCount(matched.entries, "file")}, ${renderCount(matched.lines, "line")}, ${renderBytes(matched.bytes)})`;
}
