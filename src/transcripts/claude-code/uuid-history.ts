/** Owns the memory of a file's last row ids: which rows were read already, and where a prompt continues from. */

/** Rows remembered; a tool-heavy turn seldom has more. */
const MAX_ROWS = 2400;
const DIGITS = 12;

export interface SavedHistory {
  /** Fingerprints of 12 hex digits each, oldest first, without separators. */
  readonly rows: string;
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
  /** Remembers a row. */
  add(uuid: string): void;
  /** Where a prompt's parent lies. */
  place(parent: string): ParentPlace;
  /** The rows from here on belong to a new prompt; call before its row is added. */
  beginPrompt(): void;
  save(): SavedHistory;
}

/** Goes on from what `save` returned. */
export function openUuidHistory(saved: SavedHistory | undefined): UuidHistory {
  let rows: string[] = saved?.rows.match(/.{12}/g) ?? [];
  let beforePrompt = Math.min(saved?.beforePrompt ?? 0, rows.length);
  let overflowed = saved?.overflowed ?? false;
  const known = new Set<string>(rows);

  function forgetOldest(): void {
    const dropped = rows.length - MAX_ROWS;
    for (const row of rows.slice(0, dropped)) known.delete(row);
    rows = rows.slice(dropped);
    beforePrompt = Math.max(0, beforePrompt - dropped);
    overflowed = true;
  }

  return {
    has: (uuid) => known.has(fingerprint(uuid)),
    add(uuid) {
      const row = fingerprint(uuid);
      if (known.has(row)) return;
      known.add(row);
      rows.push(row);
      // Trimming in batches keeps the cost of a row constant.
      if (rows.length > MAX_ROWS * 2) forgetOldest();
    },
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
      return { rows: rows.join(""), beforePrompt, overflowed };
    },
  };
}

/** 48 bits of two FNV-1a runs: ids of any shape differ, and 2,400 of them fit the state. */
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
