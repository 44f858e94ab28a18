/** Owns reading archived lines that may match: raw bytes go in, redacted readings come out. */
import { parsePlaceholder } from "../../archive/placeholder.ts";
import { VarveError } from "../../core/errors.ts";
import type { Redactor } from "../../core/redactor.ts";
import type { Engine } from "../engine.ts";
import { cutIntoWindows, type LineWindow } from "./line-windows.ts";
import { safeReadings } from "./safe-readings.ts";

export interface CandidatePlace {
  readonly entryId: string;
  readonly epoch: number;
  readonly fromLine: number;
}

/** One reading of one piece of a line. */
export interface CandidateText {
  readonly line: number;
  readonly text: string;
  readonly window: Pick<LineWindow, "isFirst" | "isLast">;
}

export interface Candidates {
  /** In the order of lines. */
  readonly texts: readonly CandidateText[];
  /** Where to go on; undefined at the end of the epoch. */
  readonly nextLine: number | undefined;
  /** The rest of the epoch cannot be read. */
  readonly damaged: boolean;
}

export interface CandidateOptions {
  /** Finds lines worth redacting in bytes read as Latin-1; undefined: all of them. */
  readonly raw: RegExp | undefined;
  readonly redactor: Redactor;
  /** Lines that no answer shows; undefined where there are none. */
  readonly isHidden: ((line: Buffer, number: number) => boolean) | undefined;
  readonly mostLines: number;
  readonly until: number;
}

/** Enough for one round of matching. */
const MOST_CHARS = 2_000_000;
/** Asking for the time costs as much as looking through a short line. */
const LINES_PER_LOOK_AT_CLOCK = 32;

/** Stops after `mostLines` lines that may match, or when the time is over, in bounded memory. */
export function readCandidates(
  engine: Engine,
  { entryId, epoch, fromLine }: CandidatePlace,
  options: CandidateOptions,
): Candidates {
  const texts: CandidateText[] = [];
  let nextLine: number | undefined;
  let lines = 0;
  let chars = 0;
  const take = (line: Buffer, number: number): boolean => {
    const isDue = number % LINES_PER_LOOK_AT_CLOCK === 0 && number > fromLine;
    if (isDue && performance.now() >= options.until) {
      nextLine = number;
      return false;
    }
    const before = texts.length;
    for (const text of readingsOfLine(line, options)) {
      texts.push({ line: number, ...text });
      chars += text.text.length;
    }
    if (texts.length > before && options.isHidden?.(line, number) === true) texts.length = before;
    if (texts.length > before) lines += 1;
    if (lines < options.mostLines && chars < MOST_CHARS) return true;
    nextLine = number + 1;
    return false;
  };
  try {
    engine.archive.readLines(entryId, epoch, fromLine, take);
  } catch (error) {
    if (!(error instanceof VarveError) || !["corrupt", "not-found", "busy"].includes(error.code))
      throw error;
    return { texts, nextLine: undefined, damaged: true };
  }
  return { texts, nextLine, damaged: false };
}

function* readingsOfLine(
  line: Buffer,
  { raw, redactor }: CandidateOptions,
): Generator<Omit<CandidateText, "line">> {
  // What was removed is not there any more, and its placeholder is ours.
  if (parsePlaceholder(line) !== undefined) return;
  for (const { bytes, isFirst, isLast } of cutIntoWindows(line)) {
    if (raw !== undefined && !raw.test(bytes.toString("latin1"))) continue;
    for (const text of safeReadings(bytes.toString("utf8"), redactor))
      yield { text, window: { isFirst, isLast } };
  }
}
