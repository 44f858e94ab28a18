/** Owns the lines of an answer of logs: what was looked at, the hits with their context, the next call. */
import type { LogHit, LogsAnswer, LogsHeader } from "../engine/logs/logs-answer.ts";
import { renderWhen } from "../platform/render-when.ts";
import type { OutputText } from "./output.ts";
import { highlight, renderHeader, renderNext } from "./render-search.ts";

export function renderLogs({ header, hits }: LogsAnswer): readonly OutputText[] {
  return [
    ...renderHeader(header, header.allBytes ? "lines" : "turns"),
    ...renderReach(header),
    ...hits.flatMap(renderHit),
    ...renderNext(header),
  ];
}

/** A look that had to stop has not found nothing: it has not come to the end. */
function renderReach({ limitedBy, lookedBackTo }: LogsHeader): readonly OutputText[] {
  if (limitedBy !== "milliseconds") return [];
  const reach = lookedBackTo === null ? "" : `, down to ${renderWhen(lookedBackTo)}`;
  return [`the time was over before everything was looked at${reach}; --all goes to the end`];
}

function renderHit(hit: LogHit): readonly OutputText[] {
  const labels = [
    hit.type ?? hit.title ?? "line",
    ...(hit.branch === "dropped" ? ["dropped"] : []),
  ];
  return [
    [
      { text: `${renderWhen(hit.date)}  ${hit.project}  ${labels.join(" ")}  `, style: "cyan" },
      { text: hit.ref, style: "bold" },
      hit.helperOf === null ? "" : `  helper of ${hit.helperOf.slice(0, 8)}`,
      hit.path === null ? "  not indexed yet" : "",
      { text: `  ${hit.why}`, style: "dim" },
    ],
    ["  ", ...highlight(hit)],
  ];
}
