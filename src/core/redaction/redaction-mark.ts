/** Owns the mark that stands where a secret stood. */

/** What every mark begins with; no rule may take text from here to the closing bracket for a secret. */
export const MARK_OPENING = "[redacted:";

const MARK = /\[redacted:[a-z0-9-]{1,48}:[0-9a-f]{8}\]/y;

/** `[redacted:<kind>:<8 hex>]`: unmistakable, never like a value, the same for the same secret. */
export function formatMark(kind: string, fingerprint: string): string {
  return `${MARK_OPENING}${kind}:${fingerprint}]`;
}

/** Index after the mark that begins at `at`; undefined when none does. */
export function findMarkEnd(text: string, at: number): number | undefined {
  MARK.lastIndex = at;
  return MARK.test(text) ? MARK.lastIndex : undefined;
}
