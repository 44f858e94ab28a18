/** Owns cutting a stream of bytes into lines, none of which is kept when it is longer than any message can be. */

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** The next whole line without its end; `too-long` in place of one that was not kept; undefined when none is whole. */
  next(): Buffer | "too-long" | undefined;
  /** First and last bytes of the line that was too long last. */
  longEnds(): readonly [head: string, tail: string];
}

/** A call is a few hundred bytes; a pasted page is some thousand. */
const MOST_LINE_BYTES = 1024 * 1024;
const END_BYTES = 512;
const LINE_FEED = 10;

export function createLineSplitter(): LineSplitter {
  /** The open line, in pieces, and then whatever came behind it. */
  let pieces: Buffer[] = [];
  let open = 0;
  let rest: Buffer = Buffer.alloc(0);
  let head = "";
  let tail = "";
  let isTooLong = false;
  const keep = (piece: Buffer): void => {
    if (isTooLong) {
      tail = (tail + piece.subarray(-END_BYTES).toString("latin1")).slice(-END_BYTES);
      return;
    }
    pieces.push(piece);
    open += piece.length;
    if (open <= MOST_LINE_BYTES) return;
    const whole = Buffer.concat(pieces);
    head = whole.subarray(0, END_BYTES).toString("latin1");
    tail = whole.subarray(-END_BYTES).toString("latin1");
    isTooLong = true;
    pieces = [];
    open = 0;
  };
  return {
    push(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    },
    next() {
      const end = rest.indexOf(LINE_FEED);
      keep(end === -1 ? rest : rest.subarray(0, end));
      rest = end === -1 ? Buffer.alloc(0) : rest.subarray(end + 1);
      if (end === -1) return undefined;
      const line = isTooLong ? "too-long" : Buffer.concat(pieces);
      pieces = [];
      open = 0;
      isTooLong = false;
      return line;
    },
    longEnds: () => [head, tail],
  };
}
