/** Owns how a short text outlives the long one it was cut from. */

/**
 * The same text without a tie to the string it is a slice of: engines keep the whole of a string alive for a
 * slice of it, so a remembered word would hold a transcript in memory.
 */
export function detachText(text: string): string {
  return text.split("").join("");
}
