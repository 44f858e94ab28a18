import { createHash } from "node:crypto";

/** First 8 hex digits of the SHA-256 of `text`. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
