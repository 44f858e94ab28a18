/** Owns the lines of a digest: how much happened when, and the sessions it happened in. */
import type { DigestSession, RangeDigest } from "../engine/timeline/digest-range.ts";
import { quoteLine, safeWords } from "./quote-text.ts";
import { renderWhen } from "../platform/render-when.ts";

interface DigestContext {
  /** The project that goes without saying. */
  readonly own: string;
  readonly shorten: (reference: string) => string;
}

export function showDigest(digest: RangeDigest, context: DigestContext): readonly string[] {
  const counts = Object.entries(digest.counts);
  if (counts.length === 0) return ["nothing happened then"];
  return [
    `${digest.turns} turns, ${digest.prompts} requests in ${digest.sessionCount} sessions; turns per ${digest.unit}:`,
    counts.map(([from, turns]) => `${showUnit(from, digest.unit)}: ${turns}`).join("  "),
    ...digest.sessions.flatMap((session) => showSession(session, context)),
  ];
}

function showUnit(from: string, unit: RangeDigest["unit"]): string {
  const length = { hour: 16, day: 10, month: 7, year: 4 }[unit];
  return renderWhen(from).slice(unit === "hour" ? 5 : 0, length);
}

function showSession(session: DigestSession, { own, shorten }: DigestContext): readonly string[] {
  const { ref, from, to, project, prompts, turns, helpers, firstPrompt, title } = session;
  const said = firstPrompt ?? title;
  const labels = [
    shorten(ref),
    `${renderWhen(from)} to ${renderWhen(to).slice(11)}`,
    ...(project === own ? [] : [safeWords(project)]),
    `${prompts} requests, ${turns} turns${helpers === 0 ? "" : `, ${helpers} helpers`}`,
  ];
  return [labels.join(" "), ...(said === null ? [] : [quoteLine(said)])];
}
