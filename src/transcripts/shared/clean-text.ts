/** Owns making host text safe to store: no NUL, no lone surrogate. */

declare global {
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

/** The text without NUL characters and with lone surrogates replaced by U+FFFD; the same string when it is fine. */
export function cleanText(text: string): string {
  const sound = text.isWellFormed() ? text : text.toWellFormed();
  return sound.includes("\0") ? sound.replaceAll("\0", "") : sound;
}

export { cutToBytes, cutToChars as cutText } from "../../core/cut-text.ts";
