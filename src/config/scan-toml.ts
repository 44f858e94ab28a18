/** Owns finding where each key and table of a TOML text stands, so that one value can be changed and no other byte. */

export interface TomlKey {
  readonly kind: "key";
  /** With the table it stands in, dotted. */
  readonly path: string;
  /** The value without the blanks around it and without a comment after it. */
  readonly valueFrom: number;
  readonly valueTo: number;
  /** End of the last line, before its line end. */
  readonly to: number;
}

export interface TomlTable {
  readonly kind: "table" | "table-list";
  readonly path: string;
  readonly to: number;
}

/** Keys and table headers in their order. `text` has to be valid TOML; anything else gives places that mean nothing. */
export function scanToml(text: string): readonly (TomlKey | TomlTable)[] {
  const found: (TomlKey | TomlTable)[] = [];
  let table = "";
  let inList = false;
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) at += 1;
    else if (character === "#") at = lineEnd(text, at);
    else if (character === "[") {
      inList = text[at + 1] === "[";
      const closing = scanUntil(text, at + (inList ? 2 : 1), "]");
      table = dotted(text.slice(at + (inList ? 2 : 1), closing));
      at = lineEnd(text, closing);
      found.push({ kind: inList ? "table-list" : "table", path: table, to: at });
    } else {
      const equals = scanUntil(text, at, "=");
      const name = dotted(text.slice(at, equals));
      const valueFrom = equals + 1 + (/^[ \t]*/.exec(text.slice(equals + 1))?.[0].length ?? 0);
      const valueTo = scanValue(text, valueFrom);
      at = lineEnd(text, valueTo);
      // A key of one table among several is no setting of its own.
      const path = table === "" ? name : `${table}${inList ? "[]" : ""}.${name}`;
      found.push({ kind: "key", path, valueFrom, valueTo, to: at });
    }
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  if (newline < 0) return text.length;
  return text[newline - 1] === "\r" && newline - 1 >= from ? newline - 1 : newline;
}

/** Position of `sign` outside quotes. */
function scanUntil(text: string, from: number, sign: string): number {
  let at = from;
  while (at < text.length && text[at] !== sign)
    at = isQuote(text[at]) ? skipString(text, at) : at + 1;
  return at;
}

function scanValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  let last = from;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (isQuote(character)) at = last = skipString(text, at);
    else if (character === "#" && depth === 0) break;
    else if (character === "#") at = lineEnd(text, at);
    else if (character === "\n" && depth === 0) break;
    else {
      if (character === "[" || character === "{") depth += 1;
      if (character === "]" || character === "}") depth -= 1;
      at += 1;
      if (!/\s/.test(character)) last = at;
    }
  }
  return last;
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}

/** Position after the string that begins at `from`, in any of its four forms. */
function skipString(text: string, from: number): number {
  const quote = text[from] ?? "";
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  let at = from + mark.length;
  while (at < text.length && !text.startsWith(mark, at))
    at += quote === '"' && text[at] === "\\" ? 2 : 1;
  at += mark.length;
  // Up to two quotes may stand right before the three that close.
  while (mark.length === 3 && text[at] === quote) at += 1;
  return Math.min(at, text.length);
}

function dotted(name: string): string {
  const parts = name.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^.\s]+/g) ?? [];
  return parts.map((part) => part.replace(/^(["'])(.*)\1$/s, "$2")).join(".");
}
