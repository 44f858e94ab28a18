/** Owns reading typed fields out of decoded JSON whose shape nobody promised. */

/** A decoded JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; undefined for arrays, null and scalars. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value as a list; empty when it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value as a string that is not empty; undefined otherwise. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value as a finite number; undefined otherwise. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
