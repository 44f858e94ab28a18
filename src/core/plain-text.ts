/** Owns making text from transcripts safe to print: no terminal escapes, no control characters, no hidden direction changes. */

/**
 * A terminal string sequence (OSC, DCS, SOS, PM, APC) longer than this is treated as text, so one escape cannot hide
 * a page. Its body holds no other introducer: that also keeps the search linear.
 */
const MAX_SEQUENCE = 4096;

const NEEDS_WORK =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;

const STRING_SEQUENCE = new RegExp(
  `(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u0090-\\u009f\\n]{0,${MAX_SEQUENCE}}(?:\\u0007|\\u001b\\\\|\\u009c)`,
  "g",
);
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const SHORT_ESCAPE = /\u001b[ -/]{0,8}[0-OQ-WYZ\\`-~]/g;
const LEFT_OVER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters that nobody sees and a model reads: tags, and the variation selectors that bytes can be hidden in. */
const UNSEEN = /[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * Returns `text` fit for a terminal: escape sequences and control characters are gone (line feed and tab stay, a
 * carriage return becomes a line feed, since alone it lets a line overwrite itself), direction controls are written
 * out as `\u202e`, tag characters are gone, lone surrogates become U+FFFD. Text with nothing to remove comes back as the same string.
 */
export function toPlainText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(STRING_SEQUENCE, "")
    .replace(CONTROL_SEQUENCE, "")
    .replace(SHORT_ESCAPE, "")
    .replace(LEFT_OVER, "")
    .replace(DIRECTION, escapeUnit)
    .replace(UNSEEN, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** {@link toPlainText} on one line: line feeds and tabs become single blanks. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/[\n\t\u2028\u2029]+/g, " ");
}

/** One JSON document (two-space indent, final newline) in which every control, direction and tag character is escaped. */
export function toSafeJson(value: unknown): string {
  const hidden = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\udb40[\udc00-\uddef]/g;
  return `${JSON.stringify(value, null, 2).replace(hidden, escapeUnit)}\n`;
}

function escapeUnit(characters: string): string {
  return characters
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
