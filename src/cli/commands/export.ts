/** Owns `varve export`. */
import { resolve } from "node:path";

import { exportSession } from "../../engine/export-session.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import { argumentText, flagText } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderCount } from "../../core/render-units.ts";

export function run(context: CommandContext): Promise<number> {
  const to = flagText(context, "to");
  const format = flagText(context, "format") === "jsonl" ? "jsonl" : "markdown";
  return withEngine(context, { create: false }, (engine) => {
    const { text, ...result } = exportSession(
      engine,
      argumentText(context, "session").replace(/^s:/, ""),
      format,
    );
    const path = to === undefined ? null : resolve(context.cwd, to);
    if (path === null) context.output.data(text);
    else writeAtomically(path, text);
    context.output.json({
      ...result,
      path,
      bytes: Buffer.byteLength(text),
      ...(path === null ? { text } : {}),
    });
    if (path !== null) context.output.talk(`wrote ${path}`);
    if (result.hidden > 0)
      context.output.talk(
        `left out ${renderCount(result.hidden, "hidden turn")} (varve undo --list)`,
      );
    return 0;
  });
}
