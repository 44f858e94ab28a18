/** Owns what a time phrase means: its readings, likelier first. */
import type { Moment, Span } from "./local-days.ts";
import type { Meaning } from "./meaning.ts";
import { resolveDay } from "./resolve-day.ts";
import { resolveAgo, resolveInstant, resolveRecent, resolveSpread } from "./resolve-distance.ts";
import { resolvePeriod } from "./resolve-period.ts";

function readingsOf(meaning: Meaning, moment: Moment, sharp: boolean): readonly Span[] {
  const { day, dom, weekday, ago, hour, part } = meaning;
  if (meaning.void !== undefined) return [];
  if (meaning.instant !== undefined) return [resolveInstant(meaning.instant)];
  if (meaning.recent !== undefined) return resolveRecent(meaning, moment);
  const hasTime = (hour ?? part) !== undefined;
  if (ago !== undefined && !hasTime) return resolveAgo(meaning, moment);
  if ((day ?? dom ?? weekday ?? ago) !== undefined || hasTime) {
    const spread = meaning.spread === undefined || hasTime ? [] : [resolveSpread(moment)];
    return [...resolveDay(meaning, moment, sharp), ...spread];
  }
  return resolvePeriod(meaning, moment);
}

/** `sharp`: a clock time is a bound and gets no margin. Spans of impossible dates are left out. */
export function resolvePhrase(meaning: Meaning, moment: Moment, sharp: boolean): readonly Span[] {
  return readingsOf(meaning, moment, sharp).filter(({ from, until }) => from < until);
}
