/** Owns `varve undo`. */
import { VarveError } from "../../core/errors.ts";
import { listHidden, type ListedHide } from "../../engine/hidden/list-hidden.ts";
import { undoHide } from "../../engine/hidden/undo-hide.ts";
import { argumentText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderCount } from "../../core/render-units.ts";

export function run(context: CommandContext): Promise<number> {
  const named = argumentText(context, "id");
  const id = named === "" ? undefined : named;
  const isList = hasFlag(context, "list");
  if (isList && id !== undefined)
    throw new VarveError("usage", "--list takes no id", "varve undo --list");
  return withEngine(context, { create: false }, (engine) => {
    if (isList) return list(context, listHidden(engine));
    const undone = undoHide(engine, id);
    context.output.json({ undone });
    context.output.data(`shown again: ${describe(undone)}`);
    return 0;
  });
}

function list({ output }: CommandContext, hides: readonly ListedHide[]): number {
  output.json({ hides });
  for (const hide of hides)
    output.data(`${hide.id}  ${hide.at}  ${hide.by}  ${describe(hide)}${because(hide)}`);
  if (hides.length === 0) output.talk("nothing is hidden");
  return hides.length > 0 ? 0 : 1;
}

function describe({ refs, turns }: ListedHide): string {
  return `${refs.join(" ")} (${renderCount(turns, "turn")})`;
}

function because({ reason }: ListedHide): string {
  return reason === null ? "" : `  ${reason}`;
}
