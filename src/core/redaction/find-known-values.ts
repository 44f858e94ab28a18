/** Owns how a text's own words are held against the keyed hashes of known values. */
import { detachText } from "./detach-text.ts";
import { isWorthHiding, LONGEST_VALUE, SHORTEST_VALUE } from "./collect-env-values.ts";
import type { RawFind } from "./secret-span.ts";

const REMEMBERED_VERDICTS = 40_000;
/** Parts of a word beyond this many signs are not looked at. */
const MOST_SIGNS = 16;

const PLAIN = 0;
const GAP = 1;
const SIGN = 2;
/** A unit without which no value is worth hiding: digit, capital, symbol. */
const TELLING = 3;

/** What a text's words are compared with. */
export interface KnownValues {
  /** What `hashValue` gives for each value. */
  readonly hashes: ReadonlySet<string>;
  readonly hashValue: (value: string) => string;
  /** Lengths of the hashed values; when given, words of other lengths are never hashed. */
  readonly lengths: ReadonlySet<number> | undefined;
  /** Verdicts on words already judged; bounded. */
  readonly verdicts: Map<string, boolean>;
  readonly classes: Uint8Array;
}

export function readKnownValues(
  hashes: ReadonlySet<string>,
  hashValue: (value: string) => string,
  lengths: ReadonlySet<number> | undefined,
): KnownValues {
  return { hashes, hashValue, lengths, verdicts: new Map(), classes: classifyUnits() };
}

function classifyUnits(): Uint8Array {
  const classes = new Uint8Array(128);
  classes.fill(GAP, 0, 33);
  for (const unit of "\"'`") classes[unit.charCodeAt(0)] = GAP;
  for (const unit of ".=:@,;()<>{}[]&?|/\\") classes[unit.charCodeAt(0)] = SIGN;
  for (const unit of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%^*+~")
    classes[unit.charCodeAt(0)] = TELLING;
  return classes;
}

/** Places where a word of `text`, or a part of one between signs, is a known value. */
export function findKnownValues(text: string, known: KnownValues): RawFind[] {
  const { classes } = known;
  const finds: RawFind[] = [];
  const scan: WordScan = { text, known, finds };
  const length = text.length;
  let start = 0;
  let telling = false;
  for (let at = 0; at <= length; at++) {
    const unit = at < length ? text.charCodeAt(at) : 32;
    const kind = unit < 128 ? classes[unit] : unit === 0x3000 || unit === 0xa0 ? GAP : PLAIN;
    if (kind === TELLING || unit === 61 || unit === 38 || unit === 63) telling = true;
    if (kind !== GAP) continue;
    if (telling && at - start >= SHORTEST_VALUE) judgeWord(scan, start, at);
    start = at + 1;
    telling = false;
  }
  return finds;
}

/** One text under examination and what was found in it so far. */
interface WordScan {
  readonly text: string;
  readonly known: KnownValues;
  readonly finds: RawFind[];
}

function judgeWord(scan: WordScan, start: number, end: number): void {
  const { text, known } = scan;
  if (judge(scan, start, end)) return;
  const starts = [start];
  const ends: number[] = [];
  for (let at = start; at < end && starts.length <= MOST_SIGNS; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 128 || known.classes[unit] !== SIGN) continue;
    starts.push(at + 1);
    ends.push(at);
  }
  if (ends.length === 0) return;
  ends.push(end);
  for (let first = 0; first < starts.length; first++) {
    const last = judgePartsFrom(scan, first, { starts, ends });
    if (last !== undefined) first = last;
  }
}

/** Number of the part with which a known value that begins with part `first` ends. */
function judgePartsFrom(
  scan: WordScan,
  first: number,
  parts: { readonly starts: readonly number[]; readonly ends: readonly number[] },
): number | undefined {
  const from = parts.starts[first] ?? 0;
  for (let last = parts.ends.length - 1; last >= first; last--) {
    // Without lengths every stretch would have to be hashed: then only single parts and tails are.
    if (scan.known.lengths === undefined && last > first && last < parts.ends.length - 2) continue;
    if (judge(scan, from, parts.ends[last] ?? from)) return last;
  }
  return undefined;
}

function judge({ text, known, finds }: WordScan, from: number, to: number): boolean {
  const length = to - from;
  if (length < SHORTEST_VALUE || length > LONGEST_VALUE || known.lengths?.has(length) === false)
    return false;
  if (!isKnown(text.slice(from, to), known)) return false;
  finds.push({ kind: "env-value", from, to, generic: true });
  return true;
}

function isKnown(value: string, known: KnownValues): boolean {
  const { verdicts } = known;
  const remembered = verdicts.get(value);
  if (remembered !== undefined) return remembered;
  const verdict = isWorthHiding(value) && known.hashes.has(known.hashValue(value));
  if (verdicts.size >= REMEMBERED_VERDICTS) verdicts.clear();
  verdicts.set(detachText(value), verdict);
  return verdict;
}
