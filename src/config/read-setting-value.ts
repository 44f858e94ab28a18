/** Owns turning one raw value (from TOML, a variable or a flag) into the value a setting has. */
import { isAbsolute } from "node:path";

import { nearest } from "../core/nearest.ts";
import { expandHome } from "../platform/paths.ts";
import {
  ARCHIVE_CLASSES,
  type RedactRule,
  type SettingSpec,
  type Settings,
} from "./settings-table.ts";

export type SettingValue = Settings[keyof Settings];

/** `value`, or `problem`: what was expected, without repeating what came in (it may be a secret). */
export type ReadValue = { readonly value: SettingValue } | { readonly problem: string };

const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

/** Checks and converts. `homeFolder` replaces `~`; undefined leaves such a path refused. */
export function readSettingValue(
  spec: SettingSpec,
  raw: unknown,
  homeFolder: string | undefined,
): ReadValue {
  const { type } = spec;
  switch (type.kind) {
    case "path":
      return readPath(raw, homeFolder);
    case "path-list":
      return readList(raw, (item) => readPath(item, homeFolder));
    case "text-list":
      return readList(raw, (item) =>
        typeof item === "string" && item.trim() !== ""
          ? { value: item }
          : { problem: "a list of words" },
      );
    case "retention-list":
      return readRetention(raw);
    case "integer":
      return readInteger(raw, type.from, type.to);
    case "choice":
      return readChoice(raw, type.values);
    case "duration":
      return readDuration(raw);
    case "instant":
      return readInstant(raw);
    case "rules":
      return readRules(raw);
  }
}

/** What a person writes in a variable, a flag or `config set`, as the raw value TOML would give. */
export function rawFromText(spec: SettingSpec, text: string): unknown {
  switch (spec.type.kind) {
    case "integer":
      return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : text;
    case "path-list":
    case "text-list":
    case "retention-list":
      return text.trimStart().startsWith("[") ? parseJson(text) : splitList(text);
    case "rules":
      return parseJson(text);
    case "path":
    case "choice":
    case "duration":
    case "instant":
      return text;
  }
}

function splitList(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readPath(raw: unknown, homeFolder: string | undefined): ReadValue {
  const problem = "an absolute path, or one that begins with ~/";
  if (typeof raw !== "string" || raw.includes("\0")) return { problem };
  const path = homeFolder === undefined ? raw : expandHome(raw, homeFolder);
  return isAbsolute(path) || path.startsWith("**") ? { value: path } : { problem };
}

function readList(raw: unknown, readItem: (item: unknown) => ReadValue): ReadValue {
  if (!Array.isArray(raw)) return { problem: 'a list such as ["a", "b"]' };
  const values: string[] = [];
  for (const item of raw) {
    const read = readItem(item);
    if ("problem" in read) return { problem: `${read.problem} (entry ${values.length + 1})` };
    if (typeof read.value !== "string") return { problem: `text (entry ${values.length + 1})` };
    values.push(read.value);
  }
  return { value: values };
}

function readRetention(raw: unknown): ReadValue {
  const problem = `entries such as "tool-result=90d" with a class of ${ARCHIVE_CLASSES.join(", ")}`;
  const list = readList(raw, (item) => (typeof item === "string" ? { value: item } : { problem }));
  if ("problem" in list) return list;
  const days: Record<string, number | undefined> = {};
  for (const entry of list.value as readonly string[]) {
    const [name = "", text = ""] = entry.split("=", 2).map((part) => part.trim());
    const duration = readDuration(text);
    if (!ARCHIVE_CLASSES.includes(name) || "problem" in duration) return { problem };
    days[name] = duration.value as number | undefined;
  }
  return { value: days };
}

function readInteger(raw: unknown, from: number, to: number): ReadValue {
  const number = typeof raw === "bigint" ? Number(raw) : raw;
  const isInside =
    typeof number === "number" && Number.isInteger(number) && number >= from && number <= to;
  return isInside ? { value: number } : { problem: `a whole number from ${from} to ${to}` };
}

function readChoice(raw: unknown, values: readonly string[]): ReadValue {
  const found = values.find((value) => value === raw);
  if (found !== undefined) return { value: found as SettingValue };
  const near = typeof raw === "string" ? nearest(raw, values) : undefined;
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return { problem: `one of ${values.join(", ")}${hint}` };
}

function readDuration(raw: unknown): ReadValue {
  if (raw === "forever") return { value: undefined };
  const match = typeof raw === "string" ? /^(\d{1,6})\s*([dwmy])$/.exec(raw) : null;
  if (match === null) return { problem: '"forever", or a number with d, w, m or y such as "180d"' };
  return { value: Number(match[1]) * (DAYS[match[2] ?? "d"] ?? 1) };
}

function readInstant(raw: unknown): ReadValue {
  const hasZone = typeof raw === "string" && /T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(raw);
  const time = hasZone ? Date.parse(raw) : NaN;
  return Number.isNaN(time)
    ? { problem: "an instant with its zone, such as 2026-01-31T09:00:00Z" }
    : { value: time };
}

function readRules(raw: unknown): ReadValue {
  const problem = "tables with a name and a pattern (both text)";
  if (!Array.isArray(raw)) return { problem };
  const rules: RedactRule[] = [];
  for (const row of raw) {
    const { name, pattern } = (row ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== "string" || typeof pattern !== "string") return { problem };
    rules.push({ name, pattern });
  }
  return { value: rules };
}
