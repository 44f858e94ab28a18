/** Owns looking into an archived line, whatever it is: its text without JSON escapes, and its string values by key. */

/** Inputs of calls are JSON inside JSON: two levels of escapes. */
const MAX_LEVELS = 2;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SHORT: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The text as it is, and with one and two levels of JSON escapes taken away; lower case, composed. */
export function readingsOf(text: string): readonly string[] {
  const readings = [comparable(text)];
  let current = text;
  for (let level = 0; level < MAX_LEVELS && current.includes("\\"); level += 1) {
    current = current.replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
      hex === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    readings.push(comparable(current));
  }
  return readings;
}

/** What texts are compared by: letter case and composition do not count. */
export function comparable(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

export interface KeyedString {
  /** Nearest key above; "" in a bare list. */
  readonly key: string;
  readonly value: string;
}

/** Every string value of a line that is one JSON value; none of any other line. */
export function listStrings(line: string): readonly KeyedString[] {
  let decoded: unknown;
  try {
    decoded = JSON.parse(line);
  } catch {
    return [];
  }
  const found: KeyedString[] = [];
  const waiting: { readonly key: string; readonly value: unknown }[] = [
    { key: "", value: decoded },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, value } = next;
    if (typeof value === "string") found.push({ key, value });
    else if (Array.isArray(value)) for (const item of value) waiting.push({ key, value: item });
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) waiting.push({ key: name, value: item });
  }
  return found;
}
