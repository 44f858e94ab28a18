/** Owns the audit's books: every line of a file is a record, or is skipped for exactly one reason. */
import type { Connection } from "./connection.ts";
import type { SkippedLine } from "./index-batch.ts";

export interface LineOutcomes {
  /** Lines with at least one turn, whoever owns its record. */
  readonly recordLines: ReadonlySet<number>;
  /** In order; the first reason of a line without a turn counts the line, each one counts its block. */
  readonly skipped: readonly SkippedLine[];
}

export interface EpochKey {
  readonly entry: number;
  readonly epoch: number;
}

/** Adds one reason's counts to the books; negative numbers take back. */
export function addSkipped(
  connection: Connection,
  key: EpochKey,
  reason: string,
  counts: { readonly detail: string; readonly lines: number; readonly count: number },
): void {
  connection
    .statement(
      `INSERT INTO skipped(entry, epoch, reason, detail, lines, count) VALUES(?, ?, ?, ?, ?, ?)
       ON CONFLICT(entry, epoch, reason, detail) DO UPDATE SET lines = lines + excluded.lines, count = count + excluded.count`,
    )
    .run(key.entry, key.epoch, reason, counts.detail, counts.lines, counts.count);
}

/** Enters what became of the lines of one batch. */
export function accountLines(connection: Connection, key: EpochKey, outcomes: LineOutcomes): void {
  const counted = new Set<number>();
  const sums = new Map<string, { reason: string; detail: string; lines: number; count: number }>();
  for (const skip of outcomes.skipped) {
    const detail = skip.detail ?? "";
    const name = `${skip.reason}\n${detail}`;
    const sum = sums.get(name) ?? { reason: skip.reason, detail, lines: 0, count: 0 };
    sums.set(name, sum);
    sum.count += 1;
    if (outcomes.recordLines.has(skip.line) || counted.has(skip.line)) continue;
    counted.add(skip.line);
    sum.lines += 1;
  }
  for (const sum of sums.values()) addSkipped(connection, key, sum.reason, sum);
}
