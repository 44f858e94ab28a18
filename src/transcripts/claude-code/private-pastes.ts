/** Owns finding the pasted texts that a prompt of the terminal's history refers to from inside a private span. */
import { findPrivateSpans } from "../../core/private-spans.ts";

/** `[Pasted text #2 +31 lines]`, `[...Truncated text #1 +9 lines...]`: the text itself stands in `pastedContents`. */
const REFERENCE = /\[[^[\]\n]{0,80}#(\d{1,9})\b[^[\]\n]{0,80}\]/g;

/** Keys in `pastedContents` of the texts that are private with the span around their mark. */
export function findPrivatePastes(display: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { contentFrom, contentTo } of findPrivateSpans(display)) {
    for (const [, key = ""] of display.slice(contentFrom, contentTo).matchAll(REFERENCE))
      keys.add(key);
  }
  return keys;
}
