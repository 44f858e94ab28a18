/** Owns decoding one raw JSON string so that places in its text lead back to the bytes they came from. */

const REPLACEMENT = 0xfffd;
/** Letters of the two-byte escapes that stand for another character than themselves. */
const ESCAPED: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

export interface DecodedString {
  readonly text: string;
  /** The byte at which each of the given UTF-16 offsets (ascending, up to the length of the text) begins. */
  locate(offsets: readonly number[]): readonly number[];
}

/**
 * Decodes the bytes between the quotes (`from..to`); invalid UTF-8 becomes U+FFFD, one per byte. Works in buffers
 * outside the heap, because a line may hold tens of megabytes.
 */
export function decodeJsonString(line: Buffer, from: number, to: number): DecodedString {
  const units = new Uint16Array(to - from);
  const step: Step = { length: 0, first: 0, second: -1 };
  let count = 0;
  for (let at = from; at < to; at += step.length) {
    decodeStep(line, at, to, step);
    units[count++] = step.first;
    if (step.second !== -1) units[count++] = step.second;
  }
  const text = Buffer.from(units.buffer, 0, count * 2).toString("utf16le");
  return { text, locate: (offsets) => locateUnits(line, from, to, offsets) };
}

function locateUnits(
  line: Buffer,
  from: number,
  to: number,
  offsets: readonly number[],
): readonly number[] {
  const bytes: number[] = [];
  const step: Step = { length: 0, first: 0, second: -1 };
  let count = 0;
  let at = from;
  for (const offset of offsets) {
    while (count < offset && at < to) {
      decodeStep(line, at, to, step);
      count += step.second === -1 ? 1 : 2;
      at += step.length;
    }
    bytes.push(at);
  }
  return bytes;
}

/** One character: how many bytes it takes and the UTF-16 units it becomes (`second` -1 for one unit). */
interface Step {
  length: number;
  first: number;
  second: number;
}

function decodeStep(line: Buffer, at: number, to: number, step: Step): void {
  const byte = line[at] ?? 0;
  step.second = -1;
  step.length = 1;
  step.first = byte;
  if (byte === 0x5c) decodeEscape(line, at, to, step);
  else if (byte >= 0x80) decodeSequence(line, at, to, step);
}

function decodeEscape(line: Buffer, at: number, to: number, step: Step): void {
  const letter = line[at + 1] ?? 0;
  step.length = Math.min(letter === 0x75 ? 6 : 2, to - at);
  step.first = ESCAPED.get(letter) ?? letter;
  if (letter !== 0x75) return;
  const code = Number.parseInt(line.toString("latin1", at + 2, at + step.length), 16);
  step.first = Number.isNaN(code) ? REPLACEMENT : code;
}

function decodeSequence(line: Buffer, at: number, to: number, step: Step): void {
  const first = line[at] ?? 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  step.first = REPLACEMENT;
  if (first < 0xc2 || first > 0xf4 || at + length > to) return;
  let code = first & (0x7f >> length);
  for (let i = 1; i < length; i += 1) {
    const next = line[at + i] ?? 0;
    if ((next & 0xc0) !== 0x80) return;
    code = (code << 6) | (next & 0x3f);
  }
  const isOverlong = code < (length === 3 ? 0x800 : length === 4 ? 0x10000 : 0x80);
  if (isOverlong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return;
  step.length = length;
  if (code < 0x10000) step.first = code;
  else {
    step.first = 0xd800 + ((code - 0x10000) >> 10);
    step.second = 0xdc00 + ((code - 0x10000) & 0x3ff);
  }
}
