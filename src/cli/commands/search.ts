/** Owns `varve search`. */
import { searchTurns, type SearchAnswer, type SearchHit } from "../../engine/search.ts";
import { CLASSES, ORDERS, ROLES } from "../choices.ts";
import {
  argumentText,
  flagChoice,
  flagCount,
  flagInstant,
  flagText,
  hasFlag,
} from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { nameZone, renderWhen } from "../local-time.ts";
import { withEngine } from "../open-engine.ts";
import type { Output } from "../output.ts";

const MAX_LIMIT = 200;

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: true }, (engine) => {
    const limit = flagCount(context, "limit", 1);
    const answer = searchTurns(engine, {
      query: argumentText(context, "query"),
      cwd: context.cwd,
      project: flagText(context, "project"),
      allProjects: hasFlag(context, "all-projects"),
      role: flagChoice(context, "role", ROLES),
      class: flagChoice(context, "class", CLASSES),
      since: flagInstant(context, "since", "from"),
      until: flagInstant(context, "until", "until"),
      zone: nameZone(context.environment),
      order: flagChoice(context, "order", ORDERS),
      limit: limit === undefined ? undefined : Math.min(limit, MAX_LIMIT),
      offset: flagCount(context, "offset"),
    });
    context.output.json(answer);
    renderAnswer(context.output, answer);
    return answer.hits.length === 0 ? 1 : 0;
  });
}

function renderAnswer(output: Output, { header, hits }: SearchAnswer): void {
  const lanes = header.lanes.join(", ") || "no lane";
  const skipped = header.skippedLanes.map(({ lane, reason }) => `; ${lane}: ${reason}`).join("");
  const { range } = header;
  const dates =
    range === null
      ? ""
      : `, ${range.from === null ? "" : `from ${renderWhen(range.from)} `}${range.to === null ? "" : `to ${renderWhen(range.to)} `}`.trimEnd();
  output.data([
    {
      text: `${header.shown} of ${header.total} in ${header.scope}${dates}, by ${header.order}, ${lanes}, times in ${header.zone}${skipped}`,
      style: "dim",
    },
  ]);
  if (header.total === 0 && header.outsideScope > 0)
    output.data(`nothing here, ${header.outsideScope} in other projects`);
  for (const hit of hits) renderHit(output, hit);
  if (header.next !== null) output.data([{ text: `next: ${header.next}`, style: "dim" }]);
}

function renderHit(output: Output, hit: SearchHit): void {
  output.data([
    { text: `${renderWhen(hit.date)}  ${hit.project}  ${hit.type}  `, style: "cyan" },
    { text: hit.ref, style: "bold" },
    hit.helperOf === null ? "" : `  helper of ${hit.helperOf.slice(0, 8)}`,
  ]);
  output.data(["  ", ...highlight(hit)]);
}

function highlight(
  hit: SearchHit,
): readonly (string | { readonly text: string; readonly style: "yellow" })[] {
  const parts: (string | { readonly text: string; readonly style: "yellow" })[] = [];
  let at = 0;
  for (const mark of hit.marks) {
    if (mark.from < at) continue;
    parts.push(hit.snippet.slice(at, mark.from), {
      text: hit.snippet.slice(mark.from, mark.to),
      style: "yellow",
    });
    at = mark.to;
  }
  return [...parts, hit.snippet.slice(at)];
}
