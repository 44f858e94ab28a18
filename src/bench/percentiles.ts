/** Owns the figures that are printed for a set of samples. */

export interface Percentiles {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Nearest rank on the sorted samples. @param samples not empty */
export function percentiles(samples: readonly number[]): Percentiles {
  if (samples.length === 0) throw new RangeError("percentiles of no samples");
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { min: at(0), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
