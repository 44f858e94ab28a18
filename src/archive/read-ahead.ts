/**
 * Owns handing out the lines that a capture would take in, without taking them in: for a reader that may not write or
 * cannot wait. They come out as they would be archived: private parts blanked, forgotten lines replaced.
 */
import type { ArchiveContext } from "./archive-context.ts";
import type { CaptureRequest } from "./archive-types.ts";
import { chooseEntry, type EntryChoice } from "./choose-entry.ts";
import { openSource, type OpenSource } from "./open-source.ts";
import { fileKeyOf } from "./prepare-step.ts";
import { eachLine, takeLines } from "./take-lines.ts";

export interface AheadOptions {
  /** The last line of an epoch that the caller has already; 0 when none. */
  readonly linesHeld: (entryId: string, epoch: number) => number;
  /** More new bytes than this are passed over in the middle: their beginning and their end are read. */
  readonly maxBytes: number;
  /** False for passed-over text that hides what may stand around it: then nothing is handed out. */
  readonly mayPass: (text: Buffer) => boolean;
  readonly isLate: () => boolean;
}

export interface AheadLine {
  readonly number: number;
  readonly line: Buffer;
}

export interface LinesAhead {
  readonly entryId: string;
  /** Where a capture would put them; a new epoch when the source was rewritten. */
  readonly epoch: number;
  readonly lines: readonly AheadLine[];
  /** Nothing was passed over. */
  readonly isWhole: boolean;
}

/** Of what is handed out when the middle is passed over, the part that comes from the beginning. */
const HEAD_SHARE = 0.25;
const STEP = 1024 * 1024;
/** A mark that begins at the end of one step ends in the next. */
const OVERLAP = 64;
const NEWLINE = 10;

interface Place {
  readonly at: number;
  /** Number of the line that begins there. */
  readonly line: number;
}

/** Undefined when the time is over, the source is gone, or `mayPass` said no. Throws node's error for an unreadable file. */
export function readAhead(
  context: ArchiveContext,
  request: CaptureRequest,
  options: AheadOptions,
): LinesAhead | undefined {
  const { path, compressed } = request.file;
  const source = openSource(path, compressed);
  try {
    const choice = chooseEntry(context, request, source, (from) => source.lastLineEnd(from));
    const { entryId, epoch } = choice;
    const held = options.linesHeld(entryId, epoch);
    const from = placeBehind(choice, held);
    const end = source.lastLineEnd(0);
    const parts = selectParts(source, { from, end }, options);
    if (parts === undefined) return undefined;
    const lines = parts
      .flatMap((part) => storedLines(context, request, part))
      .filter(({ number }) => number > held);
    return { entryId, epoch, lines, isWhole: parts.length < 2 };
  } finally {
    source.close();
  }
}

/** Where the part of the source begins that holds the line behind `held`; it may hold earlier lines too. */
function placeBehind({ state }: EntryChoice, held: number): Place {
  if (state === undefined) return { at: 0, line: 1 };
  const step = state.sources.find(({ lastLine }) => lastLine > held);
  return step === undefined
    ? { at: state.last.to, line: state.lines + 1 }
    : { at: step.from, line: step.firstLine };
}

interface Part {
  readonly bytes: Buffer;
  readonly firstLine: number;
}

function selectParts(
  source: OpenSource,
  range: { readonly from: Place; readonly end: number },
  options: AheadOptions,
): readonly Part[] | undefined {
  const { from, end } = range;
  const { maxBytes } = options;
  if (end <= from.at) return [];
  if (end - from.at <= maxBytes)
    return [{ bytes: source.read(from.at, end - from.at), firstLine: from.line }];
  const start = source.read(from.at, Math.round(maxBytes * HEAD_SHARE));
  const head: Part = {
    bytes: start.subarray(0, start.lastIndexOf(NEWLINE) + 1),
    firstLine: from.line,
  };
  const tailAt = end - Math.round(maxBytes * (1 - HEAD_SHARE));
  const middle = passOver(
    source,
    { at: from.at + head.bytes.length, line: from.line + countLines(head.bytes) },
    tailAt,
    options,
  );
  if (middle === undefined) return undefined;
  const rest = source.read(tailAt, end - tailAt);
  const cut = rest.indexOf(NEWLINE) + 1;
  if (!options.mayPass(Buffer.concat([middle.last, rest.subarray(0, cut)]))) return undefined;
  return [head, { bytes: rest.subarray(cut), firstLine: middle.line + 1 }];
}

/** The number of the line that `to` stands in, and the last bytes before it. */
function passOver(
  source: OpenSource,
  from: Place,
  to: number,
  options: AheadOptions,
): { readonly line: number; readonly last: Buffer } | undefined {
  let { line } = from;
  let last: Buffer = Buffer.alloc(0);
  for (let at = from.at; at < to;) {
    if (options.isLate()) return undefined;
    const bytes = source.read(at, Math.min(STEP, to - at));
    // The source was cut meanwhile.
    if (bytes.length === 0) return undefined;
    if (!options.mayPass(last.length === 0 ? bytes : Buffer.concat([last, bytes])))
      return undefined;
    line += countLines(bytes);
    last = bytes.subarray(-OVERLAP);
    at += bytes.length;
  }
  return { line, last };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function storedLines(
  context: ArchiveContext,
  request: CaptureRequest,
  part: Part,
): readonly AheadLine[] {
  const { file, withhold } = request;
  const lines: AheadLine[] = [];
  const stored = takeLines(part.bytes, part.firstLine, {
    hash: context.hash,
    withhold,
    forgotten: context.forgotten.hashesOf(fileKeyOf(context, file.source, file.fileId)),
  });
  let number = part.firstLine;
  eachLine(stored.bytes, (line) => {
    lines.push({ number, line });
    number += 1;
  });
  return lines;
}
