/** Owns the memory of a file's last row ids: which rows were read already, on which line, and where a prompt continues from. */

/** Rows remembered; a tool-heavy turn seldom has more. */
const MAX_ROWS = 2000;
const DIGITS = 12;
const LINE_RADIX = 36;

export interface SavedHistory {
  /** Fingerprints of 12 hex digits each, oldest first, without separators. */
  readonly rows: string;
  /** Line of each of them, as steps from the one before in base 36, separated by blanks. */
  readonly lines: string;
  /** How many of them stand before the newest prompt. */
  readonly beforePrompt: number;
  /** True once older rows were forgotten. */
  readonly overflowed: boolean;
}

/** `known` continues the newest turn; `rewound` goes back behind it; `unseen` names no row of this file. */
export type ParentPlace = "known" | "rewound" | "unseen";

export interface UuidHistory {
  /** True when the row stands in the file already, as far as remembered. */
  has(uuid: string): boolean;
  /** Remembers a row and its line. */
  add(uuid: string, line: number): void;
  /** Line of a remembered row. */
  lineOf(uuid: string): number | undefined;
  /** Where a prompt's parent lies. */
  place(parent: string): ParentPlace;
  /** The rows from here on belong to a new prompt; call before its row is added. */
  beginPrompt(): void;
  save(): SavedHistory;
}

/** Goes on from what `save` returned. */
export function openUuidHistory(saved: SavedHistory | undefined): UuidHistory {
  let rows: string[] = saved?.rows.match(/.{12}/g) ?? [];
  let lines: number[] = decodeLines(saved?.lines ?? "").slice(0, rows.length);
  let beforePrompt = Math.min(saved?.beforePrompt ?? 0, rows.length);
  let overflowed = saved?.overflowed ?? false;
  const known = new Map<string, number | undefined>(rows.map((row, i) => [row, lines[i]]));

  function forgetOldest(): void {
    const dropped = rows.length - MAX_ROWS;
    for (const row of rows.slice(0, dropped)) known.delete(row);
    rows = rows.slice(dropped);
    lines = lines.slice(dropped);
    beforePrompt = Math.max(0, beforePrompt - dropped);
    overflowed = true;
  }

  return {
    has: (uuid) => known.has(fingerprint(uuid)),
    add(uuid, line) {
      const row = fingerprint(uuid);
      if (known.has(row)) return;
      known.set(row, line);
      rows.push(row);
      lines.push(line);
      // Trimming in batches keeps the cost of a row constant.
      if (rows.length > MAX_ROWS * 2) forgetOldest();
    },
    lineOf: (uuid) => known.get(fingerprint(uuid)),
    place(parent) {
      const row = fingerprint(parent);
      if (!known.has(row)) return overflowed ? "rewound" : "unseen";
      return rows.indexOf(row, beforePrompt) === -1 ? "rewound" : "known";
    },
    beginPrompt() {
      beforePrompt = rows.length;
    },
    save() {
      if (rows.length > MAX_ROWS) forgetOldest();
      return { rows: rows.join(""), lines: encodeLines(lines), beforePrompt, overflowed };
    },
  };
}

/** Steps are small, so that 2,000 of them take some 4 KB of the state. */
function encodeLines(lines: readonly number[]): string {
  return lines.map((line, i) => (line - (lines[i - 1] ?? 0)).toString(LINE_RADIX)).join(" ");
}

function decodeLines(encoded: string): number[] {
  let line = 0;
  return encoded === ""
    ? []
    : encoded.split(" ").map((step) => (line += Number.parseInt(step, LINE_RADIX)));
}

/** 48 bits of two FNV-1a runs: ids of any shape differ, and 2,000 of them fit the state. */
function fingerprint(uuid: string): string {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < uuid.length; i += 1) {
    const code = uuid.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code ^ (high >>> 15), 0x85ebca6b);
  }
  return ((high >>> 0) * 0x10000 + ((low >>> 16) ^ (low & 0xffff)))
    .toString(16)
    .padStart(DIGITS, "0");
}
