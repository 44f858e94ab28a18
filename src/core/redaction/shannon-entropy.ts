/** Owns the entropy measure. */

/** Shannon entropy of `text` in bits per UTF-16 unit; 0 for the empty text. */
export function shannonEntropy(text: string): number {
  const seen = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    seen.set(unit, (seen.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of seen.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
