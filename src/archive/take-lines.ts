/** Owns what becomes of a host's lines before they are stored: private parts blanked, forgotten lines replaced. */
import { VarveError } from "../core/errors.ts";
import type { WithheldLine, WithholdLine } from "./archive-types.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { placeholder } from "./placeholder.ts";
import type { WithheldRecord } from "./sidecar-lines.ts";

const NEWLINE = 10;

/** Lines ready to be stored, with what was changed in them. */
export interface StoredLines {
  readonly bytes: Buffer;
  /** Count of lines; a last one without newline counts. */
  readonly lines: number;
  readonly withheld: readonly WithheldRecord[];
  readonly forgottenLines: number;
}

export interface LineRules {
  readonly hash: KeyedHash;
  readonly withhold: WithholdLine | undefined;
  /** Keyed hashes of lines that must stay out of this file's entry. */
  readonly forgotten: ReadonlySet<string>;
}

/** Calls `onLine` for each line without its newline; `onLine` returning false stops. */
export function eachLine(
  bytes: Buffer,
  onLine: (line: Buffer, start: number, end: number) => boolean | void,
): void {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found;
    if (onLine(bytes.subarray(start, end), start, end) === false) return;
    start = end + 1;
  }
}

function recordWithheld(
  hash: KeyedHash,
  number: number,
  line: Buffer,
  held: WithheldLine,
): WithheldRecord {
  if (held.line.length !== line.length) {
    throw new VarveError(
      "refused",
      `Blanking a private part changed the length of a line (${line.length} to ${held.line.length} bytes).`,
      "Nothing was archived from this file; please report it.",
    );
  }
  const blanked = Buffer.concat(held.spans.map((span) => span.bytes));
  return {
    line: number,
    bytes: blanked.length,
    hash: hash.short("private", blanked),
    lineHash: hash.short("line", line),
  };
}

/**
 * Applies the rules to whole lines of a source (only the last may lack its newline). `firstLine` is the number of the
 * first one. Returns the same buffer when nothing had to change.
 */
export function takeLines(source: Buffer, firstLine: number, rules: LineRules): StoredLines {
  const { hash, withhold, forgotten } = rules;
  const parts: Buffer[] = [];
  const withheld: WithheldRecord[] = [];
  let number = firstLine;
  let copied = 0;
  let forgottenLines = 0;
  const replace = (start: number, end: number, line: Buffer): void => {
    parts.push(source.subarray(copied, start), line);
    copied = end;
  };
  eachLine(source, (line, start, end) => {
    const held = withhold?.(line);
    const kept = held?.line ?? line;
    const isForgotten =
      forgotten.size > 0 &&
      (forgotten.has(hash.short("line", line)) ||
        (held !== undefined && forgotten.has(hash.short("line", kept))));
    if (isForgotten) {
      replace(start, end, placeholder("forgotten", line.length));
      forgottenLines += 1;
    } else if (held !== undefined) {
      replace(start, end, kept);
      withheld.push(recordWithheld(hash, number, line, held));
    }
    number += 1;
  });
  if (parts.length === 0) {
    return { bytes: source, lines: number - firstLine, withheld, forgottenLines };
  }
  parts.push(source.subarray(copied));
  return { bytes: Buffer.concat(parts), lines: number - firstLine, withheld, forgottenLines };
}
