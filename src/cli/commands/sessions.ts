/** Owns `varve sessions`. */
import { READ_BUDGET } from "../../core/budget.ts";
import { callerCalendar } from "../../engine/caller-calendar.ts";
import { fitAnswer } from "../../engine/fit-answer.ts";
import { listSessions, type SessionList } from "../../engine/list-sessions.ts";
import { flagCount, flagInstant, flagText, hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { renderWhen } from "../../platform/render-when.ts";
import { withEngine } from "../open-engine.ts";
import type { OutputText } from "../output.ts";
import { pageForm, printAnswer } from "../page-form.ts";
import { renderCount } from "../../core/render-units.ts";

const DEFAULT_LIMIT = 20;

type SessionPage = Pick<SessionList, "sessions" | "total" | "truncated">;

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, (engine) => {
    const list = listSessions(engine, {
      cwd: context.cwd,
      project: flagText(context, "project"),
      allProjects: hasFlag(context, "all-projects"),
      since: flagInstant(context, "since", "from"),
      until: flagInstant(context, "until", "until"),
      limit: flagCount(context, "limit", 1) ?? DEFAULT_LIMIT,
      offset: flagCount(context, "offset") ?? 0,
    });
    const zone = callerCalendar(context.environment).zone;
    const render = (page: SessionPage): readonly OutputText[] => renderPage(page, list.scope, zone);
    const form = pageForm(context, render, READ_BUDGET);
    const page = fitAnswer(list.sessions, form, (sessions) => ({
      sessions,
      total: list.total,
      truncated: list.truncated || sessions.length < list.sessions.length,
    }));
    printAnswer(context, page, render);
    if (list.problem !== null) context.output.talk(list.problem);
    return page.sessions.length === 0 ? 1 : 0;
  });
}

function renderPage(page: SessionPage, scope: string, zone: string): readonly OutputText[] {
  const lines = page.sessions.map((session): OutputText => {
    const when = renderWhen(session.startedAt).padEnd("yyyy-mm-dd hh:mm".length);
    const fork =
      session.relation === "fork" ? ` (fork of ${session.parent?.slice(0, 13) ?? "?"})` : "";
    const helpers =
      session.helpers.length === 0 ? "" : `, ${renderCount(session.helpers.length, "helper")}`;
    const marks = `${helpers}${fork}${session.sourceGone ? " (gone)" : ""}`;
    return [
      { text: `${when}  `, style: "cyan" },
      { text: session.id.slice(0, 13), style: "bold" },
      `  ${session.project}  ${session.source}  ${renderCount(session.prompts, "prompt")}, ${renderCount(session.turns, "turn")}${marks}  ${session.title ?? ""}`,
    ];
  });
  const more = page.truncated ? "; more with --offset" : "";
  const footer = `${page.sessions.length} of ${page.total} in ${scope}, times in ${zone}${more}`;
  return [...lines, [{ text: footer, style: "dim" }]];
}
