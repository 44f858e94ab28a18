/**
 * Owns the one pre-filter of the redactor: a single pass that stops only where a keyword stands.
 * Three neighbouring units, five bits each, index a table; folding to five bits also folds ASCII case.
 */

const SLOTS = 1 << 15;

export interface KeywordScanner {
  readonly keywords: readonly string[];
  /** Bucket number by folded trigram; 0 is "nothing begins here". */
  readonly slots: Uint16Array;
  readonly buckets: readonly (readonly number[])[];
}

/** Builds a scanner for lower-case `keywords` of at least two units. */
export function buildKeywordScanner(keywords: readonly string[]): KeywordScanner {
  const bySlot = new Map<number, number[]>();
  keywords.forEach((keyword, index) => {
    for (const slot of listSlots(keyword)) {
      const bucket = bySlot.get(slot);
      if (bucket === undefined) bySlot.set(slot, [index]);
      else bucket.push(index);
    }
  });
  const slots = new Uint16Array(SLOTS);
  const buckets: number[][] = [[]];
  for (const [slot, bucket] of bySlot) {
    slots[slot] = buckets.length;
    buckets.push(bucket);
  }
  return { keywords, slots, buckets };
}

/** A keyword of two units begins any trigram that starts with them. */
function listSlots(keyword: string): number[] {
  const pair = ((keyword.charCodeAt(0) & 31) << 10) | ((keyword.charCodeAt(1) & 31) << 5);
  if (keyword.length > 2) return [pair | (keyword.charCodeAt(2) & 31)];
  return Array.from({ length: 32 }, (_, third) => pair | third);
}

/**
 * Calls `visit(at, keywordIndex)` for each place a keyword begins, ASCII case aside, in order of place.
 * `visit` answers where to go on: any index beyond the hit skips what lies between.
 */
export function scanKeywords(
  scanner: KeywordScanner,
  text: string,
  visit: (at: number, keyword: number) => number,
): void {
  const { slots, buckets, keywords } = scanner;
  const length = text.length;
  let folded = 0;
  let filled = 0;
  for (let at = 0; at < length; at++) {
    folded = ((folded << 5) | (text.charCodeAt(at) & 31)) & (SLOTS - 1);
    const bucket = slots[folded];
    if (++filled < 3 || bucket === undefined || bucket === 0) continue;
    let next = 0;
    for (const keyword of buckets[bucket] ?? []) {
      if (!standsAt(text, at - 2, keywords[keyword] ?? "")) continue;
      next = Math.max(next, visit(at - 2, keyword));
    }
    if (next > at) {
      at = next - 1;
      filled = 0;
    }
  }
}

function standsAt(text: string, at: number, keyword: string): boolean {
  for (let offset = 0; offset < keyword.length; offset++) {
    let unit = text.charCodeAt(at + offset);
    if (unit >= 65 && unit <= 90) unit |= 32;
    if (unit !== keyword.charCodeAt(offset)) return false;
  }
  return true;
}
