/** Owns the yes before a rule of the settings takes out sessions that are archived already. */
import { listLate } from "../engine/exclude-session.ts";
import type { Engine } from "../engine/engine.ts";
import { VarveError } from "../core/errors.ts";
import { askYes } from "./ask.ts";
import type { CommandContext } from "./frame/command-spec.ts";
import { renderCount } from "../core/render-units.ts";

/**
 * True when nothing is archived that a rule leaves out now, or the person said yes. Where nobody can be asked, the
 * sessions stay and get nothing new, which the run says as a warning.
 */
export async function agreeToExclude(context: CommandContext, engine: Engine): Promise<boolean> {
  const late = listLate(engine).size;
  if (late === 0) return true;
  context.output.talk(
    `${renderCount(late, "archived session")} match exclude.projects or exclude.paths and would be destroyed; that cannot be undone`,
  );
  try {
    return await askYes(context, "Take them out of the archive?");
  } catch (error) {
    if (error instanceof VarveError && error.code === "refused") return false;
    throw error;
  }
}
