/** Owns the walk over a parsed config.toml: tables become dotted keys, known values stay whole. */
import { findSetting } from "./settings-table.ts";

/** `[key, raw value]` for every value in the file, in its order. A list of tables is one value. */
export function flattenToml(value: unknown, prefix = ""): readonly (readonly [string, unknown])[] {
  if (!isTable(value) || findSetting(prefix) !== undefined)
    return prefix === "" ? [] : [[prefix, value]];
  return Object.entries(value).flatMap(([name, child]) =>
    flattenToml(child, prefix === "" ? name : `${prefix}.${name}`),
  );
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/** Every piece of text inside a raw value, to look at for secrets. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isTable(value) ? Object.values(value).flatMap(textsIn) : [];
}
