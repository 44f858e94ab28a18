/** Owns redacting the short strings that repeat on every row: folders, branches, models, tool names, paths. */
import type { Redactor } from "../../core/redactor.ts";
import { cleanText, cutText } from "./clean-text.ts";

const MAX_CACHED = 1000;
const MAX_CHARS = 4096;

/** Redacts one short string; undefined and empty become null. */
export type ShortText = (value: string | undefined) => string | null;

/** Remembers what it redacted, so that a row costs a look-up instead of a scan. */
export function openShortText(redactor: Redactor): ShortText {
  const cache = new Map<string, string>();
  return (value) => {
    if (value === undefined || value === "") return null;
    const known = cache.get(value);
    if (known !== undefined) return known;
    if (cache.size >= MAX_CACHED) cache.clear();
    const redacted = redactor.redact(cutText(cleanText(value), MAX_CHARS));
    cache.set(value, redacted);
    return redacted;
  };
}
