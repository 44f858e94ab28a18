/**
 * Owns editing TOML that people keep by hand: whole tables are added at the end and taken out again, every other byte
 * stays (comments, number forms, CRLF, a missing final newline). The parser only judges; it never prints.
 */
import { isDeepStrictEqual } from "node:util";

import { listTomlTables } from "./list-toml-tables.ts";
import { parseToml } from "./toml-parse.ts";

export type TomlValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [key: string]: string };

export interface TomlTableText {
  /** `["mcp_servers", "varve"]`. */
  readonly path: readonly string[];
  readonly entries: Readonly<Record<string, TomlValue>>;
}

export type TomlEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

export type TomlDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** Parses TOML (a byte order mark is skipped). Never throws; `problem` is the parser's first line. */
export function readToml(text: string): TomlDocument {
  try {
    return { ok: true, value: parseToml(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    const [problem = "not TOML"] = String(error instanceof Error ? error.message : error).split(
      "\n",
    );
    return { ok: false, problem };
  }
}

/** The value at `path` in parsed TOML; undefined when there is none. */
export function tomlAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

function printString(text: string): string {
  // JSON escapes are TOML escapes, but JSON leaves DEL as it is.
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function printKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : printString(key);
}

function printValue(value: TomlValue): string {
  if (typeof value === "string") return printString(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(printString).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, one]) => `${printKey(key)} = ${printString(one)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

function withTable(value: unknown, table: TomlTableText): unknown {
  const copy = plain(value) as Record<string, unknown>;
  let inner = copy;
  for (const key of table.path) {
    inner[key] ??= {};
    inner = inner[key] as Record<string, unknown>;
  }
  Object.assign(inner, table.entries);
  return copy;
}

/** A copy that can be compared: the parser has date objects of its own. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/**
 * Adds `table` at the end after one empty line. A text without a final newline gets a table without one, which is how
 * {@link removeTable} knows. Refuses text that is not TOML and a table that is there or cannot be added.
 */
export function addTable(text: string, table: TomlTableText): TomlEdit {
  const before = readToml(text);
  if (!before.ok) return { ok: false, problem: `it is not valid TOML (${before.problem})` };
  const name = table.path.map(printKey).join(".");
  if (tomlAt(before.value, table.path) !== undefined) {
    return { ok: false, problem: `it has a table [${name}] already` };
  }
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const entries = Object.entries(table.entries);
  const lines = [
    `[${name}]`,
    ...entries.map(([key, value]) => `${printKey(key)} = ${printValue(value)}`),
  ];
  const body = lines.join(eol);
  const empty = text.replace(/^\uFEFF/, "") === "";
  const ends = empty || text.endsWith("\n");
  const added = empty
    ? text + body + eol
    : text + (ends ? eol : eol + eol) + body + (ends ? eol : "");
  const after = readToml(added);
  // An inline table cannot be extended: the parser says so, or the table landed somewhere else.
  if (!after.ok || !isDeepStrictEqual(plain(after.value), withTable(before.value, table))) {
    return { ok: false, problem: `[${name}] cannot be added to what stands there` };
  }
  return { ok: true, text: added };
}

/**
 * Takes out the table that {@link addTable} wrote, with the tables below it, giving the earlier bytes back. What a person wrote after its last
 * line (comments, empty lines, other tables) stays. Text without the table comes back unchanged.
 */
export function removeTable(text: string, path: readonly string[]): TomlEdit {
  const before = readToml(text);
  if (!before.ok) return { ok: false, problem: `it is not valid TOML (${before.problem})` };
  let left = text;
  for (;;) {
    const table = listTomlTables(left).find(
      (one) =>
        one.path.length >= path.length && path.every((key, index) => one.path[index] === key),
    );
    if (table === undefined) break;
    left = cutTable(left, table.start, table.lastEnd);
  }
  if (left === text && tomlAt(before.value, path) !== undefined) {
    return {
      ok: false,
      problem: `[${path.map(printKey).join(".")}] is not a table of its own there`,
    };
  }
  return { ok: true, text: left };
}

/** Cuts one table and the empty line before it; at the end of a text without final newline, that line's own end too. */
function cutTable(text: string, start: number, end: number): string {
  let from = text.startsWith("\uFEFF") ? Math.max(start, 1) : start;
  const before = text.slice(0, start);
  const blank = /(?:^|\n)(\r?\n)$/.exec(before);
  if (blank !== null) from -= blank[1]?.length ?? 0;
  if (end === text.length && !text.endsWith("\n"))
    from -= /\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return text.slice(0, from) + text.slice(end);
}
