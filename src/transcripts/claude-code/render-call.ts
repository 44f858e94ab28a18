/** Owns writing a tool call as text that a person can read and search. */
import type { Redactor } from "../../core/redactor.ts";
import { cleanText, cutText, cutToBytes } from "../shared/clean-text.ts";
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";

/** Calls are indexed up to this size (UTF-8). */
const CALL_CAP_BYTES = 8 * 1024;
/** Redaction sees this much of each value, so that a secret across the cap is still whole. */
const VALUE_WINDOW_CHARS = 64 * 1024;
const MAX_DEPTH = 6;
const MAX_VALUES = 200;

const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** The value that says what a call does, shown right behind the tool's name. */
const MAIN_KEYS = [
  "command",
  "file_path",
  "notebook_path",
  "pattern",
  "query",
  "url",
  "path",
  "skill",
  "description",
  "prompt",
];
const PATH_KEYS = ["file_path", "notebook_path", "path"];

export interface RenderedCall {
  readonly text: string;
  readonly truncated: boolean;
  readonly isEdit: boolean;
  readonly files: readonly string[];
}

/** True for the tools that change files. */
export function isEditTool(name: string): boolean {
  return EDIT_TOOLS.has(name);
}

/**
 * Renders a call as `Bash: npm test`, `Edit src/a.ts` with old and new text, else `Name: main value` and one
 * `key: value` line for each further value. `mask` hides private words; the text is redacted before it is cut.
 */
export function renderCall(
  name: string,
  input: unknown,
  redactor: Redactor,
  mask: (text: string) => string,
): RenderedCall {
  const fields = asObject(input) ?? {};
  const files = PATH_KEYS.flatMap((key) => asText(fields[key]) ?? []);
  const isEdit = isEditTool(name);
  const sanitize = (text: string): string => redactor.redact(mask(cleanText(text)));
  const whole = isEdit
    ? renderEdit(name, fields, sanitize)
    : renderFields(name, input, fields, sanitize);
  const text = cutToBytes(whole.text, CALL_CAP_BYTES);
  return { text, truncated: whole.truncated || text.length < whole.text.length, isEdit, files };
}

type Sanitize = (text: string) => string;

interface RawText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Old and new text share the room evenly, so that the new one is never pushed out by a long old one. */
function renderEdit(name: string, fields: JsonObject, sanitize: Sanitize): RawText {
  const path = asText(fields["file_path"]) ?? asText(fields["notebook_path"]) ?? "";
  const changes = [fields, ...asList(fields["edits"]).map((edit) => asObject(edit) ?? {})];
  const parts = changes.flatMap((change) => [
    ...sided("-", asText(change["old_string"])),
    ...sided(
      "+",
      asText(change["new_string"]) ?? asText(change["content"]) ?? asText(change["new_source"]),
    ),
  ]);
  const head = sanitize(`${name} ${path}`.trim());
  const room = Math.max(
    256,
    Math.floor((CALL_CAP_BYTES - Buffer.byteLength(head)) / Math.max(1, parts.length)) - 1,
  );
  let truncated = parts.length > MAX_VALUES;
  const cut = parts.slice(0, MAX_VALUES).map((part) => {
    const short = cutToBytes(sanitize(cutText(part, VALUE_WINDOW_CHARS)), room);
    truncated ||= part.length > VALUE_WINDOW_CHARS || Buffer.byteLength(short) >= room - 4;
    return short;
  });
  return { text: [head, ...cut].join("\n"), truncated };
}

function sided(side: "-" | "+", text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${side} ${text}`];
}

function renderFields(
  name: string,
  input: unknown,
  fields: JsonObject,
  sanitize: Sanitize,
): RawText {
  const mainKey = MAIN_KEYS.find((key) => asText(fields[key]) !== undefined);
  const lines: string[] = [];
  let truncated = false;
  const add = (key: string, value: string): void => {
    const short = cutText(value, VALUE_WINDOW_CHARS);
    truncated ||= short.length < value.length || lines.length >= MAX_VALUES;
    if (lines.length < MAX_VALUES) lines.push(key === "" ? short : `${key}: ${short}`);
  };
  const visit = (key: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined || depth > MAX_DEPTH || lines.length > MAX_VALUES)
      return;
    if (Array.isArray(value)) asList(value).forEach((item) => visit(key, item, depth + 1));
    else if (typeof value === "object") {
      for (const [inner, item] of Object.entries(value)) {
        if (depth > 0 || inner !== mainKey)
          visit(key === "" ? inner : `${key}.${inner}`, item, depth + 1);
      }
    } else if (typeof value === "string") add(key, value);
    else add(key, JSON.stringify(value) ?? "");
  };
  visit("", input, 0);
  const main =
    mainKey === undefined ? "" : cutText(asText(fields[mainKey]) ?? "", VALUE_WINDOW_CHARS);
  const head = main === "" ? name : `${name}: ${main}`;
  return { text: sanitize([head, ...lines].join("\n")), truncated };
}
