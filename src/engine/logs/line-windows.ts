/** Owns cutting a long line into pieces that overlap, so that one line of many megabytes is looked at in bounded memory. */

export interface LineWindow {
  readonly bytes: Buffer;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A line up to this size is one piece. */
const WHOLE_BYTES = 384 * 1024;
const STEP_BYTES = 256 * 1024;
const MARGIN_BYTES = 64 * 1024;
/**
 * Characters at a cut end in which no match counts: a secret that the cut divides may not be recognised there. A
 * character takes at most eight bytes of JSON, so that the margin covers them and the next piece finds what is passed
 * over here.
 */
const EDGE_CHARS = 8_192;

export function* cutIntoWindows(line: Buffer): Generator<LineWindow> {
  if (line.length <= WHOLE_BYTES) {
    yield { bytes: line, isFirst: true, isLast: true };
    return;
  }
  for (let from = 0; from < line.length; from += STEP_BYTES) {
    const to = from + STEP_BYTES + MARGIN_BYTES;
    yield {
      bytes: line.subarray(Math.max(0, from - MARGIN_BYTES), to),
      isFirst: from === 0,
      isLast: to >= line.length,
    };
    if (to >= line.length) return;
  }
}

/** Whether a match in a reading of the window is far enough from where it was cut. */
export function isInside(
  window: Pick<LineWindow, "isFirst" | "isLast">,
  span: { readonly at: number; readonly length: number },
  chars: number,
): boolean {
  if (!window.isFirst && span.at < EDGE_CHARS) return false;
  return window.isLast || span.at + span.length <= chars - EDGE_CHARS;
}
