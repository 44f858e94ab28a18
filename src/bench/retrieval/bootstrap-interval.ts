/** Owns how sure a difference between two rows is. */
import { createSeededRandom } from "../history/seeded-random.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1_000;
const TAIL = 0.025;

/** 95 % interval of the mean of `differences`, one for each question, by drawing the questions again (seeded). */
export function bootstrapInterval(differences: readonly number[], seed: number): Interval {
  const count = differences.length;
  if (count === 0) return { low: 0, high: 0 };
  const random = createSeededRandom(seed, 900);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < count; drawn += 1) sum += differences[random.int(count)] ?? 0;
    return sum / count;
  }).toSorted((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { low: at(TAIL), high: at(1 - TAIL) };
}
