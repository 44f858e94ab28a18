/** Owns times of day: which hours a part of the day has, and which hour 3시 or "3:30" may be. */
import { HOUR_MS, instantOn, MINUTE_MS, type Day, type Moment, type Span } from "./local-days.ts";
import { partOf, type Meaning, type Part } from "./meaning.ts";

/** Hours from and until; above 24 they lie in the next day. */
const HOURS: Readonly<Record<Part, readonly [number, number]>> = {
  dawn: [0, 6],
  early: [4, 8],
  am: [0, 12],
  morning: [5, 12],
  noon: [11, 14],
  daytime: [9, 18],
  pm: [12, 18],
  evening: [17, 22],
  night: [18, 28],
  late: [22, 28],
};
/** Nobody remembers minutes: a time told to the minute has these before and behind it. */
const MINUTE_MARGIN_MS = 15 * MINUTE_MS;
const ABOUT_MARGIN_MS = 30 * MINUTE_MS;

/** A way to read the time of day: minutes since its beginning, and what to give before and behind. */
export interface TimeOfDay {
  readonly from: number;
  readonly until: number;
  readonly precision: "part-of-day" | "hour" | "minute";
  readonly beforeMs: number;
  readonly behindMs: number;
}

/** Hour of the day for an hour of a half, in the part that was named. */
function hourIn(part: Part, hour: number): number {
  if (hour > 12 || hour === 0) return hour;
  const noon = hour % 12;
  switch (part) {
    case "dawn":
    case "early":
    case "am":
    case "morning":
      return noon;
    case "noon":
    case "daytime":
      return hour >= 6 ? hour : noon + 12;
    case "pm":
      return noon + 12;
    case "evening":
      return hour === 12 ? 24 : hour + 12;
    case "night":
    case "late":
      return hour < 6 || hour === 12 ? noon + 24 : hour + 12;
    default:
      return hour;
  }
}

/** Likelier first: an hour without its half is one of the waking day. */
function hoursOf(hour: number, { exact }: Meaning, part: Part | undefined): readonly number[] {
  // Midnight may be the end of a day or its beginning.
  if (hour === 24) return [24, 0];
  if (part !== undefined) return [hourIn(part, hour)];
  if (exact !== undefined || hour > 12 || hour === 0) return [hour];
  if (hour === 12) return [12, 0];
  return hour < 7 ? [hour + 12, hour] : [hour, hour + 12];
}

/** Times of day that the words may mean; undefined when they name none. `sharp`: as the bound of a range. */
export function timesOfDay(meaning: Meaning, sharp: boolean): readonly TimeOfDay[] | undefined {
  const { hour, minute, about } = meaning;
  const part = partOf(meaning);
  if (hour === undefined) {
    if (part === undefined) return undefined;
    const [from, until] = HOURS[part];
    const none = { beforeMs: 0, behindMs: 0 };
    return [{ from: from * 60, until: until * 60, precision: "part-of-day", ...none }];
  }
  return hoursOf(hour, meaning, part).map((each) => {
    const from = each * 60 + (minute ?? 0);
    const margin = about === undefined ? 0 : ABOUT_MARGIN_MS;
    if (minute === undefined) {
      const beforeMs = sharp ? 0 : margin;
      return { from, until: from + 60, precision: "hour", beforeMs, behindMs: 0 };
    }
    const wide = sharp ? 0 : Math.max(margin, MINUTE_MARGIN_MS);
    const behindMs = sharp ? MINUTE_MS : wide;
    return { from, until: from, precision: "minute", beforeMs: wide, behindMs };
  });
}

/** The time on a day. Where the clock skips it, as long as it would have been from where the clock goes on. */
export function spanOfTime(moment: Moment, day: Day, time: TimeOfDay): Span {
  const from = instantOn(moment, day, time.from);
  const end = instantOn(moment, day, time.until);
  const until = time.until > time.from && end <= from ? from + HOUR_MS : end;
  return { from: from - time.beforeMs, until: until + time.behindMs, precision: time.precision };
}
