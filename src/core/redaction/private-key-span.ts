/** Owns where an armoured private key begins and ends: escaped, quoted, numbered, cut short or without its last line. */

const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Private-MAC|Subject|Encryption): ?[^\n\\]{0,200}/y;
/** Line ends and what tools put around lines: escapes, quotes, joins, diff and quote signs, line numbers. */
const BETWEEN =
  /(?:\\{1,4}[nrt]|[\s"'`,+|>#*→:\\])(?:\\{1,4}[nrt]|[\s"'`,+|>#*→:\\]|\d{1,6}(?=[\t→:|]| {1,4}[A-Za-z0-9+/]{16})){0,40}/y;
const LINE = /[A-Za-z0-9+/=]{1,8000}/y;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const FULL_LINE = 16;
const LONGEST_BODY = 16_000;

/**
 * Index after the key whose opening line ends at `from`; undefined when no key follows (a mention of the
 * opening line alone). A key without its closing line ends where its text stops looking like one.
 */
export function findPrivateKeyEnd(text: string, from: number): number | undefined {
  let at = from;
  let end = from;
  let seen = 0;
  for (;;) {
    at = skip(BETWEEN, text, at);
    const closed = skip(END, text, at);
    if (closed > at) return seen >= FULL_LINE ? closed : undefined;
    const header = skip(HEADER, text, at);
    const next = header > at ? header : skip(LINE, text, at);
    if (next === at) break;
    if (header === at) {
      const isLast = next - at < FULL_LINE;
      if (seen === 0 && isWord(text.slice(at, next))) break;
      if (
        isLast &&
        skip(END, text, skip(BETWEEN, text, next)) === skip(BETWEEN, text, next) &&
        seen < FULL_LINE * 4
      )
        break;
      seen += next - at;
      end = next;
      if (isLast && !continues(text, next)) break;
    }
    at = next;
  }
  return seen >= FULL_LINE ? end : undefined;
}

/**
 * Index where the key begins whose closing line begins at `to`; undefined when no key stands before it.
 * Serves text that was cut above.
 */
export function findPrivateKeyStart(text: string, to: number): number | undefined {
  const floor = Math.max(0, to - LONGEST_BODY);
  let start = to;
  let seen = 0;
  let lineEnd = skipBackOverBreak(text, to, floor);
  while (lineEnd > floor) {
    let lineStart = lineEnd;
    while (lineStart > floor && isKeyUnit(text.charCodeAt(lineStart - 1))) lineStart--;
    if (isEscape(text, lineStart)) lineStart++;
    const length = lineEnd - lineStart;
    if (length < 1 || (length < FULL_LINE && seen > 0)) break;
    seen += length;
    start = lineStart;
    lineEnd = skipBackOverBreak(text, lineStart, floor);
    if (lineEnd === lineStart) break;
  }
  return seen >= FULL_LINE ? start : undefined;
}

/** The letter of `\\n` belongs to the line break, not to the line. */
function isEscape(text: string, at: number): boolean {
  const unit = text.charAt(at);
  return text.charAt(at - 1) === "\\" && (unit === "n" || unit === "r");
}

function skipBackOverBreak(text: string, from: number, floor: number): number {
  let at = from;
  for (;;) {
    const unit = text.charAt(at - 1);
    if (at - 1 > floor && isEscape(text, at - 1)) at -= 2;
    else if (at > floor && /[\s"'`,+|>→\\]/.test(unit)) at--;
    else return at;
  }
}

function isKeyUnit(unit: number): boolean {
  const letter = unit | 32;
  return (
    (letter >= 97 && letter <= 122) || (unit >= 47 && unit <= 57) || unit === 43 || unit === 61
  );
}

function isWord(line: string): boolean {
  return line.length < 40 && !/[\d+/]/.test(line);
}

/** A short line is the last one unless a full one or the closing line follows. */
function continues(text: string, at: number): boolean {
  const next = skip(BETWEEN, text, at);
  return skip(END, text, next) > next || skip(LINE, text, next) - next >= FULL_LINE;
}

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}
