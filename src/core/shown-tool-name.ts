/** Owns a tool's name as it is shown: the host's transcript may call a tool anything, a page of text included. */

const MOST_CHARS = 60;

/** Letters, digits and `_ . : / -`; anything else becomes `_`, and what is longer is cut. */
export function shownToolName(name: string): string {
  return name.slice(0, MOST_CHARS).replace(/[^\p{L}\p{N}_.:/-]+/gu, "_");
}
