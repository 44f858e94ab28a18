/** Owns the judgement whether a pattern someone else wrote can be run on hostile text in bounded time. */

/** Steps a pattern may cost at one place when a fixed beginning keeps it from being tried everywhere. */
const MOST_STEPS_ANCHORED = 200_000;
const MOST_STEPS_ANYWHERE = 1_024;
const OPEN_END = 256;
const LEAST_ANCHOR = 3;
const MOST_REPEATS = 4096;

interface Level {
  /** The group holds a quantifier or an alternative. */
  varies: boolean;
}

export interface PatternVerdict {
  /** Undefined when the pattern may run. */
  readonly problem: string | undefined;
  /** The pattern with every open-ended quantifier closed at 256. */
  readonly bounded: string;
}

interface Quantifier {
  readonly least: number;
  readonly most: number;
  readonly lazy: string;
  readonly end: number;
}

/** What the pattern read so far may cost at one place. */
interface Cost {
  /** Repetitions whose end is open to choice multiply. */
  ways: number;
  /** Repetitions that the next character ends without choice add up. */
  steps: number;
  /** The last repetition, while it is open whether a choice remains: its atom and its width. */
  open: { readonly atom: string; readonly width: number } | undefined;
}

interface Reading {
  readonly levels: Level[];
  readonly cost: Cost;
  /** The group that closed just before. */
  closed: Level | undefined;
  lastAtom: string;
  bounded: string;
}

const NESTED =
  "a repeated group holds another repetition or an alternative, as in (a+)+ or (a|b)*; write the repetition once, as in [ab]{1,64}";

/**
 * Reads `pattern` once, left to right. A problem is "what is wrong; how to write it instead".
 * The estimate errs on the side of refusing.
 */
export function judgePattern(pattern: string): PatternVerdict {
  const reading: Reading = {
    levels: [{ varies: false }],
    cost: { ways: 1, steps: 1, open: undefined },
    closed: undefined,
    lastAtom: "",
    bounded: "",
  };
  for (let at = 0; at < pattern.length;) {
    const quantifier = readQuantifier(pattern, at);
    const problem =
      quantifier === undefined
        ? takeAtom(reading, pattern, at)
        : takeQuantifier(reading, quantifier);
    if (problem !== undefined) return { problem, bounded: pattern };
    at = quantifier?.end ?? at + reading.lastAtom.length;
  }
  const most = countAnchor(pattern) >= LEAST_ANCHOR ? MOST_STEPS_ANCHORED : MOST_STEPS_ANYWHERE;
  const { ways, steps } = reading.cost;
  return ways * steps > most
    ? {
        problem:
          "too many open repetitions; begin with three or more fixed characters, as in corp_[a-z0-9]{16,40}, and bound each repetition",
        bounded: pattern,
      }
    : { problem: undefined, bounded: reading.bounded };
}

function takeQuantifier(reading: Reading, { least, most, lazy }: Quantifier): string | undefined {
  if (most > 1 && reading.closed?.varies === true) return NESTED;
  if (most > MOST_REPEATS)
    return `a repetition above ${MOST_REPEATS}; use at most {1,${MOST_REPEATS}}`;
  const width = most - least + 1;
  reading.cost.ways *= width;
  reading.cost.open =
    width > 1 && reading.closed === undefined ? { atom: reading.lastAtom, width } : undefined;
  if (width > 1) for (const level of reading.levels) level.varies = true;
  reading.bounded += `{${least},${most}}${lazy}`;
  reading.closed = undefined;
  return undefined;
}

function takeAtom(reading: Reading, pattern: string, at: number): string | undefined {
  const atom = readAtom(pattern, at);
  if (/^\\(?:[1-9]|k<)/.test(atom)) return "a back-reference; write the text out";
  settle(reading.cost, atom, readQuantifier(pattern, at + atom.length)?.least ?? 1);
  if (atom === "(") reading.levels.push({ varies: false });
  reading.closed = atom === ")" && reading.levels.length > 1 ? reading.levels.pop() : undefined;
  if (atom === "|") for (const level of reading.levels) level.varies = true;
  reading.lastAtom = atom;
  reading.bounded += atom;
  return undefined;
}

/** A repetition followed by something it cannot itself match has one way to end. */
function settle(cost: Cost, next: string, least: number): void {
  const { open } = cost;
  cost.open = undefined;
  if (
    open === undefined ||
    least === 0 ||
    /^(?:[()|^$.]|\\[bB])$/.test(next) ||
    overlap(open.atom, next)
  )
    return;
  cost.ways /= open.width;
  cost.steps += open.width;
}

/** True unless no ASCII character fits both atoms; only classes and single characters can be told apart. */
function overlap(left: string, right: string): boolean {
  if (/^[()|^$.]$/.test(left)) return true;
  try {
    const [one, other] = [new RegExp(`^(?:${left})$`), new RegExp(`^(?:${right})$`)];
    for (let unit = 0; unit < 128; unit++) {
      const text = String.fromCharCode(unit);
      if (one.test(text) && other.test(text)) return true;
    }
    return [left, right].every((atom) => /^\[\^|^\\[WDS]/.test(atom));
  } catch {
    return true;
  }
}

function readQuantifier(pattern: string, at: number): Quantifier | undefined {
  if (at === 0 || pattern.charAt(at - 1) === "(") return undefined;
  const match = /^(?:([*+?])|\{(\d{1,6})(,(\d{0,6}))?\})(\??)/.exec(pattern.slice(at, at + 20));
  if (match === null) return undefined;
  const [whole, sign, low, comma, high, lazy] = match;
  const least = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
  const open = Math.max(OPEN_END, least);
  const most =
    sign === "?"
      ? 1
      : sign !== undefined || (comma !== undefined && high === "")
        ? open
        : Number(high ?? low);
  return { least, most: Math.max(least, most), lazy: lazy ?? "", end: at + whole.length };
}

/** An escape, a whole class, the opening of a group with its kind, or one character. */
function readAtom(pattern: string, at: number): string {
  const unit = pattern.charAt(at);
  if (unit === "\\")
    return (
      /^\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^])/.exec(pattern.slice(at, at + 8))?.[0] ??
      unit
    );
  if (unit === "[") return /^\[\^?\]?(?:\\[^]|[^\]\\])*\]/.exec(pattern.slice(at))?.[0] ?? unit;
  return unit;
}

/** Number of literal characters the pattern begins with. */
function countAnchor(pattern: string): number {
  const literal =
    /^(?:\\b)?((?:[A-Za-z0-9_:/@#%&=~,;<>"' -]|\\[-._/$+*?()[\]{}|^])*)/.exec(pattern)?.[1] ?? "";
  const count = literal.replace(/\\/g, "").length;
  const next = pattern.charAt((/^(?:\\b)?/.exec(pattern)?.[0] ?? "").length + literal.length);
  return /[*+?{]/.test(next) ? count - 1 : count;
}
