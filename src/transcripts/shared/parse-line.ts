/** Owns turning the bytes of one transcript line into the records on it, whatever a crash did to the line. */
import type { SkipReason } from "../../core/source-file.ts";
import { asObject, asText, type JsonObject } from "./json-fields.ts";

/** Longer lines are archived but not parsed: their decoded form would not fit a 256 MB heap. */
export const MAX_PARSED_LINE_BYTES = 64 * 1024 * 1024;
/** Damaged lines longer than this are not searched for whole records behind the damage. */
const MAX_SALVAGED_LINE_BYTES = 1024 * 1024;
const MAX_SALVAGE_STARTS = 64;

/** Records in the order they stand, and why a part of the line (null: no part) became none. */
export interface ParsedLine {
  readonly records: readonly JsonObject[];
  readonly problem: Extract<SkipReason, "blank" | "damaged" | "nul-run" | "too-long"> | null;
}

/**
 * Parses one line without its newline. A byte-order mark, CR and runs of NUL around a record are dropped; of two
 * objects on one line both are kept; a torn record is never kept in part. JSON that is no object counts as damaged.
 * `isRecord` tells a whole record from an inner object of a torn one and is asked only behind damage.
 */
export function parseLine(
  line: Buffer,
  isRecord: (value: JsonObject) => boolean = hasTypeAndIdentity,
): ParsedLine {
  const body = trim(line);
  if (body.length === 0) return { records: [], problem: line.includes(0) ? "nul-run" : "blank" };
  if (body.length > MAX_PARSED_LINE_BYTES) return { records: [], problem: "too-long" };
  const text = body.toString("utf8");
  const record = parseObject(text);
  if (record !== undefined) return { records: [record], problem: null };
  if (body.length > MAX_SALVAGED_LINE_BYTES) return { records: [], problem: "damaged" };
  return salvage(text, isRecord);
}

/** Without byte-order mark and without the spaces, CR and NUL bytes around the record. */
function trim(line: Buffer): Buffer {
  let from = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0;
  let to = line.length;
  while (from < to && isPadding(line[from])) from += 1;
  while (to > from && isPadding(line[to - 1])) to -= 1;
  return from === 0 && to === line.length ? line : line.subarray(from, to);
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function salvage(text: string, isRecord: (value: JsonObject) => boolean): ParsedLine {
  const records: JsonObject[] = [];
  let at = 0;
  while (at < text.length) {
    if (isPadding(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const end = findObjectEnd(text, at);
    const record = end === undefined ? undefined : parseObject(text.slice(at, end));
    if (end === undefined || record === undefined) break;
    records.push(record);
    at = end;
  }
  if (at >= text.length) return { records, problem: null };
  records.push(...salvageTail(text, at + 1, isRecord));
  return { records, problem: "damaged" };
}

/** The whole record, if any, that a torn one runs into: it must reach to the end of the line. */
function salvageTail(
  text: string,
  from: number,
  isRecord: (value: JsonObject) => boolean,
): readonly JsonObject[] {
  let at = text.indexOf('{"', from);
  for (let tries = 0; at !== -1 && tries < MAX_SALVAGE_STARTS; tries += 1) {
    const record = parseObject(text.slice(at));
    if (record !== undefined && isRecord(record)) return [record];
    at = text.indexOf('{"', at + 1);
  }
  return [];
}

function findObjectEnd(text: string, from: number): number | undefined {
  if (text[from] !== "{") return undefined;
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return undefined;
}

function hasTypeAndIdentity(value: JsonObject): boolean {
  return (
    asText(value["type"]) !== undefined &&
    (asText(value["timestamp"]) ?? asText(value["uuid"]) ?? asText(value["sessionId"])) !==
      undefined
  );
}
