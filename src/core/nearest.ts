/** Owns "did you mean": the known word nearest to what was typed. */

/** Words farther apart than this share of their length are no suggestion but a guess. */
const MAX_DISTANCE_SHARE = 0.4;
/** Longer input is never a typo of a command, flag or key; comparing it would only cost time. */
const MAX_WORD_LENGTH = 80;

/** Edit distance (insert, delete, replace, swap of neighbours), by code unit. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}

/** The known word nearest to `word`, or undefined when none is near enough to be a typo of it. Ties: the first. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const folded = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(folded, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(Math.max(word.length, best.length) * MAX_DISTANCE_SHARE));
  return bestDistance <= allowed ? best : undefined;
}
