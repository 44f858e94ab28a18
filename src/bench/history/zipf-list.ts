/** Owns drawing words as people use them: the n-th word of a list about n times rarer than the first. */
import type { SeededRandom } from "./seeded-random.ts";

export interface ZipfList {
  pick(random: SeededRandom): string;
}

const slots = 8192;
/** Flattens the head a little, as in real text about code, where no single noun is a fifth of all. */
const rankOffset = 2.7;

/** @param words most frequent first, not empty */
export function createZipfList(words: readonly string[]): ZipfList {
  if (words.length === 0) throw new RangeError("a Zipf list needs words");
  const weights = words.map((_, rank) => 1 / (rank + rankOffset));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table: string[] = [];
  let reached = 0;
  for (const [rank, word] of words.entries()) {
    reached += (weights[rank] ?? 0) / total;
    const until = Math.max(table.length + 1, Math.round(reached * slots));
    while (table.length < until) table.push(word);
  }
  return { pick: (random) => random.pick(table) };
}
