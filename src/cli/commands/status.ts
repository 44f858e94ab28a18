/** Owns `varve status`. */
import { checkCapture } from "../../engine/setup-capture.ts";
import { readStatus } from "../../engine/status.ts";
import { captureTarget } from "../capture-target.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { loadSettings, withEngine } from "../open-engine.ts";
import { renderBytes, renderCount } from "../../core/render-units.ts";

const MARK = {
  ok: { text: "ok  ", style: "green" },
  warn: { text: "warn", style: "yellow" },
  fail: { text: "fail", style: "red" },
} as const;

export function run(context: CommandContext): Promise<number> {
  // A bad config.toml is what status has to say, not what stops it.
  const settings = loadSettings(context, "lenient").problems.map(({ message, fix }) => ({
    id: "settings",
    state: "failure" as const,
    detail: message,
    fix,
  }));
  return withEngine(context, { create: true, mode: "lenient" }, (engine) => {
    const status = readStatus(engine, [...settings, ...checkCapture(captureTarget(context))]);
    context.output.json(status);
    for (const check of status.checks) {
      context.output.data([
        MARK[check.state],
        ` ${check.id}: ${check.detail}${check.fix === "" ? "" : `; ${check.fix}`}`,
      ]);
    }
    const { counts } = status;
    context.output.data(
      `${renderCount(counts["sessions"] ?? 0, "session")}, ${renderCount(counts["turns"] ?? 0, "turn")}; archive ${renderBytes(counts["storedBytes"] ?? 0)} for ${renderBytes(counts["sourceBytes"] ?? 0)}; index ${renderBytes(counts["indexBytes"] ?? 0)}`,
    );
    return status.verdict === "clean" ? 0 : 1;
  });
}
