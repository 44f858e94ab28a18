/** Owns `varve restore`. */
import { resolve } from "node:path";

import { VarveError } from "../../core/errors.ts";
import { restoreSession, type RestoredSession } from "../../engine/restore-session.ts";
import { argumentText, flagCount, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import type { Output } from "../output.ts";
import { renderBytes, renderCount } from "../../core/render-units.ts";

export function run(context: CommandContext): Promise<number> {
  const to = flagText(context, "to");
  if (to === "")
    throw new VarveError(
      "usage",
      "--to needs a file or a folder",
      "varve restore ID --to ./old.jsonl",
    );
  return withEngine(context, { create: false }, (engine) => {
    const list = hasFlag(context, "list");
    const session = argumentText(context, "session").replace(/^s:/, "");
    const result = restoreSession(engine, session, {
      epoch: flagCount(context, "epoch", 1),
      to: to === undefined ? undefined : resolve(context.cwd, to),
      force: hasFlag(context, "force"),
      list,
    });
    context.output.json(result);
    render(context.output, result, list);
    return 0;
  });
}

function render(output: Output, result: RestoredSession, isList: boolean): void {
  for (const file of result.files) {
    const left = [
      file.withheldBytes > 0 ? `${file.withheldBytes} bytes withheld (private)` : "",
      file.forgottenLines > 0 ? `${renderCount(file.forgottenLines, "line")} forgotten` : "",
      file.prunedLines > 0 ? `${renderCount(file.prunedLines, "line")} pruned` : "",
    ].filter((part) => part !== "");
    const whole = left.length === 0 ? "byte-identical to what the host had" : left.join(", ");
    output.data(
      `${isList ? "would write" : "wrote"} ${file.path ?? "(name a place with --to)"}  ${renderBytes(file.bytes)}, ${renderCount(file.lines, "line")}; ${whole}`,
    );
  }
  if (result.epochs.length < 2) return;
  for (const epoch of result.epochs) {
    const relation = epoch.prefixOf === null ? "" : `, a beginning of epoch ${epoch.prefixOf}`;
    output.data(
      `  epoch ${epoch.epoch}: ${renderCount(epoch.lines, "line")}, ${renderBytes(epoch.bytes)}, captured ${epoch.capturedAt}${relation}`,
    );
  }
}
