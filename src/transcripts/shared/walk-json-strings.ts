/** Owns walking the raw bytes of JSON values and telling where each string value lies and under which path. */
import { decodeJsonString } from "./decode-json-string.ts";

/** Keys and list indexes from the outermost value to the string. */
export type JsonPath = readonly (string | number)[];

/** Called with the bytes between the quotes (`from..to`) of each string value. */
export type StringVisitor = (from: number, to: number, path: JsonPath) => void;

interface Frame {
  readonly isObject: boolean;
  expectsKey: boolean;
}

/**
 * Visits the string values of all JSON values that follow one another in `line` (spaces and NUL bytes between them).
 * Returns the offset from which the line is no JSON (the start of the value that broke), undefined when all of it is.
 */
export function walkJsonStrings(line: Buffer, visit: StringVisitor): number | undefined {
  let at = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0;
  for (;;) {
    while (at < line.length && (line[at] === 0 || isSpace(line[at]))) at += 1;
    if (at >= line.length) return undefined;
    const end = walkValue(line, at, visit);
    if (end === undefined) return at;
    at = end;
  }
}

function walkValue(line: Buffer, start: number, visit: StringVisitor): number | undefined {
  const frames: Frame[] = [];
  const path: (string | number)[] = [];
  let at = start;
  while (at < line.length) {
    const byte = line[at];
    const frame = frames.at(-1);
    if (isSpace(byte)) at += 1;
    else if (byte === 0x22) {
      const end = findStringEnd(line, at + 1);
      if (end === undefined) return undefined;
      if (frame?.expectsKey === true) {
        path[path.length - 1] = decodeKey(line, at + 1, end);
        frame.expectsKey = false;
      } else visit(at + 1, end, path);
      at = end + 1;
    } else if (byte === 0x7b || byte === 0x5b) {
      frames.push({ isObject: byte === 0x7b, expectsKey: byte === 0x7b });
      path.push(byte === 0x7b ? "" : 0);
      at += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (frame === undefined || frame.isObject !== (byte === 0x7d)) return undefined;
      frames.pop();
      path.pop();
      at += 1;
    } else if (byte === 0x2c && frame !== undefined) {
      advance(frame, path);
      at += 1;
    } else if (byte === 0x3a && frame?.isObject === true) at += 1;
    else if (isScalarByte(byte)) {
      while (at < line.length && isScalarByte(line[at])) at += 1;
    } else return undefined;
    if (frames.length === 0) return at;
  }
  return undefined;
}

function decodeKey(line: Buffer, from: number, to: number): string {
  const key = line.toString("utf8", from, to);
  return key.includes("\\") ? decodeJsonString(line, from, to).text : key;
}

function advance(frame: Frame, path: (string | number)[]): void {
  frame.expectsKey = frame.isObject;
  const last = path.at(-1);
  if (typeof last === "number") path[path.length - 1] = last + 1;
}

function findStringEnd(line: Buffer, from: number): number | undefined {
  for (let quote = line.indexOf(0x22, from); quote !== -1; quote = line.indexOf(0x22, quote + 1)) {
    let slashes = 0;
    while (quote - slashes - 1 >= from && line[quote - slashes - 1] === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return undefined;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of numbers, true, false and null. */
function isScalarByte(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x2d ||
      byte === 0x2b ||
      byte === 0x2e ||
      byte === 0x45)
  );
}
