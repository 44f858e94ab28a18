/**
 * Owns the packing of project, block and ordinal into one rowid, so that a scope is a range of rowids. A session owns
 * one block of 4096 rowids and takes further ones as it grows: a wider block would put sessions further apart, and
 * the distance between rowids is most of what a rare word costs in the full-text table.
 */

const BLOCK_BITS = 28;
const ORDINAL_BITS = 12;
const BLOCKS = 2 ** BLOCK_BITS;

/** Turns in one block. */
export const BLOCK_SIZE = 2 ** ORDINAL_BITS;

/** First numbers that no longer fit: 13 bits of projects, 28 of blocks, 12 of turns, 53 in all. */
export const ROWID_LIMITS = { projects: 2 ** 13, blocks: BLOCKS } as const;

export interface RowPlace {
  readonly project: number;
  readonly block: number;
  /** Position in the block. */
  readonly ordinal: number;
}

/** Both ends belong to the range. */
export interface RowidRange {
  readonly first: number;
  readonly last: number;
}

// Arithmetic instead of shifts: JavaScript shifts work on 32 bits.
export function packRowid(place: RowPlace): number {
  return (place.project * BLOCKS + place.block) * BLOCK_SIZE + place.ordinal;
}

export function unpackRowid(rowid: number): RowPlace {
  const upper = Math.floor(rowid / BLOCK_SIZE);
  return {
    project: Math.floor(upper / BLOCKS),
    block: upper % BLOCKS,
    ordinal: rowid % BLOCK_SIZE,
  };
}

export function projectRange(project: number): RowidRange {
  const first = packRowid({ project, block: 0, ordinal: 0 });
  return { first, last: first + BLOCKS * BLOCK_SIZE - 1 };
}

export function blockRange(project: number, block: number): RowidRange {
  const first = packRowid({ project, block, ordinal: 0 });
  return { first, last: first + BLOCK_SIZE - 1 };
}

/** SQL for the block number of a rowid expression. */
export function blockOfRowidSql(rowid: string): string {
  return `((${rowid} >> ${ORDINAL_BITS}) & ${BLOCKS - 1})`;
}

/** SQL for the project number of a rowid expression. */
export function projectOfRowidSql(rowid: string): string {
  return `(${rowid} >> ${BLOCK_BITS + ORDINAL_BITS})`;
}

/** SQL for the first rowid of block `b` of session `s`. */
export const FIRST_ROWID_SQL = `((s.project << ${BLOCK_BITS + ORDINAL_BITS}) | (b.no << ${ORDINAL_BITS}))`;

/** SQL that joins turns `t` to the blocks of a session: FROM this WHERE s.no = ... */
export const TURNS_OF_SESSION = `sessions s CROSS JOIN blocks b ON b.session = s.no
  CROSS JOIN turns t ON t.id BETWEEN ${FIRST_ROWID_SQL} AND ${FIRST_ROWID_SQL} + ${BLOCK_SIZE - 1}`;

/** SQL that joins the session `s` and its block `b` to a turn `t`. */
export const SESSION_OF_TURN = `CROSS JOIN blocks b ON b.no = ${blockOfRowidSql("t.id")} CROSS JOIN sessions s ON s.no = b.session`;
