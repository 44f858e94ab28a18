/** Owns the transcripts of a generated history in memory: drawing needles from them, and asking what a line holds. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import type { SeededRandom } from "../history/seeded-random.ts";

export interface DrawnNeedle {
  /** Whole characters of one line, some fewer bytes at its end. */
  readonly text: string;
  readonly line: string;
}

export interface TranscriptLines {
  /** At a byte offset drawn uniformly over all files. */
  draw(random: SeededRandom, bytes: number): DrawnNeedle;
  /** Whether the line (`line 12`) of a session's file holds the text, in any letter case. */
  holds(session: string, anchor: string, text: string): boolean;
}

const NEWLINE = 10;

function startsOf(bytes: Buffer): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1))
    starts.push(at + 1);
  return starts;
}

/** Reads every `.jsonl` below `home`. */
export function openTranscriptLines(home: string): TranscriptLines {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .sort()
    .map((path) => ({ name: basename(path), bytes: readFileSync(join(home, path)) }));
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const starts = new Map<Buffer, readonly number[]>();
  const lineStarts = (bytes: Buffer): readonly number[] => {
    const known = starts.get(bytes) ?? startsOf(bytes);
    starts.set(bytes, known);
    return known;
  };
  return {
    draw(random, length) {
      let at = Math.floor(random.next() * total);
      const file = files.find(({ bytes }) => {
        if (at < bytes.length) return true;
        at -= bytes.length;
        return false;
      });
      const bytes = file?.bytes ?? Buffer.alloc(0);
      const from = bytes.lastIndexOf(NEWLINE, at) + 1;
      const found = bytes.indexOf(NEWLINE, at);
      const to = found === -1 ? bytes.length : found;
      const end = Math.min(to, at + length);
      const text = bytes.toString("utf8", at, end).replace(/^\ufffd+|\ufffd+$/g, "");
      return { text, line: bytes.toString("utf8", from, to) };
    },
    holds(session, anchor, text) {
      const bytes = files.find(({ name }) => name.includes(session))?.bytes;
      if (bytes === undefined) return false;
      const number = Number(/^line (\d+)$/.exec(anchor)?.[1] ?? 0);
      const all = lineStarts(bytes);
      const line = bytes.toString("utf8", all[number - 1], all[number]);
      return line.toLowerCase().includes(text.toLowerCase());
    },
  };
}
