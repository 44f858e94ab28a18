/** Owns making the texts of an answer harmless to print, with every offset into them left as it is. */

/**
 * What a terminal acts on, what turns the direction of writing, what a person does not see and a model reads, what is
 * no character: C0 without tab and line feed, C1, bidi controls, line and paragraph separators, tag characters, lone surrogates.
 * One variation selector belongs to the character before it; bytes can be hidden in a row of them.
 */
const ACTING =
  /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]|(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){2,}|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const REPLACEMENT = "\ufffd";
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = "\u2421";

/**
 * The same value with every string in it harmless, names of members included. A control character becomes its picture
 * (`␛`), a carriage return a blank or a line feed, the rest U+FFFD: no text gets longer or shorter, so `marks`, `from`
 * and `length` keep their meaning.
 */
export function toHarmless<T>(value: T): T {
  return mapTexts(value) as T;
}

function mapTexts(value: unknown): unknown {
  if (typeof value === "string") return harmlessText(value);
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [harmlessText(key), mapTexts(member)]),
  );
}

function harmlessText(text: string): string {
  return text.replace(ACTING, replaceActing);
}

function replaceActing(found: string): string {
  if (found === "\r\n") return " \n";
  const code = found.charCodeAt(0);
  if (code === 0x0d || code === 0x2028 || code === 0x2029) return "\n";
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  if (code === 0x7f) return PICTURE_OF_DELETE;
  return REPLACEMENT.repeat(found.length);
}
