/** Owns finding where the tables of a TOML text begin and end, strings and arrays over several lines respected. Pure. */
import { parseToml } from "./toml-parse.ts";

export interface TomlTablePlace {
  readonly path: readonly string[];
  /** `[[path]]`. */
  readonly array: boolean;
  /** Offset of the line that holds the header. */
  readonly start: number;
  /** Offset after the last line that holds a key or the header, its newline included. */
  readonly lastEnd: number;
}

/** Offset after the string that starts at `at`; the end of the text when it is not closed. */
function skipString(text: string, at: number): number {
  const quote = text[at] ?? "";
  const long = text.startsWith(quote.repeat(3), at);
  const close = long ? quote.repeat(3) : quote;
  let next = at + close.length;
  while (next < text.length && !text.startsWith(close, next)) {
    next += quote === '"' && text[next] === "\\" ? 2 : 1;
  }
  next += close.length;
  // Up to two quotes may stand right before the closing three.
  while (long && text[next] === quote) next += 1;
  return Math.min(next, text.length);
}

interface Statement {
  readonly start: number;
  readonly end: number;
}

/** Statements (a header or a key with its value), each from its line's start to after its newline. */
function listStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let lineStart = 0;
  let statementStart = 0;
  let depth = 0;
  let filled = false;
  const close = (end: number): void => {
    if (filled && depth <= 0) statements.push({ start: statementStart, end });
    if (depth <= 0) filled = false;
    lineStart = end;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\n") {
      close(at + 1);
      continue;
    }
    if (character === "#") {
      const end = text.indexOf("\n", at);
      at = (end === -1 ? text.length : end) - 1;
      continue;
    }
    if (/\s/.test(character) || character === "\uFEFF") continue;
    if (!filled) statementStart = lineStart;
    filled = true;
    if (character === '"' || character === "'") at = skipString(text, at) - 1;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
  }
  close(text.length);
  return statements;
}

/** The keys of a header, read by the parser itself so that quoting follows its rules. */
function readHeader(statement: string): { path: string[]; array: boolean } | undefined {
  const array = statement.startsWith("[[");
  let inner: unknown;
  try {
    inner = parseToml(statement);
  } catch {
    return undefined;
  }
  const path: string[] = [];
  while (typeof inner === "object" && inner !== null) {
    if (Array.isArray(inner)) {
      inner = inner[0];
      continue;
    }
    const [key] = Object.keys(inner);
    if (key === undefined) break;
    path.push(key);
    inner = (inner as Record<string, unknown>)[key];
  }
  return { path, array };
}

/** The tables of valid TOML in the order they stand. */
export function listTomlTables(text: string): readonly TomlTablePlace[] {
  const tables: TomlTablePlace[] = [];
  for (const { start, end } of listStatements(text)) {
    const statement = text
      .slice(start, end)
      .replace(/^\uFEFF/, "")
      .trim();
    const header = statement.startsWith("[") ? readHeader(statement) : undefined;
    if (header !== undefined) tables.push({ ...header, start, lastEnd: end });
    else {
      const open = tables.pop();
      if (open !== undefined) tables.push({ ...open, lastEnd: end });
    }
  }
  return tables;
}
