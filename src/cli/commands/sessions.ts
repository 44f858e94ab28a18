/** Owns `varve sessions`. */
import { listSessions, type SessionList } from "../../engine/list-sessions.ts";
import { flagCount, flagInstant, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { nameZone, renderWhen } from "../local-time.ts";
import { withEngine } from "../open-engine.ts";
import type { Output } from "../output.ts";
import { renderCount } from "../render-units.ts";

const DEFAULT_LIMIT = 20;

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: true }, (engine) => {
    const list = listSessions(engine, {
      cwd: context.cwd,
      project: flagText(context, "project"),
      allProjects: hasFlag(context, "all-projects"),
      since: flagInstant(context, "since", "from"),
      until: flagInstant(context, "until", "until"),
      limit: flagCount(context, "limit", 1) ?? DEFAULT_LIMIT,
      offset: flagCount(context, "offset") ?? 0,
    });
    context.output.json({ sessions: list.sessions, total: list.total, truncated: list.truncated });
    render(context.output, list, nameZone(context.environment));
    if (list.problem !== null) context.output.talk(list.problem);
    return list.sessions.length === 0 ? 1 : 0;
  });
}

function render(output: Output, list: SessionList, zone: string): void {
  for (const session of list.sessions) {
    const when = renderWhen(session.startedAt).padEnd("yyyy-mm-dd hh:mm".length);
    const fork =
      session.relation === "fork" ? ` (fork of ${session.parent?.slice(0, 13) ?? "?"})` : "";
    const helpers =
      session.helpers.length === 0 ? "" : `, ${renderCount(session.helpers.length, "helper")}`;
    const marks = `${helpers}${fork}${session.sourceGone ? " (gone)" : ""}`;
    output.data([
      { text: `${when}  `, style: "cyan" },
      { text: session.id.slice(0, 13), style: "bold" },
      `  ${session.project}  ${session.source}  ${renderCount(session.prompts, "prompt")}, ${renderCount(session.turns, "turn")}${marks}  ${session.title ?? ""}`,
    ]);
  }
  output.data([
    {
      text: `${list.sessions.length} of ${list.total} in ${list.scope}, times in ${zone}${list.truncated ? "; more with --offset" : ""}`,
      style: "dim",
    },
  ]);
}
