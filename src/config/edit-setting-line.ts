/** Owns changing one value in the text of config.toml and leaving every other byte as it was; pure. */
import { scanToml, type TomlKey, type TomlTable } from "./scan-toml.ts";

/**
 * Returns `text` with `key` (dotted) set to `value` (TOML). A value that stands there is replaced in place, with its
 * comment kept; else the line goes to the end of its table; else a table is added at the end of the file. Line ends
 * are those of the text. `text` has to be valid TOML.
 */
export function editSettingLine(text: string, key: string, value: string): string {
  const places = scanToml(text);
  const present = places.find(
    (place): place is TomlKey => place.kind === "key" && place.path === key,
  );
  if (present !== undefined) {
    return text.slice(0, present.valueFrom) + value + text.slice(present.valueTo);
  }
  const newline = /\r\n/.test(text) ? "\r\n" : "\n";
  const dot = key.lastIndexOf(".");
  const table = key.slice(0, Math.max(dot, 0));
  const line = `${key.slice(dot + 1)} = ${value}`;
  const end = endOfTable(places, table);
  if (end !== undefined)
    return `${text.slice(0, end)}${end === 0 ? "" : newline}${line}${end === 0 ? newline : ""}${text.slice(end)}`;
  const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
  return `${text}${gap}[${table}]${newline}${line}${newline}`;
}

/** Where a new line of the table goes: after its last key, else after its header. */
function endOfTable(places: readonly (TomlKey | TomlTable)[], table: string): number | undefined {
  const header = places.findIndex((place) => place.kind === "table" && place.path === table);
  if (table !== "" && header < 0) return undefined;
  const rest = places.slice(header + 1);
  const next = rest.findIndex((place) => place.kind !== "key");
  const last = (next < 0 ? rest : rest.slice(0, next)).at(-1) ?? places[header];
  return last?.to ?? 0;
}
