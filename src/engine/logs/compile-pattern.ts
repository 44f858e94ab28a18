/** Owns making a person's regular expression ready to run: flags, limits, errors that teach, the text it cannot do without. */
import { VarveError } from "../../core/errors.ts";

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** Stands in every text that matches, in some letter case; undefined when none is sure. */
  readonly literal: string | undefined;
}

export const LONGEST_PATTERN = 1_000;
/** Shorter ones stand nearly everywhere. */
const SHORTEST_LITERAL = 3;

/**
 * An ECMAScript regular expression; `^` and `$` are line ends, letter case counts only when the expression has capitals.
 * Unicode mode where the expression allows it. Throws VarveError `usage`.
 */
export function compilePattern(text: string): Pattern {
  if (text.length > LONGEST_PATTERN)
    throw new VarveError(
      "usage",
      `the expression has ${text.length} characters, at most ${LONGEST_PATTERN} are taken`,
      "shorten it, or look for a text with --exact",
    );
  const flags = hasCapitals(text) ? "m" : "im";
  const problem = problemOf(text, flags);
  if (problem !== undefined && problemOf(text, `${flags}u`) !== undefined)
    throw new VarveError(
      "usage",
      `the regular expression is not valid: ${problem}`,
      "correct it, or look for the text as it is with --exact",
    );
  const unicode = problemOf(text, `${flags}u`) === undefined;
  return { source: text, flags: unicode ? `${flags}u` : flags, literal: sureLiteral(text) };
}

function problemOf(source: string, flags: string): string | undefined {
  try {
    RegExp(source, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // V8 repeats the whole expression before the reason.
    return (/^.*\/[a-z]*: (.+)$/s.exec(message)?.[1] ?? message).slice(0, 200);
  }
}

/** Escapes such as `\S` and `\p{Lu}` are no capitals. */
function hasCapitals(source: string): boolean {
  return /\p{Lu}/u.test(
    source.replace(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[ux][0-9a-fA-F]+|k<[^>]*>|.)/gsu, ""),
  );
}

/**
 * The longest run of plain characters at the top level, outside groups, classes and what a quantifier makes optional.
 * An expression with alternatives at any level gives none: finding out which part is common is not worth it.
 */
function sureLiteral(source: string): string | undefined {
  if (source.includes("|")) return undefined;
  const runs: string[] = [];
  let run = "";
  let depth = 0;
  const close = (): void => {
    runs.push(run);
    run = "";
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\\") {
      const escaped = source.charAt(at + 1);
      at += 1;
      if (/[\w\s]/.test(escaped) || escaped > "\u007f") {
        // A class, an assertion, a code: none of it is text. What follows an escape such as \x41 may belong to it.
        close();
        at = skipEscape(source, at);
      } else if (depth === 0) run += escaped;
    } else if (character === "[") {
      close();
      at = classEnd(source, at);
    } else if (character === "(") {
      close();
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
    } else if (character === "*" || character === "?" || character === "{") {
      // The character before may be missing.
      run = Array.from(run).slice(0, -1).join("");
      close();
      if (character === "{") at = Math.max(at, source.indexOf("}", at));
    } else if (".^$+".includes(character)) close();
    else if (depth === 0) run += character;
  }
  close();
  const longest = runs.reduce((best, each) => (each.length > best.length ? each : best), "");
  return longest.length >= SHORTEST_LITERAL ? longest : undefined;
}

/** Index of the last character of the escape whose letter stands at `at`. */
function skipEscape(source: string, at: number): number {
  const rest = /^(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[A-Za-z]|\d+)/.exec(
    source.slice(at),
  );
  return at + (rest?.[0].length ?? 1) - 1;
}

/** Index of the `]` that ends the class at `at`. */
function classEnd(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] === "\\") end += 1;
    else if (source[end] === "]") return end;
  }
  return source.length;
}
