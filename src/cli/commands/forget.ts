/** Owns `varve forget`: hiding, counting, destroying. */
import { VarveError } from "../../core/errors.ts";
import { hideTurns, type HideResult } from "../../engine/hidden/hide-turns.ts";
import { planForget, purge, type ForgetResult } from "../../engine/forget.ts";
import { resolveScope } from "../../engine/resolve-scope.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { askYes } from "../ask.ts";
import { argumentList, flagInstant, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderBytes, renderCount } from "../../core/render-units.ts";

const WAIT_MS = 60_000;

export function run(context: CommandContext): Promise<number> {
  return hasFlag(context, "hide") ? hide(context) : forget(context);
}

/** Flags that choose or destroy bytes; a hide takes references alone. */
const NOT_WITH_HIDE = ["project", "match", "before", "purge", "yes"] as const;

function hide(context: CommandContext): Promise<number> {
  const other = NOT_WITH_HIDE.find((name) => context.flags[name] !== undefined);
  if (other !== undefined)
    throw new VarveError(
      "usage",
      `--hide does not go with --${other}`,
      "name what to hide: varve forget t:834cb28d#12 --hide",
    );
  return withEngine(context, { create: false }, (engine) => {
    const refs = argumentList(context, "ref");
    const result = hideTurns(engine, { refs, by: "cli", reason: flagText(context, "reason") });
    context.output.json(result);
    sayHidden(context, result);
    return result.hidden.length > 0 ? 0 : 1;
  });
}

function sayHidden({ output }: CommandContext, { hidden, missing, turns, undo }: HideResult): void {
  for (const one of hidden) {
    const words = one.preview === null ? "was hidden before" : one.preview;
    output.data(`hidden ${one.ref}  ${words}`);
  }
  for (const { ref, reason } of missing) output.data(`not hidden ${ref}  ${reason}`);
  if (undo !== null)
    output.data(`${renderCount(turns, "turn")} hidden, copies included; show again: ${undo}`);
}

function forget(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, async (engine) => {
    const project = flagText(context, "project");
    const scope =
      project === undefined ? undefined : resolveScope(engine, { project, cwd: context.cwd });
    const targets = {
      references: argumentList(context, "ref"),
      projects: scope === undefined || scope.slugs === "all" ? [] : scope.slugs,
      match: flagText(context, "match"),
      before: flagInstant(context, "before", "from"),
    };
    const reason = flagText(context, "reason");
    const { match } = targets;
    if (match !== undefined && reason?.toLowerCase().includes(match.toLowerCase()) === true) {
      throw new VarveError(
        "usage",
        "the reason is kept, and it holds the text to forget",
        "give a reason without it",
      );
    }
    const plan = planForget(engine, targets);
    if (plan.matched.lines === 0)
      throw new VarveError(
        "not-found",
        "nothing in the archive matches",
        "look for it with `varve search --all-projects`",
      );
    if (!hasFlag(context, "purge")) {
      context.output.json(plan);
      context.output.data(`would destroy ${describe(plan)}; run it again with --purge`);
      return 0;
    }
    context.output.talk(`about to destroy ${describe(plan)}; this cannot be undone`);
    if (!(await askYes(context, "Destroy it?"))) return 1;
    const done = withWorkerLock(engine, { waitMs: WAIT_MS }, () =>
      purge(engine, targets, flagText(context, "reason") ?? "asked by a person"),
    );
    context.output.json(done);
    context.output.data(`destroyed ${describe(done)}`);
    for (const place of done.unreachable)
      context.output.data(`still there: ${place.path} (${place.reason})`);
    return 0;
  });
}

function describe({ matched }: ForgetResult): string {
  return `${renderCount(matched.sessions, "session")}, ${renderCount(matched.turns, "turn")}, ${renderCount(matched.lines, "line")}, ${renderBytes(matched.bytes)}`;
}
