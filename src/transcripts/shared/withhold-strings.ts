/** Owns blanking what a person marked private in the raw bytes of one JSON line, before the line is archived. */
import { findPrivateSpans, type PrivateSpan } from "../../core/private-spans.ts";
import type { WithheldLine } from "../reader.ts";
import { decodeJsonString } from "./decode-json-string.ts";
import { walkJsonStrings, type JsonPath } from "./walk-json-strings.ts";

const STAR = 0x2a;
/** A longer line is not decoded: its text would not fit one string of the runtime. */
const MAX_DECODED_LINE_BYTES = 128 * 1024 * 1024;
/** `private`, the letters behind the bracket of the tag. */
const TAG_LETTERS = Buffer.from("private", "latin1");

/**
 * Blanks the content of private spans in the string values that `wants` (asked with the path of keys and indexes)
 * selects, by as many `*` bytes: the length stays, the line stays valid JSON. A span that one block
 * of a message leaves open goes on in the next ones; a string for which `isWholly` holds is blanked whatever it says.
 * Behind damaged JSON every span in the raw bytes is blanked, unclosed ones to the end of the line. Undefined when
 * nothing had to be blanked.
 */
export function withholdStrings(
  line: Buffer,
  wants: (path: JsonPath) => boolean,
  isWholly: (path: JsonPath) => boolean = () => false,
): WithheldLine | undefined {
  if (!mayHoldPrivateTag(line)) return undefined;
  if (isTooLongToDecode(line)) {
    return blank(line, [{ from: findPrivateTag(line), to: line.length }]);
  }
  const ranges: Range[] = [];
  let openIn: string | undefined;
  const damagedFrom = walkJsonStrings(line, (from, to, path) => {
    const group = openIn === undefined ? undefined : blockGroup(path);
    const goesOn = group !== undefined && group === openIn;
    if (isWholly(path)) return void ranges.push({ from, to });
    if (!(goesOn || mayHoldPrivateTag(line.subarray(from, to))) || !wants(path)) return;
    const { text, locate } = decodeJsonString(line, from, to);
    const spans = findSpans(text, goesOn);
    const bounds = locate(spans.flatMap((span) => [span.contentFrom, span.contentTo]));
    for (let i = 0; i < bounds.length; i += 2)
      ranges.push({ from: bounds[i] ?? to, to: bounds[i + 1] ?? to });
    const last = spans.at(-1);
    // Only a span without its end has its content end where the span ends.
    if (last !== undefined && last.contentTo === last.to) openIn = blockGroup(path);
    else if (goesOn) openIn = undefined;
  });
  if (damagedFrom !== undefined) ranges.push(...findRawSpans(line, damagedFrom));
  return blank(line, ranges);
}

/**
 * Names the message whose blocks hold the string: `content.*.text` for each of its texts. A span that one block leaves
 * open runs on in the next ones. Undefined for a string that is no member of a block.
 */
function blockGroup(path: JsonPath): string | undefined {
  if (typeof path.at(-2) !== "number" || typeof path.at(-1) !== "string") return undefined;
  return JSON.stringify([...path.slice(0, -2), path.at(-1)]);
}

/** As `findPrivateSpans`; with `isOpen` the text begins inside a span. */
function findSpans(text: string, isOpen: boolean): readonly PrivateSpan[] {
  if (!isOpen) return findPrivateSpans(text);
  const opening = "<private>";
  return findPrivateSpans(opening + text).map(({ from, to, contentFrom, contentTo }) => ({
    from: Math.max(0, from - opening.length),
    to: to - opening.length,
    contentFrom: contentFrom - opening.length,
    contentTo: contentTo - opening.length,
  }));
}

/** Blanks every string value of the line but those that `keeps` selects; undefined when nothing had to be blanked. */
export function withholdWhole(
  line: Buffer,
  keeps: (path: JsonPath) => boolean,
): WithheldLine | undefined {
  const ranges: Range[] = [];
  const damagedFrom = walkJsonStrings(line, (from, to, path) => {
    if (to > from && !keeps(path)) ranges.push({ from, to });
  });
  if (damagedFrom !== undefined) ranges.push({ from: damagedFrom, to: line.length });
  return blank(line, ranges);
}

/** True when what a person typed cannot be told from the rest: behind the first tag all of the line is private. */
export function isTooLongToDecode(line: Buffer): boolean {
  return line.length > MAX_DECODED_LINE_BYTES;
}

/** A cheap test that may err only by saying yes: does the line hold `<private` in any letter case or escape? */
export function mayHoldPrivateTag(line: Buffer): boolean {
  return findPrivateTag(line) !== -1;
}

/** Where the first one begins, -1 without one; a written one is found before an escaped one. */
function findPrivateTag(line: Buffer): number {
  for (let at = line.indexOf(0x3c); at !== -1; at = line.indexOf(0x3c, at + 1)) {
    if (hasTagLetters(line, at + 1)) return at;
  }
  for (
    let at = line.indexOf("\\u003", 0, "latin1");
    at !== -1;
    at = line.indexOf("\\u003", at + 5, "latin1")
  ) {
    if (((line[at + 5] ?? 0) | 0x20) === 0x63 && hasTagLetters(line, at + 6)) return at;
  }
  return -1;
}

function hasTagLetters(line: Buffer, at: number): boolean {
  for (let i = 0; i < TAG_LETTERS.length; i += 1) {
    if (((line[at + i] ?? 0) | 0x20) !== TAG_LETTERS[i]) return false;
  }
  return true;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Spans in bytes that are no JSON: no escapes to mind, quoting in backticks does not count. */
function findRawSpans(line: Buffer, from: number): readonly Range[] {
  const raw = line.toString("latin1", from);
  const ranges: Range[] = [];
  const opening = /(?:<|\\u003c)private(?:>|\\u003e)?/gi;
  const closing = /(?:<|\\u003c)\/private/gi;
  for (let match = opening.exec(raw); match !== null; match = opening.exec(raw)) {
    const start = from + match.index + match[0].length;
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(raw);
    ranges.push({ from: start, to: end === null ? line.length : from + end.index });
    if (end === null) break;
    opening.lastIndex = closing.lastIndex;
  }
  return ranges;
}

function blank(line: Buffer, ranges: readonly Range[]): WithheldLine | undefined {
  // A line withheld before holds only stars there: blanking it again would report bytes that nobody withheld.
  const open = ranges.filter(({ from, to }) =>
    line.subarray(from, to).some((byte) => byte !== STAR),
  );
  if (open.length === 0) return undefined;
  const blanked = Buffer.from(line);
  const spans = open.map(({ from, to }) => {
    blanked.fill(STAR, from, to);
    return { at: from, bytes: Buffer.from(line.subarray(from, to)) };
  });
  return { line: blanked, spans };
}
