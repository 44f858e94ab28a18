/** Owns the lines of a digest: how much happened when, and the sessions it happened in. */
import type { DigestSession, RangeDigest } from "../engine/timeline/digest-range.ts";
import { renderWhen } from "../platform/render-when.ts";
import { renderCount } from "../core/render-units.ts";
import type { OutputText } from "./output.ts";

/** Counts per hour, day, month or year on one line, then a line or two for each session. */
export function renderDigest(digest: RangeDigest): readonly OutputText[] {
  const counts = Object.entries(digest.counts);
  if (counts.length === 0) return ["nothing happened then"];
  return [
    `${renderCount(digest.turns, "turn")}, ${renderCount(digest.prompts, "request")} in ${renderCount(digest.sessionCount, "session")}; turns per ${digest.unit}:`,
    `  ${counts.map(([from, turns]) => `${renderUnit(from, digest.unit)}: ${turns}`).join("  ")}`,
    ...digest.sessions.flatMap(renderSession),
  ];
}

function renderUnit(from: string, unit: RangeDigest["unit"]): string {
  const when = renderWhen(from);
  const length = { hour: 16, day: 10, month: 7, year: 4 }[unit];
  return when.slice(unit === "hour" ? 5 : 0, length);
}

function renderSession(session: DigestSession): readonly OutputText[] {
  const helpers = session.helpers === 0 ? "" : `, ${renderCount(session.helpers, "helper")}`;
  const said = session.firstPrompt ?? session.title;
  return [
    [
      {
        text: `${renderWhen(session.from)} to ${renderWhen(session.to).slice(11)}  ${session.project}  `,
        style: "cyan",
      },
      { text: session.ref, style: "bold" },
      `  ${renderCount(session.prompts, "request")}, ${renderCount(session.turns, "turn")}${helpers}`,
    ],
    ...(said === null ? [] : [`  ${said}`]),
  ];
}
