/** Owns which parts of a text a person marked private, and the masking of those parts and of their words. */

/** One private span in UTF-16 offsets: `from..to` with its tags, `contentFrom..contentTo` without them. */
export interface PrivateSpan {
  readonly from: number;
  readonly to: number;
  readonly contentFrom: number;
  readonly contentTo: number;
}

/** Words shorter than this are too common to mask outside their span. */
export const PRIVATE_WORD_MIN_CHARS = 8;
/** A longer run is data, not a word; it would cost a hash over all of it. */
const PRIVATE_WORD_MAX_CHARS = 4096;

const ANY_TAG = /<\/?private(?:\s[^<>]*)?>/gi;
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;
const BACKTICK_RUN = /`+/g;

/**
 * Finds private spans in order, never overlapping. Tags inside closed fences or inline code do not count, nested
 * tags belong to the outer span, and a span without its closing tag runs to the end: when in doubt, private. So is what
 * a closing tag outside code ends although its opening tag seems to stand in code: a backtick may be part of a password.
 */
export function findPrivateSpans(text: string): readonly PrivateSpan[] {
  if (text.search(ANY_TAG) === -1) return [];
  const code = findCode(text);
  const spans: PrivateSpan[] = [];
  let depth = 0;
  let from = 0;
  let contentFrom = 0;
  let quoted: readonly [from: number, contentFrom: number] | undefined;
  for (const match of text.matchAll(ANY_TAG)) {
    const at = match.index;
    const end = at + match[0].length;
    const isOpening = match[0][1] !== "/";
    if (isInside(code, at)) {
      quoted = isOpening ? (quoted ?? [at, end]) : undefined;
      continue;
    }
    if (isOpening) {
      // What stands inside the tag may be the secret itself, so it counts as content.
      if (depth === 0)
        [from, contentFrom] = [at, /^<private\s*>$/i.test(match[0]) ? end : at + "<private".length];
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ from, to: end, contentFrom, contentTo: at });
      quoted = undefined;
    } else if (quoted !== undefined) {
      spans.push({ from: quoted[0], to: end, contentFrom: quoted[1], contentTo: at });
      quoted = undefined;
    }
  }
  if (depth > 0) spans.push({ from, to: text.length, contentFrom, contentTo: text.length });
  return spans;
}

/** The text with each private span replaced by `[private]`; the same string when there is none. */
export function maskPrivateSpans(text: string): string {
  const spans = findPrivateSpans(text);
  if (spans.length === 0) return text;
  let masked = "";
  let done = 0;
  for (const span of spans) {
    masked += `${text.slice(done, span.from)}[private]`;
    done = span.to;
  }
  return masked + text.slice(done);
}

/** The distinct words of eight characters or more inside private spans, in lower case. */
export function listPrivateWords(text: string): readonly string[] {
  const words = new Set<string>();
  for (const span of findPrivateSpans(text)) {
    forEachWord(text.slice(span.contentFrom, span.contentTo), (word) => {
      // A span that was blanked before holds only stars, which say nothing.
      if (/[\p{L}\p{N}]/u.test(word)) words.add(word.toLowerCase());
    });
  }
  return [...words];
}

/** Replaces by `[private]` each word for which `isPrivate` (asked in lower case) holds; else the same string. */
export function maskWords(text: string, isPrivate: (word: string) => boolean): string {
  let masked = "";
  let done = 0;
  forEachWord(text, (word, at) => {
    if (at < done || !isPrivate(word.toLowerCase())) return;
    masked += `${text.slice(done, at)}[private]`;
    done = at + word.length;
  });
  return done === 0 ? text : masked + text.slice(done);
}

/**
 * Visits each long word twice over: as written between spaces and quotes (a password with signs in it), then
 * its plain runs of letters and digits, so that the word is found again whatever stands next to it.
 */
function forEachWord(text: string, visit: (word: string, at: number) => void): void {
  // Bounded, because a match of megabytes overflows the stack of the regular expression engine.
  for (const match of text.matchAll(/[^\s"'`<>()[\]{},;:=|\\]{8,8192}/g)) {
    const token = match[0];
    const start = /^[.!?/-]*/.exec(token)?.[0].length ?? 0;
    let end = token.length;
    while (end > start && ".!?/-".includes(token[end - 1] ?? "")) end -= 1;
    const whole = token.slice(start, end);
    visitSized(whole, match.index + start, visit);
    for (const part of whole.matchAll(/[\p{L}\p{N}_]+/gu)) {
      if (part[0].length !== whole.length)
        visitSized(part[0], match.index + start + part.index, visit);
    }
  }
}

function visitSized(word: string, at: number, visit: (word: string, at: number) => void): void {
  if (word.length >= PRIVATE_WORD_MIN_CHARS && word.length <= PRIVATE_WORD_MAX_CHARS)
    visit(word, at);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Closed fences, and inline code that opens and closes on one line; anything looser would hide a real tag. */
function findCode(text: string): readonly Range[] {
  const fences = findFences(text);
  const ranges: Range[] = [...fences];
  const openRuns = new Map<number, number>();
  let line = 0;
  for (const match of text.matchAll(BACKTICK_RUN)) {
    const at = match.index;
    if (isInside(fences, at)) continue;
    if (text.slice(line, at).includes("\n")) openRuns.clear();
    line = at;
    const length = match[0].length;
    const opened = openRuns.get(length);
    if (opened === undefined) {
      openRuns.set(length, at);
    } else {
      ranges.push({ from: opened, to: at + length });
      openRuns.clear();
    }
  }
  return ranges.sort((a, b) => a.from - b.from);
}

function findFences(text: string): readonly Range[] {
  const fences: Range[] = [];
  let open: { readonly from: number; readonly marker: string } | undefined;
  for (const match of text.matchAll(FENCE_LINE)) {
    const marker = match[1] ?? "";
    const rest = match[2] ?? "";
    if (open === undefined) {
      if (!(marker[0] === "`" && rest.includes("`"))) open = { from: match.index, marker };
    } else if (
      marker[0] === open.marker[0] &&
      marker.length >= open.marker.length &&
      rest.trim() === ""
    ) {
      fences.push({ from: open.from, to: match.index + match[0].length });
      open = undefined;
    }
  }
  return fences;
}

function isInside(ranges: readonly Range[], at: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - 3; i -= 1) {
    const range = ranges[i];
    if (range !== undefined && at < range.to) return true;
  }
  return false;
}
