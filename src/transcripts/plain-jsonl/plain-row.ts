/** Owns the row of a plain JSONL transcript: `{ts, role, text}` and its optional fields. */
import type { TurnClass, TurnRole } from "../../core/turn.ts";
import { toIsoTime } from "../shared/iso-time.ts";
import { asText, type JsonObject } from "../shared/json-fields.ts";

/** One row, decoded. `time` is null when the row has none that can be read. */
export interface PlainRow {
  readonly time: string | null;
  readonly role: TurnRole;
  readonly class: TurnClass;
  readonly text: string;
  readonly id: string | null;
  readonly session: string | null;
  readonly cwd: string | null;
  readonly title: string | null;
  readonly tool: string | null;
}

const ROLES: Readonly<Record<string, readonly [TurnRole, TurnClass]>> = {
  user: ["user", "prompt"],
  human: ["user", "prompt"],
  assistant: ["assistant", "reply"],
  ai: ["assistant", "reply"],
  tool: ["tool", "result"],
  system: ["system", "lifecycle"],
};

const MAX_NAME_CHARS = 200;

/** True for a row with a known role, its text and a time field. */
export function isPlainRecord(record: JsonObject): boolean {
  return (
    roleOf(record) !== undefined &&
    textOf(record) !== undefined &&
    (record["ts"] ?? record["timestamp"] ?? null) !== null
  );
}

/** The row; undefined when it has no known role or no text. A missing time is no reason to drop it. */
export function decodePlainRow(record: JsonObject): PlainRow | undefined {
  const role = roleOf(record);
  const text = textOf(record);
  if (role === undefined || text === undefined) return undefined;
  return {
    time: plainInstant(record["ts"] ?? record["timestamp"]),
    role: role[0],
    class: role[1],
    text,
    id: nameOf(record["id"]),
    session: nameOf(record["session"]),
    cwd: asText(record["cwd"]) ?? asText(record["project"]) ?? null,
    title: asText(record["title"]) ?? null,
    tool: asText(record["tool"]) ?? null,
  };
}

/** A zoned ISO 8601 string, or epoch seconds or milliseconds as a number or as digits; null for the rest. */
export function plainInstant(value: unknown): string | null {
  const isDigits = typeof value === "string" && /^\d{9,14}(?:\.\d{1,9})?$/.test(value);
  return toIsoTime(isDigits ? Number(value) : value) ?? null;
}

/** A name that can be an identity; a longer one is no name. */
function nameOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : asText(value);
  return text === undefined || text.length > MAX_NAME_CHARS ? null : text;
}

function roleOf(record: JsonObject): readonly [TurnRole, TurnClass] | undefined {
  const role = record["role"];
  return typeof role === "string" && Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
}

function textOf(record: JsonObject): string | undefined {
  if (typeof record["text"] === "string") return record["text"];
  return typeof record["content"] === "string" ? record["content"] : undefined;
}
